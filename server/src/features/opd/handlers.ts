import { formatQueueNumber, mayWardUndo, type opd, type QueueTarget } from 'contract'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { type OpenRecord, toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { endCareOfVisit, hasEndedMonitoring, listChangedPatients } from '../../patient-flow/end-care.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { refuseInpatient } from '../../patient-flow/open-stay.ts'
import { changeVisit, lockVisitState, type VisitState } from '../../patient-flow/visit-acts.ts'
import {
  type Entry,
  findClinic,
  hasLaterAct,
  insertClinic,
  insertEntry,
  listClinics,
  listDisplayed,
  listQueue,
  listUnqueued,
  lockEntry,
  lockNextEntry,
  takeQueueNumber,
  updateClinic,
  updateEntry,
  voidEarlierEntries,
  voidWaitingEntry,
} from './queries.ts'

const getDay = (now: string) => formatZonedDate(hospitalTimeZone, now)

export const opdHandlers: Handlers<typeof opd> = {
  async queue({ tx, actor, now, auditPatients }) {
    const [day, viewer] = [getDay(now), toViewer(actor, now)]
    // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
    const [event, clinics, rows, unqueued] = await Promise.all([
      getNewestEvent(tx),
      listClinics(tx),
      listQueue(tx, day, viewer),
      listUnqueued(tx, day, viewer),
    ])
    auditPatients([...rows, ...unqueued.rows].map(({ patient }) => patient._id))
    return {
      clinics,
      rows,
      unqueued: unqueued.rows,
      has_more_unqueued: unqueued.hasMore,
      event: String(event),
    }
  },

  async enqueue(context, { patient_id, visit_id, clinic_id }) {
    const { tx, auditPatients } = context
    auditPatients(patient_id)
    await requireOpenVisit(context, patient_id, visit_id)
    const { number } = await giveNumber(context, { patient_id, visit_id, clinic_id })
    const clinic = await findClinic(tx, clinic_id)
    return { number: formatQueueNumber(clinic?.code ?? '', number) }
  },

  async callNext({ tx, now, auditPatients, emit }, { clinic_id, room }) {
    auditPatients([])
    if (!(await findClinic(tx, clinic_id))) throw new Failure('not-found')
    const next = await lockNextEntry(tx, clinic_id, getDay(now))
    if (!next) return { entry_id: null }
    auditPatients(next.patient_id)
    await updateEntry(tx, next.id, { state: 'called', room, called_at: now, calls: next.calls + 1 })
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [next.patient_id] })
    return { entry_id: next.id }
  },

  async move(context, { patient_id, entry_id, state, to, room, is_undo }) {
    const { tx, now, emit } = context
    const entry = await requireEntry(context, { patient_id, entry_id })
    if (entry.state !== state || state === 'done') throw new Failure('changed-meanwhile')
    const visit = await requireOpenVisit(context, patient_id, entry.visit_id)
    // A number that was never called has no call to go back to.
    const keepsCall = (is_undo || state === 'seen') && entry.calls > 0
    if (to === 'called' && !keepsCall) {
      await updateEntry(tx, entry_id, {
        state: to,
        room,
        called_at: now,
        calls: entry.calls + 1,
        seen_at: null,
      })
    } else {
      await updateEntry(tx, entry_id, { state: to, seen_at: to === 'seen' ? now : null })
    }
    // The visit stores once when a doctor first saw the patient; leaving that state of the queue takes it back.
    if (to === 'seen' && visit.first_seen_at === null) {
      await writeVisit(context, patient_id, entry.visit_id, [{ first_seen_at: null }, { first_seen_at: now }])
    } else if (to !== 'seen' && entry.seen_at !== null && visit.first_seen_at === entry.seen_at) {
      await writeVisit(context, patient_id, entry.visit_id, [
        { first_seen_at: visit.first_seen_at },
        { first_seen_at: null },
      ])
    }
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [patient_id] })
    return {}
  },

  async send(context, { patient_id, entry_id, state, to, clinic_id, keeps_devices, hands_over }) {
    const { tx, now, emit } = context
    // Done before any row is locked, as the intake does: a device that is taken back changes whose its readings are.
    if (to === 'HOME') await lockWearers(tx)
    const entry = await requireEntry(context, { patient_id, entry_id })
    if (to === 'HOME') await refuseInpatient(tx, patient_id)
    if (entry.state !== state || state === 'done') throw new Failure('changed-meanwhile')
    const { first_seen_at } = await requireOpenVisit(context, patient_id, entry.visit_id)
    if (to === 'CLINIC' && clinic_id === null) throw createInvalidFieldFailure('clinic_id', 'field-required')
    await updateEntry(tx, entry_id, { state: 'done', sent_from: state, sent_to: to, done_at: now })
    const change = describeVisitChange(to, now, first_seen_at)
    if (change) await writeVisit(context, patient_id, entry.visit_id, change)
    if (to === 'CLINIC' && clinic_id !== null) {
      const next = await giveNumber(context, { patient_id, visit_id: entry.visit_id, clinic_id })
      await updateEntry(tx, entry_id, { next_id: next.id })
    }
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD', 'ER'], patient_ids: [patient_id] })
    if (to === 'HOME') {
      await endCareOfVisit(context, { patientId: patient_id, at: now, keeps_devices, hands_over })
      emit({ kind: 'patients-outdated', patient_ids: listChangedPatients(patient_id, hands_over) })
    }
    return {}
  },

  async takeBack(context, { patient_id, entry_id }) {
    const { tx, now, emit } = context
    const entry = await requireEntry(context, { patient_id, entry_id })
    if (entry.state !== 'done' || entry.sent_to === null || entry.done_at === null)
      throw new Failure('changed-meanwhile')
    const visit = await lockVisitState(tx, patient_id, entry.visit_id)
    if (!visit) throw new Failure('not-found')
    if (entry.sent_to === 'ER') await refuseBegunEr(context, entry, visit)
    // Sent home, the visit is over; it is opened again for as long as any other.
    if (entry.sent_to === 'HOME' && !mayWardUndo({ at: entry.done_at, recordedAt: undefined }, now))
      throw new Failure('visit-end-too-old')
    const change = describeVisitChange(entry.sent_to, entry.done_at, visit.opd_seen_at)
    if (change) {
      const [before, after] = change
      const isAsLeft = Object.entries(after).every(
        ([name, value]) => visit[name as keyof VisitState] === value,
      )
      if (!isAsLeft) throw new Failure('changed-meanwhile')
      await writeVisit(context, patient_id, entry.visit_id, [after, before])
    } else if (!visit.is_open) throw new Failure('visit-ended')
    if (entry.next_id !== null && !(await voidWaitingEntry(tx, entry.next_id)))
      throw new Failure('changed-meanwhile')
    await updateEntry(tx, entry_id, {
      state: entry.sent_from ?? 'waiting',
      sent_from: null,
      sent_to: null,
      next_id: null,
      done_at: null,
    })
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD', 'ER'], patient_ids: [patient_id] })
    if (entry.sent_to !== 'HOME') return { has_ended_monitoring: false }
    emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const left = { leftAt: entry.done_at, notedAt: entry.done_at }
    return { has_ended_monitoring: await hasEndedMonitoring(tx, patient_id, left) }
  },

  display: async ({ tx, now }) => ({ clinics: await listDisplayed(tx, getDay(now)) }),

  clinics: async ({ tx }) => ({ clinics: await listClinics(tx) }),

  async saveClinic({ tx, now, newId, hospitalId, emit }, { _id, version, is_closed, ...names }) {
    const known = _id === null ? undefined : await findClinic(tx, _id)
    if (_id !== null && !known) throw new Failure('not-found')
    if (known && known.version !== version) throw new Failure('changed-meanwhile')
    const values = { ...names, closed_at: is_closed ? now : null, version: version + 1 }
    const id = _id ?? newId()
    if (known) await updateClinic(tx, id, values)
    else await insertClinic(tx, id, hospitalId, values)
    emit({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [] })
    const clinic = await findClinic(tx, id)
    if (!clinic) throw new Failure('not-found')
    return { clinic }
  },
}

