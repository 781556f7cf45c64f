import { useEffect, useState } from 'react'
import { usePrint } from '../../../ui/print/use-print.ts'
import { type FormPrintouts, loadFormPrintout } from './load-printout.ts'

/** What prints the open record: loaded behind it, since the browser can print at any time. */
export function useFormPrintout(record: string, isNeeded: boolean) {
  const [printout, setPrintout] = useState<FormPrintouts>()
  useEffect(() => {
    // Without a signal it is asked for again when somebody prints.
    if (isNeeded) void loadFormPrintout().then(setPrintout, () => undefined)
  }, [isNeeded])
  const { printed, ...printing } = usePrint(record, async () => {
    const loaded = await loadFormPrintout().catch(() => null)
    if (loaded) setPrintout(loaded)
    return loaded
  })
  return { printout: printed ?? printout, ...printing }
}
