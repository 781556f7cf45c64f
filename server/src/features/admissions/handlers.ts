import {
  type admissions,
  type Body,
  howLeft,
  listChanges,
  mayWardUndo,
  type Reply,
  type StayHistory,
  toFirstDay,
  toStartOfDay,
  validateDischarge,
} from 'contract'
import { chartReadings } from '../../bedside/charting.ts'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { Failure, requireNoProblems } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Tx } from '../../db/database.ts'
import { findNumberSource } from '../../db/number-series.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { isApproved } from '../../identity/accounts.ts'
import { findStaff } from '../../identity/find-staff.ts'
import { type OpenRecord, toViewer } from '../../identity/record-access.ts'
import { endReservations, lockBeds } from '../../patient-flow/beds.ts'
import { endCareOfStay, hasEndedMonitoring, listChangedPatients } from '../../patient-flow/end-care.ts'
import { giveNumber } from '../../patient-flow/give-number.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { findOpenVisit } from '../../patient-flow/visits.ts'
import {
  type CorrectedStay,
  planCorrections,
  requirePlacesFree,
  writeCorrections,
} from './acts/corrections.ts'
import {
  answerStay,
  beginPlace,
  endPlace,
  freeBed,
  lockExistingPatient,
  lockTarget,
  refuseAdmitted,
  refuseClosedWard,
  requireFound,
  requireFreePlace,
  requireOpenStay,
  requireStay,
  settleTime,
  writeAct,
} from './acts/stays.ts'
import { formatHistoryCsv, formatStaysCsv } from './csv.ts'
import { findAdmissionBasis } from './queries/basis.ts'
import {
  endCleaning,
  findLastPlace,
  type KeptPlace,
  listBeds,
  listPlaces,
  markForTerminalCleaning,
  setPlaceEnd,
  supersedePlaces,
} from './queries/places.ts'
import {
  type AdmissionValues,
  findDischargeAct,
  findStayByTime,
  findStayOwner,
  findUntoldVisit,
  insertStay,
  isAdmissionNumberTaken,
  isDoctor,
  type LockedStay,
  listDoctors,
  updateStay,
} from './queries/stay-changes.ts'
import { listStayHistories, listStays, streamStays } from './queries/stays.ts'
import {
  notDischarged,
  toReferralBasis,
  validateAdmission,
  validateInstant,
  validateOrigin,
} from './rules.ts'

/** A selection list shows at most this many. */
const offeredReceivers = 30

