type OpenVisit = { kind: 'ER' | 'OPD'; visited_at: string }

/**
 * Whether a visit goes on after a discharge, as the database decides it: the patient came after that instant, or came
 * to the emergency room after they were put where they last were. Without an instant the discharge is now.
 */
export function outlastsDischarge(
  { kind, visited_at }: OpenVisit,
  { placedAt, dischargedAt }: { placedAt: string | undefined; dischargedAt: number | undefined },
): boolean {
  const arrivedAt = Date.parse(visited_at)
  return (
    (dischargedAt !== undefined && arrivedAt > dischargedAt) ||
    (kind === 'ER' && placedAt !== undefined && Date.parse(placedAt) < arrivedAt)
  )
}
