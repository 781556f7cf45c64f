import { createStore } from './store.ts'

/** How many calls are on their way. */
export const pendingCalls = createStore(0)
/** Whether the code of the next screen is on its way. */
export const screenIsLoading = createStore(false)

/** Since when calls fail, and since when nothing is heard of what happens, in milliseconds; undefined while all is well. */
export const callsLostSince = createStore<number | undefined>(navigator.onLine ? undefined : Date.now())
export const liveLostSince = createStore<number | undefined>(undefined)

/** Since when the server cannot be reached, by whichever way was lost first. */
export const lostSince = createStore(callsLostSince.get())
for (const way of [callsLostSince, liveLostSince])
  way.subscribe(() => {
    const losses = [callsLostSince.get(), liveLostSince.get()].filter((since) => since !== undefined)
    lostSince.set(losses.length > 0 ? Math.min(...losses) : undefined)
  })

export function noteCallFailed() {
  callsLostSince.set(callsLostSince.get() ?? Date.now())
}

addEventListener('offline', noteCallFailed)
