/** A user's search text. Another user of the same computer never sees it. */
export type Searched = { owner: string; text: string }

const placeOf = (list: string) => `${list}:searched`

export function keepSearch(list: string, searched: Searched) {
  sessionStorage.setItem(placeOf(list), JSON.stringify(searched))
}

/**
 * The search text of an entry of the browser's history. Where the panel itself opened the list, for example after
 * signing in again, it restores the last search of this tab.
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
