import { useEffect, useState } from 'react'
import { readClockOffset } from './outbox.ts'

/** How many milliseconds the clock of the tablet is ahead of the server's. */
export function useClockOffset(): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => void readClockOffset().then(setOffset), [])
  return offset
}
