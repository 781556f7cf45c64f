import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectUsedRecord } from '../../identity/merged-records.ts'

/** A national ID anywhere in the text, grouped or not: the fields of an unreadable message are unknown. */
const thirteenDigits = /(?<!\d)\d(?:[ -]?\d){12}(?!\d)/g

export function extractNationalIds(text: string): string[] {
  return (text.match(thirteenDigits) ?? []).map((number) => number.replace(/[ -]/g, ''))
}

/** Selects the ids of the patients whose national IDs occur in one of these raw messages. */
export const selectNamedPatients = (texts: readonly string[]) =>
  sql<string>`select ${selectUsedRecord('patients')} from patients where national_id = any(${sqlArray('text', texts.flatMap(extractNationalIds))})`

/** The patients whose national IDs occur in each of these raw messages, in the order of the messages. */
export async function findNamedPatients(tx: Tx, texts: readonly string[]): Promise<string[][]> {
  const numbers = texts.map(extractNationalIds)
  const wanted = [...new Set(numbers.flat())]
  if (wanted.length === 0) return texts.map(() => [])
  const rows = await tx
    .selectFrom('patients')
    .select([selectUsedRecord('patients').as('id'), 'national_id'])
    .where(sql<boolean>`national_id = any(${sqlArray('text', wanted)})`)
    .orderBy('number')
    .execute()
  return numbers.map((named) => [
    ...new Set(
      rows.flatMap(({ id, national_id }) =>
        national_id !== null && named.includes(national_id) ? [id] : [],
      ),
    ),
  ])
}

/**
 * Patients by a number in a message: one patient, or several with one national ID. The HN of a merged record stands for
 * the record that is used; its national ID does only if that record has it, too, and not if it was corrected since.
 */
export async function findPatientsByNumber(
  tx: Tx,
  field: 'national_id' | 'hn',
  numbers: readonly string[],
): Promise<Map<string, string[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select([selectUsedRecord('patients').as('id'), field])
    .where(sql<boolean>`${sql.ref(field)} = any(${sqlArray('text', numbers)})`)
    .$if(field === 'national_id', (query) => query.where('merged_into', 'is', null))
    .orderBy('number')
    .execute()
  const byNumber = Map.groupBy(rows, (row) => row[field] ?? '')
  return new Map([...byNumber].map(([number, same]) => [number, [...new Set(same.map(({ id }) => id))]]))
}