export const admissionHandlers: Handlers<typeof admissions> = {
  async list({ tx, actor, now, auditPatients }, { filterLists, ...query }) {
    const page = await listStays(tx, toViewer(actor, now), { ...query, ...filterLists })
    auditPatients(page.rows.map(({ patient }) => patient._id))
    return page
  },

  async left({ tx, actor, now, auditPatients }, { filterLists, ...query }) {
    const page = await listStays(tx, toViewer(actor, now), { ...query, ...filterLists, state: 'left' })
    auditPatients(page.rows.map(({ patient }) => patient._id))
    return page
  },

  async exportList(context, { filterLists, language, search_value }) {
    const { actor, now, auditPatients, addAuditDetail } = context
    auditPatients([])
    addAuditDetail({ exported: { filterLists, is_searched: search_value.trim() !== '' } })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) =>
        formatStaysCsv(
          streamStays(tx, toViewer(actor, now), { search_value, ...filterLists }),
          language,
          formatZonedDate(hospitalTimeZone, now),
        ),
    }
  },

  async history(context, { patient_id }) {
    await requireAuditedPatient(context, patient_id)
    return { stays: await listStayHistories(context.tx, patient_id) }
  },

  async exportHistory(context, { patient_id, language }) {
    await requireAuditedPatient(context, patient_id)
    const doctors = await listDoctors(context.tx)
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) => formatHistoryCsv(readHistory(tx, patient_id), language, doctors),
    }
  },

  async prepare(context, { patient_id, referral_id }) {
    const { tx, now, actor } = context
    const [, basis] = await allInOrder([
      requireAuditedPatient(context, patient_id),
      findAdmissionBasis(tx, patient_id, {
        now,
        readsForms: actor.permissions.has('form:use'),
        referralId: referral_id,
      }),
    ])
    return { ...basis, referral: basis.referral && toReferralBasis(basis.referral) }
  },

  doctors: async ({ tx }) => ({ doctors: await listDoctors(tx) }),

  receivers: async ({ tx }, { search_value }) => ({
    staff: await findStaff(tx, search_value, offeredReceivers),
  }),

  beds: async ({ tx, now }, { ward_id }) => ({ beds: await listBeds(tx, ward_id, now) }),

  async admit(context, body) {
    const { patient_id, ward_id, bed_id, at: given, an, ...asked } = body
    const { weight, height, confirmed, ...admission } = asked
    const { tx, now, hospitalId, newId, auditPatients } = context
    auditPatients(patient_id)
    const at = await settleTime(context, given ?? now, { patientIds: [patient_id], bedIds: [bed_id] })
    const target = { wardId: ward_id, bedId: bed_id }
    const use = { patientId: patient_id, from: at, to: null, exceptStayIds: [] }
    const [patient, visit, hasDoctor, open, state, source] = await allInOrder([
      lockPatient(tx, patient_id),
      findOpenVisit(tx, patient_id),
      isDoctor(tx, admission.attending_id),
      findStayByTime(tx, patient_id, at),
      lockTarget(context, target, use),
      findNumberSource(tx, hospitalId, 'AN'),
    ])
    const facts = requireFound(patient)
    const { gender, is_pregnant } = facts
    requireNoProblems([
      ...validateInstant(at, { now, notBefore: toStartOfDay(toFirstDay(facts)) }),
      ...validateOrigin(at, admission, visit),
      ...validateAdmission(admission, { gender }),
    ])
    refuseUnlessDoctor(hasDoctor)
    refuseAdmitted(open)
    await requireFreePlace(context, target, use, state)

    const wanted = { hospitalId, kind: 'AN', at, typed: an } as const
    const number = await giveNumber(tx, wanted, source, (one) => isAdmissionNumberTaken(tx, one))
    await chartBody(context, patient_id, { measured_at: at, weight, height, confirmed })
    const [stayId, actId] = [newId(), newId()]
    const stay = { id: stayId, hospitalId, patientId: patient_id, an: number, admittedAt: at }
    return answerStay(context, [patient_id], { patientId: patient_id, stayId }, [
      insertStay(tx, stay, admission),
      writeAct(context, actId, { stayId, act: 'admitted', at }),
      beginPlace(context, { stayId, actId, from: at }, toPlace({ ward_id, bed_id })),
      ...(bed_id === null ? [] : [endReservations(tx, { patientId: patient_id, bedId: null }, now)]),
      ...(admission.pregnancy === 'yes' || (admission.pregnancy === 'no' && is_pregnant)
        ? [reevaluateScore(context, patient_id)]
        : []),
    ])
  },

  async update(context, { patient_id, stay_id, version, ...admission }) {
    const { tx, now, newId, auditPatients } = context
    auditPatients(patient_id)
    const patient = await lockExistingPatient(context, patient_id)
    const stay = await requireStay(context, { patient_id, stay_id, version })
    if (stay.voided_at !== null) throw new Failure('not-found')
    requireNoProblems(validateAdmission(admission, patient, stay))
    if (stay.attending_id !== admission.attending_id)
      refuseUnlessDoctor(await isDoctor(tx, admission.attending_id))
    const changes = listChanges(stay, admission)
    if (changes.length > 0) {
      await markBedOfLiftedIsolation(context, stay, admission)
      await updateStay(tx, stay_id, admission)
      await writeAct(context, newId(), { stayId: stay_id, act: 'changed', at: now, detail: { changes } })
      if (changes.some(({ field }) => field === 'pregnancy')) {
        const { is_pregnant } = await lockExistingPatient(context, patient_id)
        // "No" after "not asked" is no reason for an alarm by values of before.
        if (is_pregnant !== patient.is_pregnant) await reevaluateScore(context, patient_id)
      }
    }
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id })
  },

  async move(context, { ward_id, bed_id, reason, note, hand_over, receiver_id, at: given, ...seen }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id } = seen
    auditPatients(patient_id)
    const at = await settleTime(context, given ?? now, { patientIds: [patient_id], bedIds: [bed_id] })
    const target = { wardId: ward_id, bedId: bed_id }
    const use = { patientId: patient_id, from: at, to: null, exceptStayIds: [] }
    const { place, more } = await requireOpenStay(context, seen, () => [
      receiver_id === null || isApproved(tx, receiver_id),
      lockTarget(context, target, use),
    ])
    const [hasReceiver, state] = more
    const isTransfer = ward_id !== place.ward_id
    requireNoProblems([
      ...validateInstant(at, { now, notBefore: place.from }),
      ...(isTransfer && hand_over === null
        ? [{ field: 'hand_over.situation', message: 'field-required' }]
        : []),
      ...(isTransfer && receiver_id === null ? [{ field: 'receiver_id', message: 'field-required' }] : []),
      ...(!isTransfer && bed_id === place.bed_id ? [{ field: 'bed_id', message: 'same-place' }] : []),
    ])
    if (!hasReceiver) requireNoProblems([{ field: 'receiver_id', message: 'choice-invalid' }])
    await requireFreePlace(context, target, use, state)

    const actId = newId()
    const isOnLeave = place.kind === 'leave'
    const { due_back_at } = place
    const detail = { hand_over, receiver_id, is_on_leave: isOnLeave }
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id }, [
      writeAct(context, actId, { stayId: stay_id, act: 'moved', at, reason, note, detail }),
      endPlace(context, place, { at, actId }),
      // Whoever is away stays so: the bed there is held for them.
      beginPlace(
        context,
        { stayId: stay_id, actId, from: at },
        isOnLeave ? { kind: 'leave', ward_id, bed_id, due_back_at } : toPlace({ ward_id, bed_id }),
      ),
      // Whoever is in a bed already can have the next one reserved, and be moved before they get it.
      ...(place.bed_id === null && bed_id !== null
        ? [endReservations(tx, { patientId: patient_id, bedId: null }, now)]
        : []),
      updateStay(tx, stay_id, {}),
    ])
  },

  /**
   * Both patients are locked in one order, so that two swaps of the same beds take turns. A swap keeps both patients on
   * their ward: a change of the ward needs a hand-over for each.
   */
  async swap(context, { patient_id, with_stay_id, with_version, reason, note, at: given, ...seen }) {
    const { tx, now, newId, auditPatients, openRecord } = context
    auditPatients(patient_id)
    const one = await openRecord(patient_id)
    const other = await findStayOwner(tx, with_stay_id)
    if (other === undefined) throw new Failure('not-found')
    auditPatients(other)
    const another = await openRecord(other)
    for (const id of [one, another].toSorted()) await lockExistingPatient(context, id)
    const at = await settleTime(context, given ?? now, { patientIds: [one, another], bedIds: [] })
    const first = await requireOpenStay(context, { patient_id: one, ...seen })
    const second = await requireOpenStay(context, {
      patient_id: another,
      stay_id: with_stay_id,
      version: with_version,
    })
    if (first.place.kind !== 'bed' || second.place.kind !== 'bed') throw new Failure('not-in-bed')
    if (first.place.ward_id !== second.place.ward_id) throw new Failure('swap-across-wards')
    requireNoProblems(
      [first, second].flatMap(({ place }) => validateInstant(at, { now, notBefore: place.from })),
    )
    await lockBeds(
      tx,
      [first.place, second.place].flatMap(({ bed_id }) => bed_id ?? []),
    )
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const actId = newId()
      await allInOrder([
        writeAct(context, actId, { stayId: from.stay.id, act: 'swapped', at, reason, note }),
        endPlace(context, from.place, { at, actId, keepsBed: true }),
        from.place.bed_id !== null &&
          markForTerminalCleaning(tx, { bedId: from.place.bed_id, placeId: from.place.id }),
        beginPlace(context, { stayId: from.stay.id, actId, from: at }, toPlace(to.place)),
        updateStay(tx, from.stay.id, {}),
      ])
    }
    return answerStay(context, [one, another], { patientId: one, stayId: seen.stay_id })
  },

  async leave(context, { due_back_at, holds_bed, note, relative, at: given, ...seen }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id } = seen
    auditPatients(patient_id)
    const at = await settleTime(context, given ?? now, { patientIds: [patient_id], bedIds: [] })
    const { place } = await requireOpenStay(context, seen)
    if (place.kind === 'leave') throw new Failure('already-on-leave')
    requireNoProblems([
      ...validateInstant(at, { now, notBefore: place.from }),
      ...(Date.parse(due_back_at) <= Date.parse(at)
        ? [{ field: 'due_back_at', message: 'to-before-from' }]
        : []),
    ])
    const actId = newId()
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id }, [
      writeAct(context, actId, { stayId: stay_id, act: 'left', at, note, detail: { relative } }),
      endPlace(context, place, { at, actId, keepsBed: holds_bed }),
      beginPlace(
        context,
        { stayId: stay_id, actId, from: at },
        { kind: 'leave', ward_id: place.ward_id, bed_id: holds_bed ? place.bed_id : null, due_back_at },
      ),
      updateStay(tx, stay_id, {}),
    ])
  },

  /** The leave that was noted is superseded by one that differs in when it ends. */
  async changeLeave(context, { due_back_at, note, ...seen }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id } = seen
    auditPatients(patient_id)
    const { place } = await requireOpenStay(context, seen)
    if (place.kind !== 'leave') throw new Failure('not-on-leave')
    if (Date.parse(due_back_at) <= Date.parse(place.from))
      requireNoProblems([{ field: 'due_back_at', message: 'to-before-from' }])
    const changes = [{ field: 'due_back_at', from: place.due_back_at, to: due_back_at }]
    const actId = newId()
    const act = { stayId: stay_id, act: 'leave-changed', at: now, note, detail: { changes } } as const
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id }, [
      writeAct(context, actId, act),
      supersedePlaces(tx, [place.id], { actId, now }),
      beginPlace(context, { stayId: stay_id, actId, from: place.from }, { ...place, due_back_at }),
      updateStay(tx, stay_id, {}),
    ])
  },

  async comeBack(context, { note, at: given, ...seen }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id } = seen
    auditPatients(patient_id)
    const at = await settleTime(context, given ?? now, { patientIds: [patient_id], bedIds: [] })
    const { place } = await requireOpenStay(context, seen)
    if (place.kind !== 'leave') throw new Failure('not-on-leave')
    requireNoProblems(validateInstant(at, { now, notBefore: place.from }))
    const actId = newId()
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id }, [
      writeAct(context, actId, { stayId: stay_id, act: 'returned', at, note }),
      endPlace(context, place, { at, actId, keepsBed: true }),
      beginPlace(context, { stayId: stay_id, actId, from: at }, toPlace(place)),
      updateStay(tx, stay_id, {}),
    ])
  },

  async discharge(context, { keeps_devices, hands_over, at: given, ...body }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id, version, ...discharge } = body
    auditPatients(patient_id)
    const at = await settleTime(context, given ?? now, { patientIds: [patient_id], bedIds: [] })
    const [, { patient, stay, place }] = await allInOrder([
      // Done before any row is locked, as the intake does: a device that is taken back changes whose its readings are.
      lockWearers(tx),
      requireOpenStay(context, { patient_id, stay_id, version }),
    ])
    requireNoProblems([
      ...validateInstant(at, { now, notBefore: place.from }),
      ...validateDischarge(discharge, { ...patient, on: formatZonedDate(hospitalTimeZone, at) }),
    ])
    const changes = listChanges(stay, discharge)
    const actId = newId()
    await allInOrder([
      writeAct(context, actId, { stayId: stay_id, act: 'discharged', at, detail: { changes } }),
      endPlace(context, place, { at, actId }),
      updateStay(tx, stay_id, { ...discharge, discharged_at: at }),
      endReservations(tx, { patientId: patient_id, bedId: null }, now),
      endCareOfStay(context, { patientId: patient_id, at, keeps_devices, hands_over }),
    ])
    return answerStay(context, listChangedPatients(patient_id, hands_over), {
      patientId: patient_id,
      stayId: stay_id,
    })
  },

  async changeDischarge(context, { patient_id, stay_id, version, note, ...discharge }) {
    const { tx, now, newId, actor, auditPatients } = context
    auditPatients(patient_id)
    const patient = await lockExistingPatient(context, patient_id)
    const stay = await requireStay(context, { patient_id, stay_id, version })
    if (stay.voided_at !== null) throw new Failure('not-found')
    if (stay.discharged_at === null) throw new Failure('stay-open')
    const on = formatZonedDate(hospitalTimeZone, stay.discharged_at)
    requireNoProblems(validateDischarge(discharge, { ...patient, on }, stay))
    const changes = listChanges(stay, discharge)
    if (changes.some(({ field }) => howLeft.has(field)) && !actor.permissions.has('stay:reopen'))
      await refuseUnlessRecent(context, { stayId: stay_id, dischargedAt: stay.discharged_at })
    if (changes.length > 0) {
      await updateStay(tx, stay_id, discharge)
      await writeAct(context, newId(), {
        stayId: stay_id,
        act: 'changed',
        at: now,
        note,
        detail: { changes },
      })
    }
    return answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id })
  },

  undoDischarge: (context, body) => undoDischarge(context, body, { isLate: false }),

  reopen: (context, body) => undoDischarge(context, body, { isLate: true }),

  /**
   * Voiding an admission that lasts frees the bed, and ends the monitoring unless the patient is still here with an
   * open visit.
   */
  async void(context, { reason, note, keeps_devices, hands_over, ...seen }) {
    const { tx, now, newId, auditPatients } = context
    const { patient_id, stay_id } = seen
    auditPatients(patient_id)
    await lockWearers(tx)
    await lockExistingPatient(context, patient_id)
    const { discharged_at, voided_at } = await requireStay(context, seen)
    if (voided_at !== null) throw new Failure('not-found')
    const places = await listPlaces(tx, stay_id)
    const actId = newId()
    await writeAct(context, actId, { stayId: stay_id, act: 'voided', at: now, reason, note })
    await supersedePlaces(
      tx,
      places.map(({ id }) => id),
      { actId, now },
    )
    await updateStay(tx, stay_id, { voided_at: now })
    if (discharged_at === null) {
      await freeBed(context, places.at(-1))
      await endReservations(tx, { patientId: patient_id, bedId: null }, now)
      await endCareOfStay(context, { patientId: patient_id, at: now, keeps_devices, hands_over })
    }
    const { stay } = await answerStay(context, listChangedPatients(patient_id, hands_over), {
      patientId: patient_id,
      stayId: stay_id,
    })
    const [visit, open, untold_visit] = await allInOrder([
      findOpenVisit(tx, patient_id),
      findStayByTime(tx, patient_id, now),
      findUntoldVisit(tx, stay_id),
    ])
    // Whoever was admitted again is monitored there.
    const isBack = discharged_at !== null && visit !== undefined && open === undefined
    return {
      stay,
      has_ended_monitoring: isBack && (await hasDischargeEndedMonitoring(context, { patient_id, stay_id })),
      untold_visit,
    }
  },

  /** Locks both patients in the same order as a swap does. */
  async correct(context, { with: given, reason, note, ...first }) {
    const { tx, auditPatients, openRecord } = context
    const { stay_id } = first
    auditPatients(first.patient_id)
    const patient_id = await openRecord(first.patient_id)
    const asked: CorrectedStay[] = [{ ...first, patient_id, path: '' }]
    if (given !== null) {
      if (given.stay_id === stay_id) requireNoProblems([{ field: 'with.stay_id', message: 'choice-invalid' }])
      const owner = await findStayOwner(tx, given.stay_id)
      if (owner === undefined) throw new Failure('not-found')
      auditPatients(owner)
      asked.push({ ...given, patient_id: await openRecord(owner), path: 'with.' })
    }
    const planned = await planCorrections(context, asked)
    await requirePlacesFree(context, planned)
    await writeCorrections(context, planned, { reason, note })
    return answerStay(context, [...new Set(planned.map(({ patientId }) => patientId))], {
      patientId: patient_id,
      stayId: stay_id,
    })
  },
}

