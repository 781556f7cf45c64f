import { type VisitFact, type VisitFacts, type VisitVoidReason, visitFacts } from 'contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { allInOrder } from '../db/all-in-order.ts'
import type { Tx } from '../db/database.ts'
import { selectIsoText } from '../db/iso-text.ts'
import type { VisitsTable } from '../db/tables.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { lockPatient } from './lock-patient.ts'

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
  er_since: string | null
  opd_seen_at: string | null
  first_seen_at: string | null
  left_at: string | null
  disposition: number | null
}

const selectState = (): RawBuilder<VisitState> => sql<VisitState>`json_build_object(
  'kind', v.kind, 'is_open', v.is_open, 'zone', v.zone, 'bay', v.bay, 'doctor_id', v.doctor_id, 'nurse_id', v.nurse_id,
  'pending', v.pending, 'decided', v.decided, 'decided_at', ${selectIsoText('v.decided_at')},
  'er_since', ${selectIsoText('v.er_since')}, 'opd_seen_at', ${selectIsoText('v.opd_seen_at')},
  'first_seen_at', ${selectIsoText('v.first_seen_at')}, 'left_at', ${selectIsoText('v.left_at')},
  'disposition', v.disposition)`

/** The state of a visit of this patient; both are locked until the transaction ends. */
export async function lockVisitState(
  tx: Tx,
  patientId: OpenRecord,
  visitId: string,
): Promise<VisitState | undefined> {
  const [, { rows }] = await allInOrder([
    lockPatient(tx, patientId),
    sql<{ state: VisitState }>`
      select ${selectState()} as state from visits v
      where v.id = ${visitId} and v.patient_id = ${patientId}
      for no key update`.execute(tx),
  ])
  return rows[0]?.state
}

/** What can be corrected of a visit of this patient; both are locked until the transaction ends. */
export async function lockVisitFacts(
  tx: Tx,
  patientId: OpenRecord,
  visitId: string,
): Promise<VisitFacts | undefined> {
  const [, { rows }] = await allInOrder([
    lockPatient(tx, patientId),
    sql<{ facts: VisitFacts }>`
      select json_build_object('visited_at', ${selectIsoText('v.visited_at')}, 'kind', v.kind, 'source', v.source, 'mode', v.mode,
        'referring_hospital', v.referring_hospital, 'referral_number', v.referral_number,
        'complaint', v.complaint, 'symptom_groups', v.symptom_groups, 'onset_at', ${selectIsoText('v.onset_at')},
        'is_accident', v.is_accident, 'accident', v.accident, 'pregnancy', v.pregnancy,
        'pregnancy_weeks', v.pregnancy_weeks, 'infection_signs', v.infection_signs,
        'opd_seen_at', ${selectIsoText('v.opd_seen_at')}, 'first_seen_at', ${selectIsoText('v.first_seen_at')},
        'left_at', ${selectIsoText('v.left_at')}, 'disposition', v.disposition) as facts
      from visits v
      where v.id = ${visitId} and v.patient_id = ${patientId}
      for no key update`.execute(tx),
  ])
  return rows[0]?.facts
}

/** The given facts that differ from those of the visit, and what the visit has in their place. */
export function compareFacts(
  held: VisitFacts,
  given: Partial<VisitFacts>,
): { before: Partial<VisitFacts>; after: Partial<VisitFacts> } | undefined {
  const names = visitFacts.filter(
    (name) => given[name] !== undefined && normalise(given[name]) !== normalise(held[name]),
  )
  if (names.length === 0) return undefined
  const pick = (from: Partial<VisitFacts>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(held), after: pick(given) }
}

/** Whether a change says, or no longer says, that the patient is pregnant: of whoever is, there is no NEWS2. */
export const changesScore = ({ before, after }: Pick<VisitAct, 'before' | 'after'>): boolean =>
  before.pregnancy === 'yes' || after.pregnancy === 'yes'

/** An instant is the same however it is written, and an object whatever the order of its parts. */
function normalise(value: VisitFacts[VisitFact] | undefined): string {
  if (typeof value === 'string') return /^\d{4}-.*T/.test(value) ? String(Date.parse(value)) : value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The cancellation of a visit; nothing undoes it. */
export type Voiding = {
  voided_at: string
  voided_by: string
  void_reason: VisitVoidReason
  void_note: string | null
}

export type VisitAct = {
  id: string
  hospitalId: string
  patientId: string
  visitId: string
  at: string
  staffId: string
  before: Partial<VisitState & VisitFacts>
  after: Partial<VisitState & VisitFacts & Voiding>
  reason?: string
  undoes?: string
}

/** Changes a locked visit from `before` to `after` and notes it, so that it can be undone. */
export async function changeVisit(tx: Tx, act: VisitAct): Promise<void> {
  const { id, hospitalId, patientId, visitId, at, staffId, before, after, reason, undoes } = act
  const { accident, ...columns } = after
  await tx
    .updateTable('visits')
    .set({
      ...(columns as Updateable<VisitsTable>),
      ...(accident !== undefined && { accident: accident && JSON.stringify(accident) }),
    })
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
      reason: reason ?? null,
      undoes: undoes ?? null,
    })
    .execute()
}
