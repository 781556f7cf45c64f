import { sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { ListField } from './fields.ts'
import type { PatientWrite } from './write.ts'

const tableByListField = {
  underlying_disease: 'patient_underlying_diseases',
  allergies: 'patient_allergies',
  medication: 'patient_medications',
  ward_medication: 'patient_ward_medications',
} as const

export type ListEntry = Record<string, unknown> & { _id?: string | undefined }

/** Ends entries and begins others: the content of an entry is never lost. */
export async function replaceEntries(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  {
    field,
    by,
    ended,
    begun,
    newId,
  }: {
    field: ListField
    by: string
    /** The ids of the entries that end. */
    ended: readonly string[]
    begun: readonly ListEntry[]
    newId: () => string
  },
): Promise<void> {
  const table = tableByListField[field]
  if (ended.length > 0) {
    await tx
      .updateTable(table)
      .set({ ended_at: now, ended_by: by })
      .where('patient_id', '=', id)
      .where(sql<boolean>`id = any(${sqlArray('uuid', ended)})`)
      .execute()
  }
  if (begun.length > 0) {
    const rows = begun.map(({ _id, ...entry }) => ({
      ...entry,
      id: newId(),
      hospital_id: hospitalId,
      patient_id: id,
      recorded_at: now,
      recorded_by: by,
    }))
    await tx
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}

/** For each disease of the list that is another word for an ICD-10 code: that code. */
export async function mapSameDiseases(tx: Tx): Promise<Map<string, string | null>> {
  const words = await tx
    .selectFrom('underlying_diseases')
    .select(['code', 'same_as'])
    .where('same_as', 'is not', null)
    .execute()
  return new Map(words.map(({ code, same_as }) => [code, same_as]))
}

/** Every entry of a clinical list, newest first, with who began and who ended it. */
export async function listEntries<Row>(tx: Tx, patientId: OpenRecord, field: ListField): Promise<Row[]> {
  // The tables differ only in the columns that `Row` describes.
  const table = tableByListField[field] as 'patient_allergies'
  const rows = await tx
    .selectFrom(`${table} as entry`)
    .leftJoin('staff as recorder', 'recorder.id', 'entry.recorded_by')
    .leftJoin('staff as ender', 'ender.id', 'entry.ended_by')
    .selectAll('entry')
    .select([
      'entry.id as _id',
      sql<string | null>`recorder.first_name || ' ' || recorder.last_name`.as('recorded_by'),
      sql<string | null>`ender.first_name || ' ' || ender.last_name`.as('ended_by'),
    ])
    .where('entry.patient_id', '=', patientId)
    .orderBy(sql`entry.ended_at is null`, 'desc')
    .orderBy('entry.recorded_at', 'desc')
    .orderBy('entry.id')
    .execute()
  return rows as Row[]
}
