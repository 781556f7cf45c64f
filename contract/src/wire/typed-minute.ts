const minuteMs = 60_000

/** Whether an instant has no seconds, as one that a person types. */
export const isWholeMinute = (at: string): boolean => Date.parse(at) % minuteMs === 0

/**
 * When something happened that cannot be before others. A time that was typed to the minute may share it with what was
 * noted to the second: then it is the instant of the latest of those.
 */
export function settleTypedMinute(at: string, earlier: readonly (string | null | undefined)[]): string {
  if (!isWholeMinute(at)) return at
  const begin = Date.parse(at)
  const shared = earlier
    .flatMap((one) => (one ? Date.parse(one) : []))
    .filter((ms) => ms > begin && ms < begin + minuteMs)
  return shared.length === 0 ? at : new Date(Math.max(...shared)).toISOString()
}
