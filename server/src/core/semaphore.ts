/** How many callers may wait, and the error for the next one. */
type QueueLimit = { room: number; refuse: () => Error }

/** Runs at most `count` works at once; the others wait in a queue, as long as it has room. */
export function createSemaphore(
  count: number,
  { room, refuse }: QueueLimit = {
    room: Number.POSITIVE_INFINITY,
    refuse: () => new Error('the queue is full'),
  },
): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy < count) busy += 1
    else if (waiting.length < room) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw refuse()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
