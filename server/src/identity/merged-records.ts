import type { RecordMerged } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'

/** Selects, for a row of `patients`, the record that is used for this person: the row's own unless it was merged. */
export function selectUsedRecord(patients: string): RawBuilder<string> {
  return sql`coalesce(${sql.ref(`${patients}.merged_into`)}, ${sql.ref(`${patients}.id`)})`
}

/** The id of the record that is used for the person whose id an expression gives. */
export function selectPersonUsedRecord(patientId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select ${selectUsedRecord('named')} from patients named where named.id = ${patientId})`
}

/**
 * The ids of all records of the person whose id an expression gives, as an array: the one that is used, and what was
 * merged into it. Rows that hold one of them are found by their index, if the expression is of an outer query.
 */
export function selectPersonRecords(patientId: RawBuilder<unknown>): RawBuilder<string[]> {
  const used = selectPersonUsedRecord(patientId)
  return sql`array(select ${used}
    union all select merged.id from patients merged where merged.merged_into = ${used})`
}

/** Finds into which record this one was merged, if it was. */
export async function findMergeTarget(tx: Tx, patientId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('patients')
    .select('merged_into')
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row?.merged_into ?? null
}

/** The failure of what would begin in a merged record. Its detail names the record that is used instead. */
export async function createRecordMergedFailure(tx: Tx, mergedIntoId: string): Promise<Failure> {
  const { hn } = await tx
    .selectFrom('patients')
    .select('hn')
    .where('id', '=', mergedIntoId)
    .executeTakeFirstOrThrow()
  const detail: z.input<typeof RecordMerged> = { patient_id: mergedIntoId, hn }
  return new Failure('record-merged', { detail })
}
