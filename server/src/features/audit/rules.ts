/** How many patients a row of the trail names; an entry of a list call can concern a hundred. */
const namedInRow = 3

/** What is written is sealed within seconds. */
const lateAfterMs = 10 * 60_000

type Named = { action: string; patient_ids: readonly string[] }

/** The patients that a row of the screen names: the first few. */
export function namedOf(entry: Named, askedAbout: string | undefined): string[] {
  return nameableOf(entry, askedAbout).slice(0, namedInRow)
}

/**
 * The patients that a row may name, the one who is asked about first. Readings of the audit name nobody else, or
 * each would concern those of the one before it, and a name once shown would be shown for ever.
 */
export function nameableOf({ action, patient_ids: ids }: Named, askedAbout: string | undefined): string[] {
  const isAsked = (id: string) => id === askedAbout
  const others = action.startsWith('audit.') ? [] : ids.filter((id) => !isAsked(id))
  return [...ids.filter(isAsked), ...others]
}

/** Whether what was written first since the last seal has waited too long for one. */
export function isSealLate(unsealedSince: string | undefined, now: string): boolean {
  return unsealedSince !== undefined && Date.parse(now) - Date.parse(unsealedSince) > lateAfterMs
}
