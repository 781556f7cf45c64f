import type { triageComparisons } from '../triage.ts'

/** What made a rule fire: a sign that somebody saw, or a value with the limit that it broke. */
export type Finding<Sign extends string, Measure extends string> =
  | { of: Sign }
  | { of: Measure; value: number; comparison: (typeof triageComparisons)[number]; limit: number }

/** The finding in a list if the value, which may not be known, breaks the limit; else an empty list. */
export function findBroken<Measure extends string>(
  of: Measure,
  value: number | null,
  comparison: '<' | '≤' | '>' | '≥',
  limit: number,
): Finding<never, Measure>[] {
  if (value === null) return []
  const isBroken = {
    '<': value < limit,
    '≤': value <= limit,
    '>': value > limit,
    '≥': value >= limit,
  }[comparison]
  return isBroken ? [{ of, value, comparison, limit }] : []
}
