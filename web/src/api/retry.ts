const [shortestMs, longestMs] = [1_000, 60_000]

/** How long to wait after so many failures; `dice` (0 to 1) keeps a thousand tablets from coming at once. */
export function computeRetryMs(failures: number, dice: number): number {
  return Math.min(longestMs, shortestMs * 2 ** failures) * (0.5 + dice)
}

/** Plans the next try of what failed, later after each failure. */
export function createRetry(work: () => void) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    plan() {
      clearTimeout(timer)
      timer = setTimeout(work, computeRetryMs(failures, Math.random()))
      failures += 1
    },
    stop: () => clearTimeout(timer),
    forget() {
      failures = 0
    },
  }
}
