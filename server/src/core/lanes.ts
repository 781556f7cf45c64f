/** How many may wait in line, and what the next one is told. */
type Line = { room: number; refuse: () => Error }

/** Lets `count` works run at once; the rest wait in line, where there is room. */
export function lanes(
  count: number,
  { room, refuse }: Line = { room: Number.POSITIVE_INFINITY, refuse: () => new Error('the line is full') },
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
