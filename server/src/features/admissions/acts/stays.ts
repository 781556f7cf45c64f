import {
  type AlreadyAdmitted,
  type BedReserved,
  type BedTaken,
  isWholeMinute,
  type StayHistory,
  settleTypedMinute,
} from 'contract'
import type * as z from 'zod/mini'
import { listPatientPlaces, lockOpenAlarms, moveAlarms } from '../../../bedside/alarms/moved-patients.ts'
import { Failure } from '../../../core/failure.ts'
import { type Answers, allInOrder } from '../../../db/all-in-order.ts'
import type { Context } from '../../../http/handler.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import {
  type BedUse,
  endReservations,
  findReservation,
  isWardOpen,
  type LockedBed,
  listBedUses,
  lockBeds,
  type Reservation,
} from '../../../patient-flow/beds.ts'
import { type LockedPatient, lockPatient } from '../../../patient-flow/lock-patient.ts'
import {
  findLastInMinute,
  insertPlace,
  type KeptPlace,
  listPlaces,
  type MinuteUse,
  markForCleaning,
  setPlaceEnd,
  supersedePlaces,
} from '../queries/places.ts'
import {
  insertAct,
  type LockedStay,
  lockStay,
  type OpenStay,
  settleStays,
  type WrittenAct,
} from '../queries/stay-changes.ts'
import { listStayHistories } from '../queries/stays.ts'

/** The patient, locked; acts about one patient take turns. */
export async function lockExistingPatient({ tx }: Context, patientId: OpenRecord): Promise<LockedPatient> {
  return requireFound(await lockPatient(tx, patientId))
}

export function requireFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Failure('not-found')
  return found
}

type SeenStay = { patient_id: OpenRecord; stay_id: string; version: number }

/** A stay of this patient, locked; throws if it is not as the caller saw it. */
export async function requireStay(context: Context, seen: SeenStay): Promise<LockedStay> {
  return requireSeen(context, seen, await lockStay(context.tx, seen.stay_id))
}

async function requireSeen(
  context: Context,
  { patient_id, stay_id, version }: SeenStay,
  stay: LockedStay | undefined,
): Promise<LockedStay> {
  if (!stay || stay.patient_id !== patient_id) throw new Failure('not-found')
  if (stay.version !== version) {
    const detail = { stay: await requireHistory(context, patient_id, stay_id) }
    throw new Failure('changed-meanwhile', { detail })
  }
  return stay
}

export type OpenPlace = { patient: LockedPatient; stay: LockedStay; place: KeptPlace }

/**
 * A patient and their stay that lasts, both locked; `place` is where the patient is now. What is asked besides is sent
 * in the same round trip: statements run in the order in which they are sent, so after the locks.
 */
export async function requireOpenStay<const More extends readonly unknown[] = []>(
  context: Context,
  seen: SeenStay,
  askMore?: () => More,
): Promise<OpenPlace & { more: Answers<More> }> {
  const { tx } = context
  const [patient, locked, places, more] = await allInOrder([
    lockPatient(tx, seen.patient_id),
    lockStay(tx, seen.stay_id),
    listPlaces(tx, seen.stay_id),
    allInOrder(askMore?.() ?? ([] as unknown as More)),
  ])
  const facts = requireFound(patient)
  const stay = await requireSeen(context, seen, locked)
  if (stay.discharged_at !== null || stay.voided_at !== null) throw new Failure('stay-ended')
  const place = places.at(-1)
  if (!place) throw new Error('an open stay is somewhere')
  return { patient: facts, stay, place, more }
}

async function requireHistory({ tx }: Context, patientId: OpenRecord, stayId: string): Promise<StayHistory> {
  const [stay] = await listStayHistories(tx, patientId, stayId)
  if (!stay) throw new Failure('not-found')
  return stay
}

/** The reply of an act: everything deferred is done, and every screen is told to ask again. */
export async function answerStay(
  context: Context,
  patientIds: readonly string[],
  { patientId, stayId }: { patientId: OpenRecord; stayId: string },
  /** What was sent and not awaited yet. */
  written: readonly Promise<unknown>[] = [],
): Promise<{ stay: StayHistory }> {
  const [, before, , open, stay] = await allInOrder([
    allInOrder(written),
    listPatientPlaces(context.tx, patientIds),
    settleStays(context.tx),
    lockOpenAlarms(context.tx, patientIds),
    requireHistory(context, patientId, stayId),
  ])
  await moveAlarms(context, { before, open })
  context.emit({ kind: 'patients-outdated', patient_ids: [...patientIds] })
  // Who has a bed is no longer in the emergency room, and is there again when that is undone.
  context.emit({ kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [...patientIds] })
  context.emit({ kind: 'beds-outdated', ward_ids: [...new Set(stay.places.map(({ ward }) => ward._id))] })
  return { stay }
}

/** When an act happened: a time that was typed to the minute is not before what was noted in it. */
export async function settleTime({ tx }: Context, at: string, use: MinuteUse): Promise<string> {
  return isWholeMinute(at) ? settleTypedMinute(at, [await findLastInMinute(tx, at, use)]) : at
}

type Target = { wardId: string; bedId: string | null }
type TargetUse = {
  patientId: string
  /** The time for which the bed is needed; its end is null if it is needed for good. */
  from: string
  to: string | null
  /** Stays whose use of the bed does not matter. */
  exceptStayIds: readonly string[]
  /** The fields of the body, for problems. */
  fields?: { ward: string; bed: string }
}

/** A place as it is now; its bed is locked, so nobody takes it meanwhile. */
export type TargetState = {
  bed: LockedBed | undefined
  isWardOpen: boolean | undefined
  bedUse: BedUse | undefined
  reservation: Reservation | undefined
}

