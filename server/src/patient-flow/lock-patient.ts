import type { Birth, Gender } from 'contract'
import type { Tx } from '../db/database.ts'
import type { OpenRecord } from '../identity/record-access.ts'

/** What acts about a patient are judged by. */
export type LockedPatient = Birth & { gender: Gender; is_pregnant: boolean }

/**
 * The patient, locked until the transaction ends: acts about one patient take turns. An act locks the patient before
 * their place in a queue, their visit, newest values and alarms. Two acts that lock in another order could each wait
 * for the other. Rows that only refer to the patient need not wait.
 */
export async function lockPatient(tx: Tx, id: OpenRecord): Promise<LockedPatient | undefined> {
  return tx
    .selectFrom('patients')
    .select(['gender', 'date_of_birth', 'birth_date_precision', 'is_pregnant'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<LockedPatient | undefined>
}
