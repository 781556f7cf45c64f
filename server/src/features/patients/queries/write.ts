import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { toColumns } from './fields.ts'

export type PatientWrite = { id: string; hospitalId: string; now: string }

/** The keys by which a patient may already be registered. */
export type Identity = {
  hn: string
  national_id: string | null
  passport_no: string | null
  migrant_no: string | null
  name: string
  surname: string
  mobile: string | null
}

/**
 * Registrations of what may be the same person run one after the other, so that the second one finds the patient of the
 * first. The keys are those by which `findPossibleDuplicates` looks.
 */
export async function lockIdentity(tx: Tx, hospitalId: string, person: Identity): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(concat_ws(' ', ${hospitalId}::text, kind, key), 0) as lock
      from (values
        ('hn', ${person.hn}),
        ('id', search_key(${person.national_id})),
        ('id', search_key(${person.passport_no})),
        ('id', search_key(${person.migrant_no})),
        ('name', search_key(${person.name} || ${person.surname})),
        ('phone', phone_key(${person.mobile}) || search_key(${person.name}))
      ) as known (kind, key)
      where key <> ''
      order by lock) as in_one_order`.execute(tx)
}

/** Locks the record until the transaction ends, so that concurrent changes run one after the other. */
export async function lockPatientRecord(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('patients').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** A trigger numbers the patient at the commit. */
export async function insertPatient(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  fields: Record<string, unknown>,
  photoId: string | null,
): Promise<void> {
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
