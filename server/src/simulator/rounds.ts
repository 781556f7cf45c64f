import type { ReadingKind, ReadingValues } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { updateBedside } from '../bedside/intake/intake.ts'
import { type AttributedReading, insertReadings } from '../bedside/intake/store.ts'
import type { Tx } from '../db/database.ts'
import { demoStaff } from '../demo/staff.ts'
import { hour, type Plan } from './plan.ts'
import { computeVitals } from './vitals.ts'

const everyMs = 4 * hour
/** Two, six and ten o'clock in Thailand, which is seven hours ahead of UTC. */
const firstMs = 3 * hour

/** The times of a nurse's rounds after one instant and until another, in milliseconds. */
export function listRounds(after: number, until: number): number[] {
  const rounds: number[] = []
  for (let at = Math.floor((after - firstMs) / everyMs + 1) * everyMs + firstMs; at <= until; at += everyMs)
    rounds.push(at)
  return rounds
}

/**
 * Enters for patients who wear a device what no device measures: breaths a minute, whether they are awake, and whether
 * they get oxygen.
 */
export async function recordRound(
  tx: Tx,
  hospitalId: string,
  { seed, devices }: Plan,
  at: number,
): Promise<void> {
  const now = new Date(at).toISOString()
  const nurse = await tx
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demoStaff.nurse.email)
    .executeTakeFirstOrThrow()
  const worn = await tx
    .selectFrom('device_assignments')
    .innerJoin('devices', 'devices.id', 'device_assignments.device_id')
    .select(['devices.mac', 'device_assignments.patient_id'])
    .where(sql<boolean>`device_assignments.during @> ${now}::timestamptz`)
    .orderBy('device_assignments.patient_id')
    .execute()
  const wearers = new Map(worn.map(({ mac, patient_id }) => [patient_id, mac]))
  const noted = [...wearers].flatMap(([patientId, mac]): AttributedReading[] => {
    const body = devices.find((device) => device.mac === mac)?.body
    if (!body) return []
    const actId = newId()
    const note = (kind: ReadingKind, values: ReadingValues): AttributedReading => ({
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
      patientId,
      waitsFor: null,
      enteredBy: nurse.id,
      actId,
    })
    const { respiration } = computeVitals(seed, body, at)
    return [
      note('respiration', { respiration_rate: respiration }),
      note('consciousness', { consciousness: 'A', oxygen: false }),
    ]
  })
  await insertReadings(tx, hospitalId, noted)
  await updateBedside({ tx, hospitalId, now, newId, emit: () => {}, channels: [] }, noted)
}
