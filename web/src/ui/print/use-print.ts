import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Prints what has to be read first, such as all rows of a list and not only those of the page that is shown. `printed`
 * is what was read, until it is printed.
 */
export function usePrint<Printed>(read: () => Promise<Printed>) {
  const [printed, setPrinted] = useState<Printed>()
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    const clear = () => setPrinted(undefined)
    addEventListener('afterprint', clear)
    return () => removeEventListener('afterprint', clear)
  }, [])
  const print = async () => {
    setReading(true)
    // A failure is already shown as a toast.
    const answer = await read().catch(() => undefined)
    setReading(false)
    if (answer === undefined) return
    // The sheet is drawn from it as soon as the print dialog opens.
    flushSync(() => setPrinted(answer))
    window.print()
  }
  return { printed, isReading, print: () => void print() }
}
