import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Tx } from './database.ts'
import { selectIsoText } from './iso-text.ts'
import type { VisitsTable } from './tables.ts'

/** What acts of a visit change and an undo restores. Instants are text. */
export type VisitState = {
  kind: 'ER' | 'OPD'
  is_open: boolean
  zone: string | null
  bay: string | null
  doctor_id: string | null
  nurse_id: string | null
  pending: string[]
  decided: number | null
  decided_at: string | null
  first_seen_at: string | null
  left_at: string | null
  disposition: number | null
}

const selectState = (): RawBuilder<VisitState> => sql<VisitState>`json_build_object(
  'kind', v.kind, 'is_open', v.is_open, 'zone', v.zone, 'bay', v.bay, 'doctor_id', v.doctor_id, 'nurse_id', v.nurse_id,
  'pending', v.pending, 'decided', v.decided, 'decided_at', ${selectIsoText('v.decided_at')},
  'first_seen_at', ${selectIsoText('v.first_seen_at')}, 'left_at', ${selectIsoText('v.left_at')},
  'disposition', v.disposition)`

/** The state of a visit of this patient, locked until the transaction ends. */
export async function lockVisitState(
  tx: Tx,
  patientId: string,
  visitId: string,
): Promise<VisitState | undefined> {
  const { rows } = await sql<{ state: VisitState }>`
    select ${selectState()} as state from visits v
    where v.id = ${visitId} and v.patient_id = ${patientId}
    for no key update`.execute(tx)
  return rows[0]?.state
}

export type VisitAct = {
  id: string
  hospitalId: string
  patientId: string
  visitId: string
  at: string
  staffId: string
  before: Partial<VisitState>
  after: Partial<VisitState>
  undoes?: string
}

/** Changes a locked visit from `before` to `after` and notes it, so that it can be undone. */
export async function changeVisit(tx: Tx, act: VisitAct): Promise<void> {
  const { id, hospitalId, patientId, visitId, at, staffId, before, after, undoes } = act
  await tx
    .updateTable('visits')
    .set(after as Updateable<VisitsTable>)
    .where('id', '=', visitId)
    .execute()
  await tx
    .insertInto('visit_acts')
    .values({
      id,
      hospital_id: hospitalId,
      patient_id: patientId,
      visit_id: visitId,
      at,
      staff_id: staffId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      undoes: undoes ?? null,
    })
    .execute()
}
