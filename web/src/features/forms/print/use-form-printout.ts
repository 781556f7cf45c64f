import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FormPrintouts, loadFormPrintout } from './load-printout.ts'

/** What prints the open record: loaded behind it, since the browser can print at any time. */
export function useFormPrintout(isNeeded: boolean) {
  const [printout, setPrintout] = useState<FormPrintouts>()
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    // Without a signal it is asked for again when somebody prints.
    if (isNeeded) void loadFormPrintout().then(setPrintout, () => undefined)
  }, [isNeeded])
  const print = async () => {
    setReading(true)
    const loaded = await loadFormPrintout().catch(() => undefined)
    // The sheets are drawn as soon as the print dialog opens.
    flushSync(() => {
      setReading(false)
      setPrintout(loaded)
    })
    window.print()
  }
  return { printout, isReading, print: () => void print() }
}