/** All stays of a patient in one batch: nobody has more than a screen shows. */
async function* readHistory(tx: Tx, patientId: OpenRecord): AsyncGenerator<StayHistory[]> {
  yield await listStayHistories(tx, patientId)
}

const toPlace = ({ ward_id, bed_id }: Pick<KeptPlace, 'ward_id' | 'bed_id'>) => ({
  kind: bed_id === null ? ('waiting' as const) : ('bed' as const),
  ward_id,
  bed_id,
})

/** Whoever was in airborne isolation leaves a bed to be cleaned after it, also if they leave it later. */
async function markBedOfLiftedIsolation(
  { tx }: Context,
  { id, isolation }: LockedStay,
  { isolation: next }: AdmissionValues,
): Promise<void> {
  if (!isolation.includes('AIRBORNE') || next.includes('AIRBORNE')) return
  const place = (await listPlaces(tx, id)).at(-1)
  if (place?.to === null && place.bed_id !== null)
    await markForTerminalCleaning(tx, { bedId: place.bed_id, placeId: place.id })
}

function refuseUnlessDoctor(isOne: boolean): void {
  if (!isOne) requireNoProblems([{ field: 'attending_id', message: 'choice-invalid' }])
}

type MeasuredBody = Pick<Body<typeof admissions.admit>, 'weight' | 'height' | 'confirmed'>

