import { computeAge, type ManualReading, type ReadingValues } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { updateBedside } from '../bedside/intake/intake.ts'
import { type AttributedReading, insertReadings } from '../bedside/intake/store.ts'
import { formatZonedDate, hospitalTimeZone } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import { demoStaff } from '../demo/staff.ts'
import { computeStrain } from './episodes.ts'
import { getBody } from './hospital.ts'
import { hour, minute, type Plan } from './plan.ts'
import { computeVitals } from './vitals.ts'

const everyMs = 4 * hour
/** Two, six and ten o'clock in Thailand, which is seven hours ahead of UTC. */
const firstMs = 3 * hour
/** How long after they came into a bed somebody's vital signs are taken for the first time. */
const afterArrival = 10 * minute

/** The times of a nurse's rounds after one instant and until another, in milliseconds. */
export function listRounds(after: number, until: number): number[] {
  const rounds: number[] = []
  for (let at = Math.floor((after - firstMs) / everyMs + 1) * everyMs + firstMs; at <= until; at += everyMs)
    rounds.push(at)
  return rounds
}

/** Who lies in which bed (the code of its ward and its label, such as `MM 03`), from when to when in milliseconds. */
export type BedPlace = { patientId: string; bed: string; bornOn: string | null; from: number; to: number }

export async function listBedPlaces(tx: Tx): Promise<BedPlace[]> {
  const rows = await tx
    .selectFrom('stay_places')
    .innerJoin('stays', 'stays.id', 'stay_places.stay_id')
    .innerJoin('patients', 'patients.id', 'stays.patient_id')
    .innerJoin('beds', 'beds.id', 'stay_places.bed_id')
    .innerJoin('wards', 'wards.id', 'beds.ward_id')
    .select([
      'stays.patient_id',
      'patients.date_of_birth',
      'wards.code',
      'beds.label',
      sql<string>`lower(stay_places.during)`.as('since'),
      sql<string | null>`upper(stay_places.during)`.as('until'),
    ])
    .where('stay_places.superseded_at', 'is', null)
    .orderBy('stay_places.id')
    .execute()
  return rows.map(({ patient_id, date_of_birth, code, label, since, until }) => ({
    patientId: patient_id,
    bed: `${code} ${label}`,
    bornOn: date_of_birth,
    from: Date.parse(since),
    to: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  }))
}

/** What is charted after one instant and until another, in order: who is measured at which rounds, and on arrival. */
export function listCharted(
  places: readonly BedPlace[],
  after: number,
  until: number,
): { at: number; place: BedPlace }[] {
  return places
    .flatMap((place) => {
      const arrived = place.from + afterArrival
      const rounds = listRounds(Math.max(after, arrived), until)
      const times = arrived > after && arrived <= until ? [arrived, ...rounds] : rounds
      return times.filter((at) => at < place.to).map((at) => ({ at, place }))
    })
    .sort((one, other) => one.at - other.at)
}

/** Nobody takes the blood pressure of a smaller child on a round. */
const pressureFromYears = 3

/** What a nurse measures of somebody in a bed, whatever their devices send. */
export function measureByHand(
  { seed, episodes, begins, cycleMs }: Pick<Plan, 'seed' | 'episodes' | 'begins' | 'cycleMs'>,
  { bed, bornOn }: Pick<BedPlace, 'bed' | 'bornOn'>,
  at: number,
): { kind: ManualReading['kind']; values: ReadingValues }[] {
  const today = formatZonedDate(hospitalTimeZone, new Date(at).toISOString())
  const takesPressure = bornOn === null || computeAge(bornOn, today).years >= pressureFromYears
  const intoCycle = (((at - begins) % cycleMs) + cycleMs) % cycleMs
  const vitals = computeVitals(seed, getBody(bed), at, computeStrain(episodes, bed, intoCycle))
  const { systolic, diastolic, pulse, spo2, temperature, respiration } = vitals
  return [
    ...(takesPressure ? [{ kind: 'blood_pressure' as const, values: { systolic, diastolic } }] : []),
    { kind: 'spo2', values: { spo2, pulse } },
    { kind: 'temperature', values: { temperature } },
    { kind: 'respiration', values: { respiration_rate: respiration } },
    { kind: 'consciousness', values: { consciousness: 'A', oxygen: false } },
  ]
}

/** Enters what a nurse measured at one instant. */
export async function recordRound(
  tx: Tx,
  hospitalId: string,
  plan: Plan,
  { at, places }: { at: number; places: readonly BedPlace[] },
): Promise<void> {
  const now = new Date(at).toISOString()
  const nurse = await tx
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demoStaff.nurse.email)
    .executeTakeFirstOrThrow()
  const noted = places.flatMap((place): AttributedReading[] => {
    const actId = newId()
    return measureByHand(plan, place, at).map(({ kind, values }) => ({
      id: newId(),
      kind,
      values,
      source: 'manual',
      mac: null,
      deviceType: null,
      reportedAt: at,
      measuredAt: at,
      receivedAt: at,
      timing: 'told',
      deviceId: null,
      patientId: place.patientId,
      waitsFor: null,
      enteredBy: nurse.id,
      actId,
    }))
  })
  await insertReadings(tx, hospitalId, noted)
  await updateBedside({ tx, hospitalId, now, newId, emit: () => {}, channels: [] }, noted)
}
