import type { Endpoint } from 'contract'
import { useEffect, useRef } from 'react'
import { queryClient } from '../api/client.ts'

/** Events come in bursts: a round is charted, an alarm is raised by it. */
const refreshDelayMs = 3000

/** Returns a function after which what these endpoints answered is requested again soon, and once for many events. */
export function useRefreshSoon(endpoints: readonly Endpoint[]): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const { path } of endpoints) void queryClient.invalidateQueries({ queryKey: [path] })
    }, refreshDelayMs)
  }
}
