import { createStore } from './store.ts'

/** Number of calls in flight. */
export const pendingCalls = createStore(0)
/** The path of a screen that was asked for and is not drawn yet. */
export const nextScreen = createStore<string | undefined>(undefined)

/** Whether this page came from the store of the service worker, because the server did not answer. */
const [opening] = (performance.getEntriesByType?.('navigation') as PerformanceNavigationTiming[]) ?? []
const isFromStore = opening?.serverTiming?.some(({ name }) => name === 'stored') ?? false

/** Since when calls fail, and since when the event stream is lost, in ms; undefined while both work. */
export const callsLostAt = createStore<number | undefined>(
  navigator.onLine && !isFromStore ? undefined : Date.now(),
)
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
