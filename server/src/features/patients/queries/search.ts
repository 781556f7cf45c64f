import type { PatientListRequest } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlWords } from '../../../db/binary-array.ts'
import { buildNearestHits, type Hit } from '../../../db/listing/search-hits.ts'
import { selectClosedRecords, type Viewer } from '../../../identity/record-access.ts'
import { listNameSpellings, stripNumberLabel } from '../rules.ts'

export type SearchField = PatientListRequest['search_field']

/** The typed text in the form of each kind of key. Empty means that it cannot be such a key. */
export type PatientSearchKeys = { phone: string; name: string; nameWithoutTitle: string; number: string }

export function toSearchKeys({ value }: { value: string }): PatientSearchKeys {
  const [name = '', nameWithoutTitle = ''] = listNameSpellings(value)
  return { phone: value, name, nameWithoutTitle, number: stripNumberLabel(value) }
}

/** For each kind of key that the field searches, the beginning of the keys that match the typed text. */
function buildPatientRanges(field: SearchField, typed: PatientSearchKeys): RawBuilder<unknown>[] {
  const kinds = field === 'any' ? (['hn', 'an', 'vn', 'name', 'national_id', 'phone'] as const) : [field]
  return kinds.flatMap((kind) => {
    if (kind === 'phone') return [sql`(${sql.lit(kind)}, phone_key(${typed.phone}))`]
    if (kind === 'hn')
      return [sql`('hn', search_key(${typed.number}))`, sql`('hn_end', hn_end_key(${typed.number}))`]
    if (kind !== 'name') return [sql`(${sql.lit(kind)}, search_key(${typed.number}))`]
    return [typed.name, typed.nameWithoutTitle].map((name) => sql`('name', search_key(${name}))`)
  })
}

/** Numbers that only the record shows: no row of a list has them. */
const hiddenNumbers = ['national_id', 'phone', 'vn'] as const

/**
 * Everybody who knows a whole number can find its patient. A closed record cannot be found by the beginning of such a
 * number, or the number could be discovered digit by digit.
 */
function buildPrefixCondition(viewer: Viewer): RawBuilder<SqlBool> {
  return sql`(kind <> all(${sqlWords(hiddenNumbers)}) or key = range.low
    or patient_id not in ${selectClosedRecords(viewer)})`
}

/** `mayBeClosed`: some records may be closed to the viewer, so the search checks which are. */
type SearchScope = { field: SearchField; mayBeClosed: boolean }

export function buildFoundPatients(
  { field, mayBeClosed }: SearchScope,
  values: PatientSearchKeys & Viewer,
  limit: number | null,
): RawBuilder<Hit> {
  const keys = { table: 'patient_search', id: 'patient_id' } as const
  const within = mayBeClosed ? { within: buildPrefixCondition(values) } : {}
  return buildNearestHits({ ...keys, ...within }, buildPatientRanges(field, values), limit)
}
