import { PrintButton } from '../../ui/print/print-button.tsx'
import { usePrint } from '../../ui/print/use-print.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { CheckPrintout, loadCheckTexts, type PrintedCheck } from './check-printout.tsx'

type CheckPrintProps = {
  label?: string
  name?: string
  /** The check, or the vehicle. */
  id: string
  read: () => Promise<PrintedCheck>
}

/** Prints a check, or a blank sheet for one. */
export function CheckPrint({ label, name, id, read }: CheckPrintProps) {
  const isPhone = useIsPhone()
  const { printed, isReading, print } = usePrint(id, async () => {
    const [check, thai] = await Promise.all([read(), loadCheckTexts()])
    return { check, thai }
  })
  if (isPhone) return null
  return (
    <>
      <PrintButton label={label} name={name} isBusy={isReading} onPrint={print} />
      {printed && <CheckPrintout thai={printed.thai} printed={printed.check} />}
    </>
  )
}
