/** Failed tries within the window after which no further one is looked at, right or wrong. */
export const attemptLimits = { windowMs: 15 * 60_000, byEmail: 10, byAddress: 100 }

/** The address of a LINE official account, from its id such as `@hospital`. */
export function lineUrl(account: string): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(account)}`
}