/** A place in the queue of this patient; both are locked until the transaction ends. */
async function requireEntry(
  { tx, auditPatients }: Context,
  { patient_id, entry_id }: { patient_id: OpenRecord; entry_id: string },
): Promise<Entry> {
  auditPatients(patient_id)
  const [, entry] = await allInOrder([lockPatient(tx, patient_id), lockEntry(tx, patient_id, entry_id)])
  if (!entry) throw new Failure('not-found')
  return entry
}

/** The visit, locked with its patient. Throws if it has ended, or is not one of this patient. */
async function requireOpenVisit(
  { tx }: Context,
  patientId: OpenRecord,
  visitId: string,
): Promise<VisitState> {
  const visit = await lockVisitState(tx, patientId, visitId)
  if (!visit) throw new Failure('not-found')
  if (!visit.is_open) throw new Failure('visit-ended')
  return visit
}

/** Throws if the emergency room has begun with a patient who was sent there: what it has done is not taken back. */
async function refuseBegunEr(
  { tx }: Context,
  { visit_id, done_at }: Entry,
  visit: VisitState,
): Promise<void> {
  if (!visit.is_open) throw new Failure('visit-ended')
  const { bay, doctor_id, nurse_id, decided } = visit
  const isBegun = [bay, doctor_id, nurse_id, decided].some((value) => value !== null)
  if (isBegun || (await hasLaterAct(tx, visit_id, done_at))) throw new Failure('changed-meanwhile')
}

