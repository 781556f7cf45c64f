const minute = 60_000
/** How far a person's watch may be ahead of the hospital's clock. */
const aheadMs = 5 * minute
/** An arrival is typed in later when the panel was down; one from longer ago is a typing error. */
const oldestArrivalMs = 7 * 24 * 60 * minute

/** Problems of the times of an arrival. */
export function validateArrival(
  { visited_at, onset_at }: { visited_at?: string | undefined; onset_at: string | null },
  now: string,
): { field: string; message: string }[] {
  const present = Date.parse(now)
  const arrived = visited_at === undefined ? present : Date.parse(visited_at)
  const onset = onset_at === null ? undefined : Date.parse(onset_at)
  return [
    ...(arrived > present + aheadMs ? [{ field: 'visited_at', message: 'date-in-future' }] : []),
    ...(arrived < present - oldestArrivalMs ? [{ field: 'visited_at', message: 'date-too-old' }] : []),
    ...(onset !== undefined && onset > present + aheadMs
      ? [{ field: 'onset_at', message: 'date-in-future' }]
      : []),
  ]
}
