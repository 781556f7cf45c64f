import { mayWardUndo, toFirstDay, toStartOfDay, type Visit, type visits } from 'contract'
import { emitMovedAlarms } from '../../bedside/alarms/moved-patients.ts'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { Failure, requireNoProblems } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { listArrivingReferrals } from '../../patient-flow/arriving-referral.ts'
import { endCareOfVisit, listChangedPatients } from '../../patient-flow/end-care.ts'
import { endVisitLeftForWard } from '../../patient-flow/left-for-ward.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { refuseInpatient } from '../../patient-flow/open-stay.ts'
import {
  changesScore,
  changeVisit,
  compareFacts,
  lockVisitFacts,
  lockVisitState,
  type VisitAct,
  type VisitState,
} from '../../patient-flow/visit-acts.ts'
import { findVisit, giveUpQueueNumber, insertVisit } from '../../patient-flow/visits.ts'
import { findEndNotedAt, findTimes, hasLedToStay, reopenRequestsOfDeath } from './queries.ts'
import {
  completeCorrection,
  findBegun,
  isDeath,
  saysAlive,
  settleLeft,
  settleSeen,
  settleTimes,
  validateArrival,
  validateCorrectedLeft,
  validateDisposition,
  validateKind,
  validateLeft,
  validateSeen,
  validateSeenInClinic,
} from './rules.ts'

export const visitHandlers: Handlers<typeof visits> = {
  async referrals(context, { patient_id }) {
    const [, referrals] = await allInOrder([
      requireAuditedPatient(context, patient_id),
      listArrivingReferrals(context.tx, patient_id),
    ])
    return { referrals }
  },

  async arrive(context, arrival) {
    const { tx, now, newId, actor, hospitalId, auditPatients, emit } = context
    const { patient_id } = arrival
    auditPatients(patient_id)
    const visitor = await lockPatient(tx, patient_id)
    if (!visitor) throw new Failure('not-found')
    const { gender } = visitor
    const fields = validateArrival(arrival, { now, bornAt: toStartOfDay(toFirstDay(visitor)), gender })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const open = await endVisitLeftForWard(context, patient_id, arrival.visited_at ?? now)
    if (open) throw new Failure('visit-open', { detail: { visit: open } })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertVisit(tx, written, arrival)
    if (arrival.pregnancy === 'yes') await reevaluateScore(context, patient_id)
    emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    emit({ kind: 'visits-outdated', visit_kinds: [arrival.kind], patient_ids: [patient_id] })
    const visit = await findVisit(tx, written.id)
    if (!visit) throw new Failure('not-found')
    return { visit }
  },

  async correct(context, { patient_id, visit_id, last_correction, changed, reason }) {
    const { tx, now, auditPatients } = context
    auditPatients(patient_id)
    const visitor = await lockPatient(tx, patient_id)
    const held = await lockVisitFacts(tx, patient_id, visit_id)
    const state = await lockVisitState(tx, patient_id, visit_id)
    const seen = held && (await findVisit(tx, visit_id))
    if (!visitor || !seen || !state) throw new Failure('not-found')
    if (seen.voided) throw new Failure('visit-void')
    if (seen.last_correction !== last_correction)
      throw new Failure('changed-meanwhile', { detail: { visit: seen } })
    const noted = await findTimes(tx, visit_id)
    const given = settleTimes(completeCorrection(held, changed), noted)
    const next = { ...held, ...given }
    const { visited_at, opd_seen_at, first_seen_at, left_at } = next
    const times = { ...noted, visited_at, opd_seen_at, first_seen_at, left_at }
    const fields = [
      ...validateArrival(next, {
        now,
        bornAt: toStartOfDay(toFirstDay(visitor)),
        gender: visitor.gender,
        begunAt: findBegun(times),
        nextAt: times.next_at,
        toldAt: noted.visited_at,
      }),
      ...validateSeenInClinic(opd_seen_at, times),
      ...validateSeen(first_seen_at, times, now, 'first_seen_at'),
      ...validateCorrectedLeft(times, now),
      ...validateDisposition(next.disposition, times),
      ...(next.kind === held.kind ? [] : validateKind(times, state)),
    ].filter(({ field }) => field in given)
    if (fields.length > 0)
      throw new Failure('invalid', {
        fields: fields.map(({ field, message }) => ({ field: `changed.${field}`, message })),
      })
    const compared = compareFacts(held, given)
    if (compared) {
      await change(context, { patient_id, visit_id, kind: seen.kind, reason }, [
        compared.before,
        compared.after,
      ])
      if (changesScore(compared)) await reevaluateScore(context, patient_id)
      if (compared.after.kind)
        await leaveDesk(context, { patient_id, visit_id, kind: compared.after.kind }, state)
    }
    const today = formatZonedDate(hospitalTimeZone, now)
    const requests =
      compared && saysAlive(compared)
        ? await reopenRequestsOfDeath(tx, { patientId: patient_id, visitId: visit_id, today })
        : []
    const visit = await findVisit(tx, visit_id)
    if (!visit) throw new Failure('not-found')
    return { visit, requests }
  },

  async see(context, { patient_id, visit_id, at }) {
    const { now } = context
    const { kind, first_seen_at } = await requireOpenVisit(context, patient_id, visit_id)
    if (first_seen_at !== null) return { first_seen_at, act_id: null }
    const seenAt =
      at === undefined ? now : await requireTime(context, visit_id, at, [settleSeen, validateSeen])
    const act_id = await change(context, { patient_id, visit_id, kind }, [
      { first_seen_at: null },
      { first_seen_at: seenAt },
    ])
    return { first_seen_at: seenAt, act_id }
  },

  async end(context, { patient_id, visit_id, disposition, at, keeps_devices, hands_over }) {
    const { tx, now, emit } = context
    // Done before any row is locked, as the intake does: a device that is taken back changes whose its readings are.
    await lockWearers(tx)
    const { kind } = await requireOpenVisit(context, patient_id, visit_id)
    await refuseInpatient(tx, patient_id, visit_id)
    const leftAt =
      at === undefined ? now : await requireTime(context, visit_id, at, [settleLeft, validateLeft])
    const act_id = await change(context, { patient_id, visit_id, kind }, [
      { is_open: true, left_at: null, disposition: null },
      { is_open: false, left_at: leftAt, disposition },
    ])
    await endCareOfVisit(context, { patientId: patient_id, at: leftAt, keeps_devices, hands_over })
    emit({ kind: 'patients-outdated', patient_ids: listChangedPatients(patient_id, hands_over) })
    return { left_at: leftAt, act_id }
  },

  async void(context, { patient_id, visit_id, reason, note, keeps_devices, hands_over }) {
    const { tx, now, actor, auditPatients, emit } = context
    auditPatients(patient_id)
    await lockWearers(tx)
    const held = await lockVisitState(tx, patient_id, visit_id)
    const seen = held && (await findVisit(tx, visit_id))
    if (!held || !seen) throw new Failure('not-found')
    if (seen.voided) throw new Failure('visit-void')
    if (await hasLedToStay(tx, visit_id)) throw new Failure('visit-admitted')
    const { kind, is_open, left_at, disposition } = held
    if (!is_open) {
      const recordedAt = await findEndNotedAt(tx, visit_id)
      if (left_at === null || !mayWardUndo({ at: left_at, recordedAt }, now))
        throw new Failure('visit-end-too-old')
    }
    const today = formatZonedDate(hospitalTimeZone, now)
    // Asked while the visit still says when they left: what their death closed is found by that.
    const requests = isDeath(disposition)
      ? await reopenRequestsOfDeath(tx, { patientId: patient_id, visitId: visit_id, today })
      : []
    await change(context, { patient_id, visit_id, kind }, [
      { is_open, left_at, disposition },
      {
        is_open: false,
        left_at: null,
        disposition: null,
        voided_at: now,
        voided_by: actor._id,
        void_reason: reason,
        void_note: note,
      },
    ])
    if (is_open) {
      await endCareOfVisit(context, { patientId: patient_id, at: now, keeps_devices, hands_over })
      if (seen.pregnancy === 'yes') await reevaluateScore(context, patient_id)
    }
    emit({ kind: 'patients-outdated', patient_ids: listChangedPatients(patient_id, hands_over) })
    // Whoever was sent from a clinic had a number there.
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [patient_id] })
    if (seen.brought) emit({ kind: 'inbound-outdated' })
    const visit = await findVisit(tx, visit_id)
    if (!visit) throw new Error('the visit was found before')
    return { visit, requests }
  },
}

