import { useSyncExternalStore } from 'react'

/** Update interval for ages in words. */
const timeAgoStepMs = 15_000

type SharedClock = { subscribe: (listener: () => void) => () => void; read: () => number }

/** One timer per interval, shared by all subscribers. */
const sharedClocks = new Map<number, SharedClock>()

function getSharedClock(stepMs: number): SharedClock {
  const known = sharedClocks.get(stepMs)
  if (known) return known
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const clock: SharedClock = {
    subscribe(listener) {
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
  sharedClocks.set(stepMs, clock)
  return clock
}

/** The time on this device in milliseconds, updated every `stepMs`; with 0 never. */
export function useNow(stepMs = timeAgoStepMs): number {
  const { subscribe, read } = getSharedClock(stepMs)
  return useSyncExternalStore(subscribe, read)
}

/** A value derived from the time. Renders again only when that value changes: a screen may show a thousand ages. */
export function useDerivedNow<What extends string | boolean | undefined>(
  derive: (now: number) => What,
): What {
  const { subscribe, read } = getSharedClock(timeAgoStepMs)
  return useSyncExternalStore(subscribe, () => derive(read()))
}
