import { useSyncExternalStore } from 'react'

/** Update interval for ages in words. */
const ageStepMs = 15_000

type Clock = { watch: (listener: () => void) => () => void; read: () => number }

/** One timer per interval, shared by all subscribers. */
const clocks = new Map<number, Clock>()

function clockOf(stepMs: number): Clock {
  const known = clocks.get(stepMs)
  if (known) return known
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const clock: Clock = {
    watch(listener) {
      listeners.add(listener)
      if (stepMs > 0) timer ??= setInterval(tick, stepMs)
      now = Date.now()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read: () => now,
  }
  clocks.set(stepMs, clock)
  return clock
}

/** The time on this device in milliseconds, brought up to date as often as asked; with 0 it stands still. */
export function useNow(stepMs = ageStepMs): number {
  const { watch, read } = clockOf(stepMs)
  return useSyncExternalStore(watch, read)
}

/** What follows from the time. A screen with a thousand ages draws those again that have become others. */
export function useFromNow<What extends string | boolean | undefined>(of: (now: number) => What): What {
  const { watch, read } = clockOf(ageStepMs)
  return useSyncExternalStore(watch, () => of(read()))
}
