import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { toColumns } from './fields.ts'

export type PatientWrite = { id: string; hospitalId: string; now: string }

/** Registrations run one after the other, so that the second one finds the patient of the first. */
export async function lockRegistration(tx: Tx): Promise<void> {
  await tx.selectFrom('patient_counts').select('patients').forUpdate().execute()
}

/** Locks the record until the transaction ends, so that concurrent changes run one after the other. */
export async function lockPatient(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('patients').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

export async function insertPatient(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  fields: Record<string, unknown>,
  photoId: string | null,
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    insert into patient_counts as counted (hospital_id, patients) values (${hospitalId}, 1)
    on conflict (hospital_id) do update set patients = counted.patients + 1
    returning patients as number`.execute(tx)
  await tx
    .insertInto('patients')
    .values({
      ...(toColumns(fields) as {
        hn: string
        title: string
        name: string
        surname: string
        gender: string
        identity_kind: string
      }),
      id,
      hospital_id: hospitalId,
      number: rows[0]?.number ?? 1,
      photo_id: photoId,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updatePatient(
  tx: Tx,
  { id, now }: PatientWrite,
  fields: Record<string, unknown>,
  photoId: string | null | undefined,
): Promise<void> {
  await tx
    .updateTable('patients')
    .set((eb) => ({
      ...toColumns(fields),
      ...(photoId === undefined ? {} : { photo_id: photoId }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}
