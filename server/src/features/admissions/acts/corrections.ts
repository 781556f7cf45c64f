import {
  type admissions,
  type Body,
  dischargeStatuses,
  dischargeTypes,
  type FieldProblem,
  toFirstDay,
  toStartOfDay,
  validateDischarge,
} from 'contract'
import { Failure, requireNoProblems } from '../../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../../core/time.ts'
import type { Context } from '../../../http/handler.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { findReservation, isWardOpen, listBedUses, lockBeds } from '../../../patient-flow/beds.ts'
import { moveLeftForWard } from '../../../patient-flow/left-for-ward.ts'
import type { LockedPatient } from '../../../patient-flow/lock-patient.ts'
import { findOpenVisit } from '../../../patient-flow/visits.ts'
import {
  endCleaning,
  insertPlace,
  type KeptPlace,
  listPlaces,
  markLeftForCleaning,
  supersedePlaces,
} from '../queries/places.ts'
import { type LockedStay, updateStay } from '../queries/stay-changes.ts'
import { comparePlaces, findSharedBed, planCorrection, validateOrigin, type WantedPlace } from '../rules.ts'
import {
  freeBed,
  lockExistingPatient,
  refuseClosedWard,
  refuseUsedBed,
  requireFound,
  requireReadyBed,
  requireStay,
  settleTime,
  useReservation,
  writeAct,
} from './stays.ts'

type CorrectBody = Body<typeof admissions.correct>

/** A stay to correct. `path` is where its fields are in the body: empty, or "with." for the second stay. */
export type CorrectedStay = Pick<CorrectBody, 'stay_id' | 'version' | 'places' | 'discharged_at'> & {
  patient_id: OpenRecord
  path: '' | 'with.'
}

/** What was noted of a stay, and what stands instead. */
export type PlannedStay = {
  patientId: OpenRecord
  stayId: string
  path: CorrectedStay['path']
  beginsAt: string
  dischargedAt: string | null
  kept: KeptPlace[]
  places: WantedPlace[]
  wrong: KeptPlace[]
  missing: WantedPlace[]
}

/** Locks the patients in one order, then reads what is to be corrected; throws if that is wrong by itself. */
export async function planCorrections(
  context: Context,
  asked: readonly CorrectedStay[],
): Promise<PlannedStay[]> {
  const patients = new Map<OpenRecord, LockedPatient>()
  for (const id of new Set(asked.map(({ patient_id }) => patient_id).toSorted()))
    patients.set(id, await lockExistingPatient(context, id))
  const stays = []
  for (const one of asked) stays.push({ one, stay: await requireStay(context, one) })
  const exceptStayIds = asked.map(({ stay_id }) => stay_id)
  const planned: PlannedStay[] = []
  const problems: FieldProblem[] = []
  for (const { one, stay } of stays) {
    const { path, places: given, patient_id, stay_id, discharged_at: dischargedAt } = one
    if (stay.voided_at !== null) throw new Failure('not-found')
    if ((stay.discharged_at === null) !== (dischargedAt === null))
      requireNoProblems([{ field: `${path}discharged_at`, message: 'field-required' }])
    const told: typeof given = []
    for (const place of given) {
      const use = { patientIds: [patient_id], bedIds: [place.bed_id], exceptStayIds }
      told.push({ ...place, from: await settleTime(context, place.from, use) })
    }
    const patient = requireFound(patients.get(patient_id))
    const bornAt = toStartOfDay(toFirstDay(patient))
    const plan = planCorrection(told, { dischargedAt, now: context.now, bornAt })
    const beginsAt = plan.places[0]?.from ?? stay.admitted_at
    const visit = stay.discharged_at === null ? await findOpenVisit(context.tx, patient_id) : undefined
    // Somebody of a ward who came to the emergency room since was not admitted from there.
    const cameBefore = visit && Date.parse(visit.visited_at) <= Date.parse(stay.admitted_at)
    const found = [
      ...plan.problems,
      ...(cameBefore ? validateOrigin(beginsAt, stay, visit, 'places.0.from') : []),
      ...validateDischargeTime(dischargedAt, { stay, patient }),
    ]
    problems.push(...found.map(({ field, message }) => ({ field: `${path}${field}`, message })))
    const kept = await listPlaces(context.tx, stay_id)
    const { places } = plan
    planned.push({
      ...comparePlaces(kept, places),
      patientId: patient_id,
      stayId: stay_id,
      path,
      beginsAt,
      dischargedAt,
      kept,
      places,
    })
  }
  requireNoProblems(problems)
  return planned
}

