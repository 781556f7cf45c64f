import type { AlreadyAdmitted } from 'contract'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { hasComeSince } from '../db/in-visit.ts'
import { selectPlaceLabel } from '../db/labels.ts'
import type { OpenRecord } from '../identity/record-access.ts'

/**
 * Throws while the patient is admitted, unless they have come with the open visit `exceptVisitId` since: it ends
 * without the stay. Ask with the patient locked: acts about one patient take turns.
 */
export async function refuseInpatient(
  tx: Tx,
  patientId: OpenRecord,
  exceptVisitId: string | null = null,
): Promise<void> {
  const { rows } = await sql<z.input<typeof AlreadyAdmitted>>`
    select s.an, s.admitted_at, ${selectPlaceLabel('w')} as ward
    from stays s
      join stay_places c on c.stay_id = s.id and upper_inf(c.during) and c.superseded_at is null
      join wards w on w.id = c.ward_id
    where s.patient_id = ${patientId} and s.discharged_at is null and s.voided_at is null
      and not exists (select from visits v where v.id = ${exceptVisitId} and ${hasComeSince})`.execute(tx)
  if (rows[0]) throw new Failure('already-admitted', { detail: rows[0] })
}

/** Whether the patient has a stay that lasts. */
export async function isInpatient(tx: Tx, patientId: OpenRecord): Promise<boolean> {
  const stay = await tx
    .selectFrom('stays')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('discharged_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return stay !== undefined
}
