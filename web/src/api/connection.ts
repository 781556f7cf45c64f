import { createStore } from './store.ts'

/** Number of calls in flight. */
export const pendingCalls = createStore(0)
/** Whether the code of the next screen is being loaded. */
export const screenIsLoading = createStore(false)

/** Since when calls fail, and since when the event stream is lost, in ms; undefined while both work. */
export const callsLostSince = createStore<number | undefined>(navigator.onLine ? undefined : Date.now())
export const liveLostSince = createStore<number | undefined>(undefined)

/** Since when the server cannot be reached: the earlier of the two times. */
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
