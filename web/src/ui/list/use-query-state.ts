import { useSearchParams } from 'react-router'
import { type PageSize, pageSizes } from './pager.tsx'

/** The state in a screen's URL query: page, page size, and its choices by name. */
export function useQueryState<Name extends string>(names: readonly Name[]) {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  const size: PageSize = pageSizes.find((one) => String(one) === query.get('size')) ?? pageSizes[0]
  const params = Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined])) as Record<
    Name,
    string | undefined
  >

  /** A changed choice goes back to the first page. */
  const change = (changed: Partial<Record<Name | 'page' | 'size', string | number | undefined>>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(changed)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { preventScrollReset: !('page' in changed) },
    )
  return { page, size, said: params, change }
}
