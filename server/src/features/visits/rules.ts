const minute = 60_000
/** How far a person's watch may be ahead of the hospital's clock. */
const aheadMs = 5 * minute
/** An arrival is typed in later when the panel was down; one from longer ago is a typing error. */
const oldestArrivalMs = 7 * 24 * 60 * minute

/**
 * Problems of the times of an arrival. It is never ahead of now: whoever has just arrived can be seen and can leave. Nor is
 * it before the birth, whose first instant `bornAt` is; null is unknown.
 */
export function validateArrival(
  { visited_at, onset_at }: { visited_at?: string | undefined; onset_at: string | null },
  { now, bornAt }: { now: string; bornAt: string | null },
): { field: string; message: string }[] {
  const present = Date.parse(now)
  const arrived = visited_at === undefined ? present : Date.parse(visited_at)
  const onset = onset_at === null ? undefined : Date.parse(onset_at)
  return [
    ...(arrived > present ? [{ field: 'visited_at', message: 'date-in-future' }] : []),
    ...(bornAt !== null && arrived < Date.parse(bornAt)
      ? [{ field: 'visited_at', message: 'before-birth' }]
      : []),
    ...(arrived < present - oldestArrivalMs ? [{ field: 'visited_at', message: 'date-too-old' }] : []),
    ...(onset !== undefined && onset > present + aheadMs
      ? [{ field: 'onset_at', message: 'date-in-future' }]
      : []),
  ]
}
