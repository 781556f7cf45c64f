import type { ReadingKind, ReadingValues } from 'contract'
import { sql } from 'kysely'
import { sqlRows, toJsonCell } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'

/** A reading that stands in the record of a patient for a row of a sheet. */
export type RowReading = {
  row_id: string
  kind: ReadingKind
  patient_id: string
  reading_id: string
  measured_at: string
  measured_values: ReadingValues
}

export async function listRowReadings(tx: Tx, recordId: string): Promise<RowReading[]> {
  const { rows } = await sql<RowReading>`
    select row_id, kind, patient_id, reading_id, measured_at, measured_values from form_readings
    where record_id = ${recordId} order by row_id, kind`.execute(tx)
  return rows
}

export async function insertRowReadings(
  tx: Tx,
  hospitalId: string,
  recordId: string,
  readings: readonly RowReading[],
): Promise<void> {
  if (readings.length === 0) return
  await sql`
    insert into form_readings (hospital_id, record_id, row_id, kind, patient_id, reading_id, measured_at, measured_values)
    select ${hospitalId}, ${recordId}, r.row_id, r.kind, r.patient_id, r.reading_id, r.measured_at, r.measured_values::jsonb
    from ${sqlRows('r', readings, {
      row_id: ['uuid', ({ row_id }) => row_id],
      kind: ['text', ({ kind }) => kind],
      patient_id: ['uuid', ({ patient_id }) => patient_id],
      reading_id: ['uuid', ({ reading_id }) => reading_id],
      measured_at: ['timestamptz', ({ measured_at }) => measured_at],
      measured_values: ['text', ({ measured_values }) => toJsonCell(measured_values)],
    })}`.execute(tx)
}

export async function deleteRowReadings(
  tx: Tx,
  recordId: string,
  { row_id, kind }: Pick<RowReading, 'row_id' | 'kind'>,
): Promise<void> {
  await sql`delete from form_readings where record_id = ${recordId} and row_id = ${row_id} and kind = ${kind}`.execute(
    tx,
  )
}
