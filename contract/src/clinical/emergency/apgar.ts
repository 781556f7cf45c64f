/** What the score looks at; each is 0, 1 or 2. */
export const apgarParts = ['appearance', 'pulse', 'grimace', 'activity', 'respiration'] as const
export type ApgarPart = (typeof apgarParts)[number]
export type Apgar = Record<ApgarPart, 0 | 1 | 2>

/** Score of a newborn (Apgar 1953), 0 to 10. Null while a part is missing: an incomplete score is no score. */
export function computeApgar(parts: { [Part in ApgarPart]: Apgar[Part] | null }): number | null {
  let total = 0
  for (const part of apgarParts) {
    const score = parts[part]
    if (score === null) return null
    total += score
  }
  return total
}

/** Under this score at five minutes the newborn is scored again at ten (AAP and ACOG 2015). */
const lowestGoodScore = 7

/** The minutes after birth at which a newborn is scored. `atFive`: the score at five minutes, null if not known. */
export function listApgarMinutes(atFive: number | null): readonly number[] {
  return atFive !== null && atFive < lowestGoodScore ? [1, 5, 10] : [1, 5]
}
