import { useSyncExternalStore } from 'react'

const stepMs = 15_000

/** One clock for everything that shows an age, however many ages there are. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function watch(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, stepMs)
  now = Date.now()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time on this device in milliseconds, fresh enough for ages in words. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now)
}
