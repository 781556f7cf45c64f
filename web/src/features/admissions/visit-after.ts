import type { StayPlace } from 'contract'

type OpenVisit = { kind: 'ER' | 'OPD'; visited_at: string }

/** Finds since when the patient is at their place or on leave, whatever bed is held. The places come newest first. */
export function findPlacedAt(
  places: readonly Pick<StayPlace, 'kind' | 'from' | 'is_superseded'>[],
): string | undefined {
  const held = places.filter(({ is_superseded }) => !is_superseded)
  const begin = held.findIndex(({ kind }, index) => kind !== 'leave' || held[index + 1]?.kind !== 'leave')
  return held[begin]?.from
}

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