/** The time that was typed of something in a visit. Throws if it cannot have been then. */
async function requireTime(
  { tx, now }: Context,
  visitId: string,
  at: string,
  [settle, validate]: [typeof settleLeft, typeof validateLeft],
): Promise<string> {
  const times = await findTimes(tx, visitId)
  const settled = settle(at, times)
  requireNoProblems(validate(settled, times, now))
  return settled
}

/** The state of the visit, locked with its patient. Throws if it has ended, or is not one of this patient. */
async function requireOpenVisit({ tx, auditPatients }: Context, patientId: OpenRecord, visitId: string) {
  auditPatients(patientId)
  const visit = await lockVisitState(tx, patientId, visitId)
  if (!visit) throw new Failure('not-found')
  if (!visit.is_open) throw new Failure('visit-ended')
  return visit
}

/** Gives up what somebody had at the desk where they were registered by mistake: the number, or the place. */
async function leaveDesk(
  context: Context,
  visit: { patient_id: OpenRecord; visit_id: string; kind: Visit['kind'] },
  { zone, bay, doctor_id, nurse_id }: VisitState,
): Promise<void> {
  const { tx, emit } = context
  if (visit.kind === 'ER') await giveUpQueueNumber(tx, visit.visit_id)
  else if ([zone, bay, doctor_id, nurse_id].some((one) => one !== null))
    await change(context, visit, [
      { zone, bay, doctor_id, nurse_id },
      { zone: null, bay: null, doctor_id: null, nurse_id: null },
    ])
  await emitMovedAlarms(context, visit.patient_id)
  emit({ kind: 'visits-outdated', visit_kinds: [visit.kind], patient_ids: [visit.patient_id] })
}

async function change(
  { tx, now, newId, actor, hospitalId, emit }: Context,
  {
    patient_id,
    visit_id,
    kind,
    reason,
  }: { patient_id: OpenRecord; visit_id: string; kind: Visit['kind']; reason?: string },
  [before, after]: [VisitAct['before'], VisitAct['after']],
): Promise<string> {
  const act = {
    id: newId(),
    hospitalId,
    patientId: patient_id,
    visitId: visit_id,
    at: now,
    staffId: actor._id,
  }
  await changeVisit(tx, { ...act, before, after, ...(reason !== undefined && { reason }) })
  emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
  emit({ kind: 'visits-outdated', visit_kinds: [kind], patient_ids: [patient_id] })
  return act.id
}