/** Reads a place in one round trip. */
export async function lockTarget(
  { tx, now }: Context,
  { wardId, bedId }: Target,
  { from, to, exceptStayIds }: TargetUse,
): Promise<TargetState> {
  const [[bed], isOpen, [bedUse], reservation] = await allInOrder([
    lockBeds(tx, bedId === null ? [] : [bedId]),
    isWardOpen(tx, wardId),
    listBedUses(tx, bedId === null ? [] : [{ bedId, from, to }], exceptStayIds),
    bedId === null ? undefined : findReservation(tx, bedId, now),
  ])
  return { bed, isWardOpen: isOpen, bedUse, reservation }
}

/**
 * Throws if this patient cannot be there: the ward is closed, the bed is not ready, somebody has it, or it is reserved
 * for another patient.
 */
export async function requireFreePlace(
  context: Context,
  target: Target,
  use: TargetUse,
  { bed, isWardOpen: isOpen, bedUse, reservation }: TargetState,
): Promise<void> {
  const { fields = { ward: 'ward_id', bed: 'bed_id' } } = use
  refuseClosedWard(isOpen, fields.ward)
  if (target.bedId === null) return
  if (!bed || bed.ward_id !== target.wardId) throw new Failure('not-found')
  requireReadyBed(bed, fields.bed)
  refuseUsedBed(context, bedUse, use)
  await useReservation(context, reservation, { patientId: use.patientId, bedId: bed.id, field: fields.bed })
}

/** Uses up the reservation of a bed; throws if it is for another patient. */
export async function useReservation(
  { tx, now, auditPatients }: Context,
  reservation: Reservation | undefined,
  { patientId, bedId, field }: { patientId: string; bedId: string; field: string },
): Promise<void> {
  if (!reservation) return
  if (reservation.patient._id !== patientId) {
    const { bed, patient, until } = reservation
    auditPatients(patient._id)
    const detail: z.input<typeof BedReserved> = { bed, patient, until }
    throw new Failure('bed-reserved', { detail, fields: [{ field, message: 'bed-reserved' }] })
  }
  await endReservations(tx, { patientId, bedId }, now)
}

/** `field` is undefined where nobody chose the ward. */
export function refuseClosedWard(isOpen: boolean | undefined, field?: string): void {
  if (isOpen === undefined) throw new Failure('not-found')
  if (!isOpen) throw new Failure('ward-closed', { fields: field ? [{ field, message: 'ward-closed' }] : [] })
}

export function requireReadyBed(bed: LockedBed, field: string): void {
  if (bed.closed_at === null && bed.state === 'ready') return
  const message = bed.closed_at === null ? `bed-${bed.state}` : 'bed-closed'
  throw new Failure('bed-not-ready', { fields: [{ field, message }] })
}

export function refuseUsedBed(
  { auditPatients }: Context,
  use: BedUse | undefined,
  { fields }: Pick<TargetUse, 'fields'>,
): void {
  if (!use) return
  auditPatients(use.patient._id)
  const { bed, patient, stay_id, since } = use
  const detail: z.input<typeof BedTaken> = { bed, patient, stay_id, since }
  const field = fields?.bed ?? 'bed_id'
  throw new Failure('bed-taken', { detail, fields: [{ field, message: 'bed-occupied' }] })
}

/** Throws if the patient is admitted already, or was at some time from the instant that was asked for. */
export function refuseAdmitted(open: OpenStay | undefined): void {
  if (!open?.ward) return
  const detail: z.input<typeof AlreadyAdmitted> = {
    an: open.an,
    admitted_at: open.admitted_at,
    ward: open.ward,
  }
  throw new Failure('already-admitted', { detail })
}

/** Ends where a patient was; a place that would have lasted no time is taken back. A bed that is left is cleaned. */
export async function endPlace(
  context: Context,
  place: KeptPlace,
  { at, actId, keepsBed = false }: { at: string; actId: string; keepsBed?: boolean },
): Promise<void> {
  const { tx, now } = context
  const endsAtOnce = Date.parse(at) === Date.parse(place.from)
  await allInOrder([
    endsAtOnce ? supersedePlaces(tx, [place.id], { actId, now }) : setPlaceEnd(tx, place.id, at),
    keepsBed ? undefined : freeBed(context, place),
  ])
}

/** Has the bed of a place that was left cleaned; a place without one needs nothing. */
export async function freeBed({ tx, now, actor }: Context, place: KeptPlace | undefined): Promise<void> {
  if (!place?.bed_id) return
  await markForCleaning(tx, { bedId: place.bed_id, placeId: place.id }, { at: now, staffId: actor._id })
}

type BegunPlace = Pick<KeptPlace, 'kind' | 'ward_id' | 'bed_id'> & Partial<Pick<KeptPlace, 'due_back_at'>>

/** Where the patient is from an instant on, until another act ends it. */
export function beginPlace(
  { tx, hospitalId, newId }: Context,
  { stayId, actId, from }: { stayId: string; actId: string; from: string },
  { kind, ward_id, bed_id, due_back_at = null }: BegunPlace,
): Promise<void> {
  return insertPlace(tx, {
    kind,
    ward_id,
    bed_id,
    due_back_at,
    id: newId(),
    hospitalId,
    stayId,
    actId,
    from,
    to: null,
  })
}

export function writeAct(
  { tx, hospitalId, now, actor }: Context,
  id: string,
  act: Omit<WrittenAct, 'id' | 'hospitalId' | 'recordedAt' | 'staffId'>,
): Promise<void> {
  return insertAct(tx, { ...act, id, hospitalId, recordedAt: now, staffId: actor._id })
}
