import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWithdrawals } from './withdrawn-prints.ts'

/**
 * Prints what has to be read first, such as all rows of a list and not only those of the page that is shown. `printed`
 * is what was read, until it is printed. `question` says what is read: once it is another, or the screen was left,
 * nothing is printed under a heading that is no longer its own.
 */
export function usePrint<Printed>(question: string, read: () => Promise<Printed>) {
  const [printed, setPrinted] = useState<Printed>()
  const [isReading, setReading] = useState(false)
  const newest = useRef(0)
  useEffect(() => {
    const clear = () => setPrinted(undefined)
    addEventListener('afterprint', clear)
    return () => removeEventListener('afterprint', clear)
  }, [])
  // Before the heading is seen to be another: the answer can come at any time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question ends what was asked before
  useLayoutEffect(
    () => () => {
      newest.current += 1
      setReading(false)
      setPrinted(undefined)
    },
    [question],
  )
  const print = async () => {
    newest.current += 1
    const [own, withdrawals] = [newest.current, countWithdrawals()]
    setReading(true)
    // A failure is already shown as a toast.
    const answer = await read().catch(() => undefined)
    if (newest.current !== own) return
    setReading(false)
    if (answer === undefined || countWithdrawals() !== withdrawals) return
    // The sheet is drawn from it as soon as the print dialog opens.
    flushSync(() => setPrinted(answer))
    window.print()
  }
  return { printed, isReading, print: () => void print() }
}
