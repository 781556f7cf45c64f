import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { allInOrder } from '../db/all-in-order.ts'
import type { Tx } from '../db/database.ts'
import { assignWaitingReadings, moveReadings } from './intake/change-of-wearer.ts'
import { emitWaiting } from './intake/waiting-counts.ts'

/** The patient who has a device, and since when. */
export type OpenAssignment = { id: string; patientId: string; from: string }

/**
 * The change that gives the device to this patient (or to nobody) from that instant on. A change stored since then is
 * not overwritten by a user who did not see it.
 */
export function planAssignment(
  open: OpenAssignment | undefined,
  patientId: string | null,
  at: string,
): 'nothing' | 'give' | 'begin-earlier' | 'take' | 'hand-over' | 'moved-since' {
  if (!open) return patientId === null ? 'nothing' : 'give'
  const isBefore = Date.parse(at) < Date.parse(open.from)
  if (open.patientId === patientId) return isBefore ? 'begin-earlier' : 'nothing'
  if (isBefore || Date.parse(at) === Date.parse(open.from)) return 'moved-since'
  return patientId === null ? 'take' : 'hand-over'
}

export async function findOpenAssignment(tx: Tx, deviceId: string): Promise<OpenAssignment | undefined> {
  const { rows } = await sql<OpenAssignment>`
    select id, patient_id as "patientId", lower(during) as "from" from device_assignments
    where device_id = ${deviceId} and upper_inf(during)`.execute(tx)
  return rows[0]
}

export type WornDevice = { device: { id: string; mac: string }; open: OpenAssignment }

/** What a patient wears. */
export async function listWornDevices(tx: Tx, patientId: string): Promise<WornDevice[]> {
  const { rows } = await sql<OpenAssignment & { deviceId: string; mac: string }>`
    select a.id, a.patient_id as "patientId", lower(a.during) as "from", d.id as "deviceId", d.mac
    from device_assignments a join devices d on d.id = a.device_id
    where a.patient_id = ${patientId} and upper_inf(a.during)
    order by d.id`.execute(tx)
  return rows.map(({ deviceId, mac, ...open }) => ({ device: { id: deviceId, mac }, open }))
}

/**
 * Stores who has the device since when, and moves the readings since then: those that waited for a wearer, and those
 * that the previous wearer got since. Returns whether anything changed. The caller holds `lockWearers`.
 */
export async function changeWearer(
  bedside: HospitalContext,
  { device, open }: { device: WornDevice['device']; open: OpenAssignment | undefined },
  { patientId, at, staffId }: { patientId: string | null; at: string; staffId: string },
): Promise<boolean> {
  const { tx } = bedside
  const step = planAssignment(open, patientId, at)
  if (step === 'nothing') return false
  if (step === 'moved-since') throw new Failure('device-moved-since')
  const [, , , moved] = await allInOrder([
    open && step === 'begin-earlier' ? moveAssignmentStart(tx, open.id, at) : undefined,
    open && (step === 'take' || step === 'hand-over')
      ? closeAssignment(tx, open.id, { at, staffId })
      : undefined,
    patientId !== null && (step === 'give' || step === 'hand-over')
      ? openAssignment(bedside, { deviceId: device.id, patientId, from: at, staffId })
      : undefined,
    open && step !== 'begin-earlier'
      ? moveReadings(bedside, { deviceId: device.id, from: open.patientId, to: patientId, since: at })
      : 0,
  ])
  const given = patientId === null ? 0 : await assignWaitingReadings(bedside, device, patientId, at)
  if (moved + given > 0) await emitWaiting(bedside)
  return true
}

async function openAssignment(
  { tx, hospitalId, newId }: HospitalContext,
  {
    deviceId,
    patientId,
    from,
    staffId,
  }: { deviceId: string; patientId: string; from: string; staffId: string },
): Promise<void> {
  await sql`
    insert into device_assignments (id, hospital_id, device_id, patient_id, during, assigned_by)
    values (${newId()}, ${hospitalId}, ${deviceId}, ${patientId}, tstzrange(${from}, null), ${staffId})`.execute(
    tx,
  )
}

async function closeAssignment(
  tx: Tx,
  id: string,
  { at, staffId }: { at: string; staffId: string },
): Promise<void> {
  await sql`
    update device_assignments set during = tstzrange(lower(during), ${at}), taken_by = ${staffId}
    where id = ${id}`.execute(tx)
}

async function moveAssignmentStart(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update device_assignments set during = tstzrange(${at}, upper(during)) where id = ${id}`.execute(
    tx,
  )
}
