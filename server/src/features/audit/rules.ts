/** How many patients a row of the trail names; an entry of a list call can concern a hundred. */
const namedInRow = 3

/** The patients that a row names: the one who is asked about first. */
export function namedOf(ids: readonly string[], askedAbout: string | undefined): string[] {
  const isAsked = (id: string) => id === askedAbout
  return [...ids.filter(isAsked), ...ids.filter((id) => !isAsked(id))].slice(0, namedInRow)
}
