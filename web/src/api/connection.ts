import { createStore } from './store.ts'

/** Number of calls in flight. */
export const pendingCalls = createStore(0)
/** The path of a screen that was asked for and is not drawn yet. */
export const nextScreen = createStore<string | undefined>(undefined)

/** Since when calls fail, and since when the event stream is lost, in ms; undefined while both work. */
export const callsLostAt = createStore<number | undefined>(navigator.onLine ? undefined : Date.now())
export const streamLostAt = createStore<number | undefined>(undefined)

/** Since when the server cannot be reached: the earlier of the two times. */
export const connectionLostAt = createStore(callsLostAt.get())
for (const way of [callsLostAt, streamLostAt])
  way.subscribe(() => {
    const losses = [callsLostAt.get(), streamLostAt.get()].filter((since) => since !== undefined)
    connectionLostAt.set(losses.length > 0 ? Math.min(...losses) : undefined)
  })

export function noteCallFailed() {
  callsLostAt.set(callsLostAt.get() ?? Date.now())
}

addEventListener('offline', noteCallFailed)