/** What was measured at the admission is a reading of that instant, like any other that is charted by hand. */
async function chartBody(
  context: Context,
  patientId: OpenRecord,
  body: MeasuredBody & { measured_at: string },
): Promise<void> {
  if ((body.weight ?? null) === null && (body.height ?? null) === null) return
  if (!context.actor.permissions.has('clinical:record')) throw new Failure('not-allowed')
  await chartReadings(context, patientId, [{ kind: 'body', note: null, ...body }], (name) => name)
}

/** Throws if a ward may not undo the discharge any more. */
async function refuseUnlessRecent(
  { tx, now }: Context,
  { stayId, dischargedAt }: { stayId: string; dischargedAt: string },
): Promise<void> {
  const act = await findDischargeAct(tx, stayId)
  if (!mayWardUndo({ at: dischargedAt, recordedAt: act?.recorded_at }, now))
    throw new Failure('discharge-too-old')
}

/** Puts a patient who was discharged back to where they were. Only with `isLate` after the hours of the ward. */
async function undoDischarge(
  context: Context,
  { reason, note, ...seen }: Body<typeof admissions.reopen> & { patient_id: OpenRecord },
  { isLate }: { isLate: boolean },
): Promise<Reply<typeof admissions.reopen>> {
  const { tx, newId, auditPatients } = context
  const { patient_id, stay_id } = seen
  auditPatients(patient_id)
  await lockExistingPatient(context, patient_id)
  const stay = await requireStay(context, seen)
  const { discharged_at, voided_at } = stay
  if (discharged_at === null || voided_at !== null) throw new Failure('stay-open')
  if (!isLate) await refuseUnlessRecent(context, { stayId: stay_id, dischargedAt: discharged_at })
  refuseAdmitted(await findStayByTime(tx, patient_id, discharged_at))
  const last = await findLastPlace(tx, stay_id)
  if (!last) throw new Error('a stay that is not void was somewhere')
  const actId = newId()
  await writeAct(context, actId, {
    stayId: stay_id,
    act: 'discharge-undone',
    at: discharged_at,
    reason,
    note,
    detail: { changes: listChanges(stay, notDischarged) },
  })
  const isFree = await isStillFree(context, last, { patientId: patient_id, from: discharged_at })
  if (isFree && last.bed_id !== null) await endCleaning(tx, last.bed_id)
  // A place that ended as it began was superseded by the discharge.
  if (isFree && !last.is_superseded) await setPlaceEnd(tx, last.id, null)
  else
    await beginPlace(
      context,
      { stayId: stay_id, actId, from: discharged_at },
      isFree ? last : { ...last, kind: last.kind === 'leave' ? 'leave' : 'waiting', bed_id: null },
    )
  await updateStay(tx, stay_id, { ...notDischarged, discharged_at: null })
  if (stay.pregnancy === 'yes') await reevaluateScore(context, patient_id)
  const { stay: undone } = await answerStay(context, [patient_id], { patientId: patient_id, stayId: stay_id })
  return { stay: undone, has_ended_monitoring: await hasDischargeEndedMonitoring(context, seen) }
}

