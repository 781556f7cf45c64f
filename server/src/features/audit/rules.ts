/** How many patients a row of the trail names; an entry of a list call can concern a hundred. */
const namedInRow = 3

/**
 * The patients that a row names: the one who is asked about first. Readings of the audit name nobody else, or
 * each would concern those of the one before it, and a name once shown would be shown for ever.
 */
export function namedOf(
  { action, patient_ids: ids }: { action: string; patient_ids: readonly string[] },
  askedAbout: string | undefined,
): string[] {
  const isAsked = (id: string) => id === askedAbout
  const others = action.startsWith('audit.') ? [] : ids.filter((id) => !isAsked(id))
  return [...ids.filter(isAsked), ...others].slice(0, namedInRow)
}
