/** A user's search text. Another user of the same computer never sees it. */
export type StoredSearch = { owner: string; text: string }

const getSearchKey = (list: string) => `${list}:searched`

export function storeSearch(list: string, searched: StoredSearch) {
  sessionStorage.setItem(getSearchKey(list), JSON.stringify(searched))
}

/**
 * The search text of an entry of the browser's history. Where the panel itself opened the list, for example after
 * signing in again, it restores the last search of this tab.
 */
export function pickSearchText(
  list: string,
  state: unknown,
  owner: string,
  arrival: 'POP' | 'PUSH' | 'REPLACE',
): string {
  const searched = isStoredSearch(state) ? state : arrival === 'REPLACE' ? readStoredSearch(list) : undefined
  return searched?.owner === owner ? searched.text : ''
}

function readStoredSearch(list: string): StoredSearch | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(getSearchKey(list)) ?? 'null')
  return isStoredSearch(kept) ? kept : undefined
}

function isStoredSearch(value: unknown): value is StoredSearch {
  return typeof value === 'object' && value !== null && 'owner' in value && 'text' in value
}
