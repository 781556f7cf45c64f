/** What somebody searches for. Another person at the same computer never sees it. */
export type Searched = { owner: string; text: string }

const placeOf = (list: string) => `${list}:searched`

export function keepSearch(list: string, searched: Searched) {
  sessionStorage.setItem(placeOf(list), JSON.stringify(searched))
}

/**
 * The search that belongs to an entry of the browser's history. Where the panel itself led to the list, as after
 * signing in again, it takes up the last one of this tab.
 */
export function searchedIn(
  list: string,
  state: unknown,
  owner: string,
  arrival: 'POP' | 'PUSH' | 'REPLACE',
): string {
  const searched = isSearched(state) ? state : arrival === 'REPLACE' ? lastSearch(list) : undefined
  return searched?.owner === owner ? searched.text : ''
}

function lastSearch(list: string): Searched | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(list)) ?? 'null')
  return isSearched(kept) ? kept : undefined
}

function isSearched(value: unknown): value is Searched {
  return typeof value === 'object' && value !== null && 'owner' in value && 'text' in value
}