type Given = { patient_id: OpenRecord; visit_id: string; clinic_id: string }

/** The next number of today. It is taken in this transaction, so that none is left out and none is given twice. */
async function giveNumber(context: Context, { patient_id, visit_id, clinic_id }: Given) {
  const { tx, now, newId, hospitalId, emit } = context
  const clinic = await findClinic(tx, clinic_id)
  if (!clinic) throw new Failure('not-found')
  if (clinic.is_closed) throw new Failure('clinic-closed')
  const day = getDay(now)
  await voidEarlierEntries(tx, visit_id, day)
  const number = await takeQueueNumber(tx, hospitalId, clinic_id, day)
  const id = newId()
  await insertEntry(tx, {
    id,
    hospital_id: hospitalId,
    clinic_id,
    day,
    number,
    patient_id,
    visit_id,
    queued_at: now,
  })
  emit({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [patient_id] })
  return { id, number }
}

/**
 * What sending somebody there changes of the visit: before and after. The emergency room has its own clock, and whoever
 * saw a doctor of the clinic waits for one there.
 */
function describeVisitChange(
  to: QueueTarget,
  at: string,
  seenAt: string | null,
): [Partial<VisitState>, Partial<VisitState>] | undefined {
  if (to === 'ER')
    return [
      { kind: 'OPD', er_since: null, opd_seen_at: null, first_seen_at: seenAt },
      { kind: 'ER', er_since: at, opd_seen_at: seenAt, first_seen_at: null },
    ]
  if (to !== 'HOME') return undefined
  return [
    { is_open: true, left_at: null, disposition: null },
    { is_open: false, left_at: at, disposition: 1 },
  ]
}

async function writeVisit(
  { tx, now, newId, actor, hospitalId }: Context,
  patientId: OpenRecord,
  visitId: string,
  [before, after]: [Partial<VisitState>, Partial<VisitState>],
): Promise<void> {
  const act = { id: newId(), hospitalId, patientId, visitId, at: now, staffId: actor._id }
  await changeVisit(tx, { ...act, before, after })
}
