/** Lets `count` works run at once; the rest wait in line. */
export function lanes(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
