import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FormPapers, loadFormPapers } from './load-papers.ts'

/** What prints the open record: loaded behind it, since the browser can print at any time. */
export function useFormPapers(isNeeded: boolean) {
  const [papers, setPapers] = useState<FormPapers>()
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    // Without a signal it is asked for again when somebody prints.
    if (isNeeded) void loadFormPapers().then(setPapers, () => undefined)
  }, [isNeeded])
  const print = async () => {
    setReading(true)
    const loaded = await loadFormPapers().catch(() => undefined)
    // The sheets are drawn as soon as the print dialog opens.
    flushSync(() => {
      setReading(false)
      setPapers(loaded)
    })
    window.print()
  }
  return { papers, isReading, print: () => void print() }
}
