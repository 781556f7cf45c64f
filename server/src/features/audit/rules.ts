/** How many patients a row on the screen names; an entry of a list call can be about a hundred. */
const namedInRow = 3

/** Entries are normally sealed within seconds. */
const lateAfterMs = 10 * 60_000

type Named = { action: string; patient_ids: readonly string[] }

/** The patients that a row on the screen names: the first few. */
export function namedOf(entry: Named, askedAbout: string | undefined): string[] {
  return nameableOf(entry, askedAbout).slice(0, namedInRow)
}

/**
 * The patients that a row may name, the patient asked about first. An entry of reading the audit names only that one:
 * it would otherwise repeat the patients of the entries it showed, and later readings would repeat them for ever.
 */
export function nameableOf({ action, patient_ids: ids }: Named, askedAbout: string | undefined): string[] {
  const isAsked = (id: string) => id === askedAbout
  const others = action.startsWith('audit.') ? [] : ids.filter((id) => !isAsked(id))
  return [...ids.filter(isAsked), ...others]
}

/** Whether the oldest unsealed entry has waited too long for its seal. */
export function isSealLate(unsealedSince: string | undefined, now: string): boolean {
  return unsealedSince !== undefined && Date.parse(now) - Date.parse(unsealedSince) > lateAfterMs
}