/** Problems of how a patient left that only the corrected day makes: a newborn is under a year old then. */
function validateDischargeTime(
  dischargedAt: string | null,
  { stay, patient }: { stay: LockedStay; patient: LockedPatient },
): FieldProblem[] {
  const discharge_status = dischargeStatuses.find((one) => one === stay.discharge_status)
  const discharge_type = dischargeTypes.find((one) => one === stay.discharge_type)
  if (dischargedAt === null || stay.discharged_at === null || !discharge_status || !discharge_type) return []
  const { discharged_to, discharge_cause, goes_home_to_die } = stay
  const discharge = { discharge_status, discharge_type, discharged_to, discharge_cause, goes_home_to_die }
  const untouched = { refusal: null, discharge_diagnoses: [] }
  const validate = (at: string) =>
    validateDischarge(
      { ...discharge, ...untouched },
      { ...patient, on: formatZonedDate(hospitalTimeZone, at) },
    )
  const known = new Set(validate(stay.discharged_at).map(({ message }) => message))
  return validate(dischargedAt).flatMap(({ message }) =>
    known.has(message) ? [] : [{ field: 'discharged_at', message }],
  )
}

/**
 * Throws if a patient cannot have been at one of the places that a correction adds: somebody else had the bed then, or
 * it is the place of now and the ward is closed, or the bed is blocked or reserved for another patient. The bed in
 * which somebody is now can be reserved for the next patient. All beds are locked at once, in one order.
 */
export async function requirePlacesFree(context: Context, planned: readonly PlannedStay[]): Promise<void> {
  const stayIds = planned.map(({ stayId }) => stayId)
  const bedsOfNow = new Set(planned.map(({ kept }) => kept.find(({ to }) => to === null)?.bed_id))
  const beds = await lockBeds(
    context.tx,
    planned.flatMap(({ missing }) => missing.flatMap(({ bed_id }) => bed_id ?? [])),
  )
  for (const { patientId, path, places, missing } of planned)
    for (const [index, place] of places.entries()) {
      if (!missing.includes(place)) continue
      const fields = { ward: `${path}places.${index}.ward_id`, bed: `${path}places.${index}.bed_id` }
      if (place.to === null) refuseClosedWard(await isWardOpen(context.tx, place.ward_id), fields.ward)
      if (place.bed_id === null) continue
      const bed = beds.find(({ id }) => id === place.bed_id)
      if (!bed || bed.ward_id !== place.ward_id) throw new Failure('not-found')
      if (place.to === null && bed.state !== 'cleaning') requireReadyBed(bed, fields.bed)
      const { from, to } = place
      const [use] = await listBedUses(context.tx, [{ bedId: bed.id, from, to }], stayIds)
      refuseUsedBed(context, use, { fields })
      if (to !== null || bedsOfNow.has(bed.id)) continue
      const reservation = await findReservation(context.tx, bed.id, context.now)
      await useReservation(context, reservation, { patientId, bedId: bed.id, field: fields.bed })
    }
  const [first, second] = planned
  const shared = first && second && findSharedBed(first.places, second.places)
  if (shared !== undefined)
    requireNoProblems([{ field: `${second?.path}places.${shared}.bed_id`, message: 'bed-occupied' }])
}

/** Supersedes what was wrong and notes what stands instead; constraints are checked when all of it is written. */
export async function writeCorrections(
  context: Context,
  planned: readonly PlannedStay[],
  { reason, note }: Pick<CorrectBody, 'reason' | 'note'>,
): Promise<void> {
  const { tx, now, hospitalId, newId, actor, emit } = context
  const added: string[] = []
  for (const { stayId, beginsAt, dischargedAt, kept, places, wrong, missing } of planned) {
    const actId = newId()
    const changes = [{ field: 'places', from: kept.map(describePlace), to: places.map(describePlace) }]
    await writeAct(context, actId, {
      stayId,
      act: 'corrected',
      at: beginsAt,
      reason,
      note,
      detail: { changes },
    })
    await supersedePlaces(
      tx,
      wrong.map(({ id }) => id),
      { actId, now },
    )
    for (const place of missing) {
      const id = newId()
      await insertPlace(tx, { ...place, id, hospitalId, stayId, actId })
      added.push(id)
    }
    await moveLeftForWard(
      tx,
      stayId,
      kept.map(({ from }) => from),
    )
    await updateStay(tx, stayId, { admitted_at: beginsAt, discharged_at: dischargedAt })
  }
  await settleCorrectedBeds(context, planned)
  await markLeftForCleaning(tx, added, { at: now, staffId: actor._id })
  const wardIds = planned.flatMap(({ kept, places }) => [...kept, ...places].map(({ ward_id }) => ward_id))
  emit({ kind: 'beds-outdated', ward_ids: [...new Set(wardIds)] })
}

/** Who is in a bed is in one that is ready; a bed in which nobody is any more is cleaned. */
async function settleCorrectedBeds(context: Context, planned: readonly PlannedStay[]): Promise<void> {
  const moved = planned.flatMap(({ kept, places }) => {
    const [before, after] = [kept.at(-1), places.at(-1)]
    const was = before?.to === null ? before.bed_id : null
    const is = after?.to === null ? after.bed_id : null
    return was === is ? [] : [{ before, is }]
  })
  for (const { before } of moved) await freeBed(context, before)
  for (const { is } of moved) if (is !== null) await endCleaning(context.tx, is)
}

const describePlace = ({ kind, ward_id, bed_id, from, to }: Omit<KeptPlace, 'id'>) => ({
  kind,
  ward_id,
  bed_id,
  from,
  to,
})
