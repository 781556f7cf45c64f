import { Id, WardChoice } from 'contract'
import { isDay } from './dates.ts'

/** An id that an address says; one that the API would refuse is passed over. */
export function idIn(query: URLSearchParams, key: string): string | undefined {
  return idsIn(query, key)[0]
}

/** The ids that an address says under one name, without those that the API would refuse. */
export function idsIn(query: URLSearchParams, key: string): string[] {
  return query.getAll(key).flatMap((text) => Id.safeParse(text).data ?? [])
}

/** The wards that an address says: ids, and her own as `mine`. */
export function wardsIn(query: URLSearchParams, key: string): WardChoice[] {
  return query.getAll(key).flatMap((text) => WardChoice.safeParse(text).data ?? [])
}

/** A calendar date that an address says, `2026-11-05`; what is none is passed over. */
export function dayIn(query: URLSearchParams, key: string): string | undefined {
  const text = query.get(key) ?? ''
  return isDay(text) ? text : undefined
}
