import { Id, WardChoice } from 'contract'
import { isDay } from '../date/dates.ts'

/** An id in a URL query; an id that the API would refuse is ignored. */
export function parseQueryId(query: URLSearchParams, key: string): string | undefined {
  return parseQueryIds(query, key)[0]
}

/** The ids under one key of a URL query, without those that the API would refuse. */
export function parseQueryIds(query: URLSearchParams, key: string): string[] {
  return query.getAll(key).flatMap((text) => Id.safeParse(text).data ?? [])
}

/** The wards in a URL query: ids, and `mine` for the user's own wards. */
export function parseQueryWards(query: URLSearchParams, key: string): WardChoice[] {
  return query.getAll(key).flatMap((text) => WardChoice.safeParse(text).data ?? [])
}

/** A calendar date in a URL query, `2026-11-05`; invalid ones are ignored. */
export function parseQueryDay(query: URLSearchParams, key: string): string | undefined {
  const text = query.get(key) ?? ''
  return isDay(text) ? text : undefined
}

/** The known value that a URL query gives; undefined for any other text. */
export function findChoice<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text)
}

/** An empty selection means no filter. */
export function toOptionalList<Value>(values: readonly Value[]): Value[] | undefined {
  return values.length > 0 ? [...values] : undefined
}
