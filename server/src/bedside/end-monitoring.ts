import { sql } from 'kysely'
import type { HospitalContext } from '../core/hospital-context.ts'
import { allInOrder } from '../db/all-in-order.ts'
import { clearAlarms } from './alarms/alarm-store.ts'
import { resetNotifySettings } from './alarms/notify-status.ts'
import { changeWearer, type WornDevice } from './assignments.ts'

type EndedMonitoring = {
  patientId: string
  /** When the patient left. */
  at: string
  /** What the patient wears, read while the caller held `lockWearers`. */
  worn: readonly WornDevice[]
  /** Devices that the patient takes along. */
  keepsDeviceIds: readonly string[]
  /** Who has one of the other devices from now on, by its id. */
  nextWearers: ReadonlyMap<string, string>
  staffId: string
}

/**
 * Ends the monitoring of a patient who leaves: takes back the devices or hands them over, ends the patient's
 * own alarm settings, and ends the open alarms because of the discharge. The caller holds `lockWearers`. A device that
 * was given later than the patient left is taken back as of now, and one is handed over as of now: what it measured
 * before is nobody else's.
 */
export async function endMonitoring(
  bedside: HospitalContext,
  { patientId, at, worn, keepsDeviceIds, nextWearers, staffId }: EndedMonitoring,
): Promise<void> {
  const { now } = bedside
  for (const { device, open } of worn) {
    if (keepsDeviceIds.includes(device.id)) continue
    const next = nextWearers.get(device.id) ?? null
    const takenAt = next === null && Date.parse(open.from) < Date.parse(at) ? at : now
    await changeWearer(bedside, { device, open }, { patientId: next, at: takenAt, staffId })
  }
  await allInOrder([
    clearOpenAlarms(bedside, patientId, staffId),
    resetNotifySettings(bedside, { patientId, staffId }),
  ])
}

async function clearOpenAlarms(bedside: HospitalContext, patientId: string, staffId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from alarms where patient_id = ${patientId} and cleared_at is null
    order by id for no key update`.execute(bedside.tx)
  const ids = rows.map(({ id }) => id)
  await clearAlarms(bedside, ids, { clearing: 'discharged', staffId })
}