/** Whether the last discharge of a stay ended the monitoring of the patient. */
async function hasDischargeEndedMonitoring(
  { tx }: Context,
  { patient_id, stay_id }: { patient_id: OpenRecord; stay_id: string },
): Promise<boolean> {
  const act = await findDischargeAct(tx, stay_id)
  return act !== undefined && hasEndedMonitoring(tx, patient_id, { leftAt: act.at, notedAt: act.recorded_at })
}

/**
 * Whether a patient can still be where they last were: the bed is open, nobody has had it since, and it is not reserved
 * for somebody else. Throws if the ward is closed, since they cannot wait for a bed there either.
 */
async function isStillFree(
  context: Context,
  { ward_id: wardId, bed_id: bedId }: KeptPlace,
  since: { patientId: string; from: string },
): Promise<boolean> {
  const { tx, now } = context
  const use = { ...since, to: null, exceptStayIds: [] }
  const { bed, isWardOpen, bedUse, reservation } = await lockTarget(context, { wardId, bedId }, use)
  refuseClosedWard(isWardOpen)
  if (bedId === null) return true
  if (!bed || bed.closed_at !== null || bed.state === 'blocked' || bedUse) return false
  if (reservation && reservation.patient._id !== use.patientId) return false
  await endReservations(tx, { patientId: use.patientId, bedId }, now)
  return true
}
