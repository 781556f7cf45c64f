import type { AlreadyAdmitted } from 'contract'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { placeLabel } from '../db/labels.ts'
import type { OpenRecord } from '../identity/record-access.ts'

/** Throws while the patient is admitted. Ask with the patient locked: acts about one patient take turns. */
export async function refuseInpatient(tx: Tx, patientId: OpenRecord): Promise<void> {
  const { rows } = await sql<z.input<typeof AlreadyAdmitted>>`
    select s.an, s.admitted_at, ${placeLabel('w')} as ward
    from stays s
      join stay_places c on c.stay_id = s.id and upper_inf(c.during) and c.superseded_at is null
      join wards w on w.id = c.ward_id
    where s.patient_id = ${patientId} and s.discharged_at is null and s.voided_at is null`.execute(tx)
  if (rows[0]) throw new Failure('already-admitted', { detail: rows[0] })
}
