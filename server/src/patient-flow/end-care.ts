import type { LeftDevices } from 'contract'
import { sql } from 'kysely'
import { emitMovedAlarms } from '../bedside/alarms/moved-patients.ts'
import { changeWearer, listWornDevices, type WornDevice } from '../bedside/assignments.ts'
import { endMonitoring } from '../bedside/end-monitoring.ts'
import { Failure } from '../core/failure.ts'
import { allInOrder } from '../db/all-in-order.ts'
import type { Tx } from '../db/database.ts'
import type { Context } from '../http/handler.ts'
import { isPatient, type OpenRecord } from '../identity/record-access.ts'
import { endReservationsOfVisit } from './beds.ts'
import { isInpatient } from './open-stay.ts'

type Leaving = { patientId: OpenRecord; at: string } & LeftDevices

/** What the patient wears, and whether those exist to whom devices are handed over. */
type LeftBehind = { worn: WornDevice[]; areKnown: readonly boolean[] }

/** Ends the monitoring of a patient who leaves. */
async function endMonitoringOfLeaving(context: Context, leaving: Leaving, left: LeftBehind): Promise<void> {
  const { patientId, at, keeps_devices } = leaving
  const { worn } = left
  await endMonitoring(context, {
    patientId,
    at,
    worn,
    keepsDeviceIds: keeps_devices,
    nextWearers: requireLeftDevices(leaving, left),
    staffId: context.actor._id,
  })
}

/**
 * Ends the monitoring of a patient whose stay has ended or never was, unless they are still here with an
 * open visit. The caller holds `lockWearers`, and has written the end of the stay, which may have ended the visit.
 */
export async function endCareOfStay(context: Context, leaving: Leaving): Promise<void> {
  const [visit, left] = await allInOrder([
    context.tx
      .selectFrom('visits')
      .select('id')
      .where('patient_id', '=', leaving.patientId)
      .where('is_open', '=', true)
      .executeTakeFirst(),
    askLeftBehind(context, leaving),
  ])
  await (visit ? handDevicesOver : endMonitoringOfLeaving)(context, leaving, left)
}

/**
 * Ends the monitoring of a patient whose visit has ended, and gives back the bed that is reserved for them,
 * unless they are still admitted. The caller holds `lockWearers`, and has written the end of the visit.
 */
export async function endCareOfVisit(context: Context, leaving: Leaving): Promise<void> {
  const [isStaying, left] = await allInOrder([
    isInpatient(context.tx, leaving.patientId),
    askLeftBehind(context, leaving),
  ])
  if (!isStaying) {
    await endMonitoringOfLeaving(context, leaving, left)
    const ward_ids = await endReservationsOfVisit(context.tx, leaving.patientId, context.now)
    if (ward_ids.length > 0) context.emit({ kind: 'beds-outdated', ward_ids: [...new Set(ward_ids)] })
    return
  }
  await handDevicesOver(context, leaving, left)
  await emitMovedAlarms(context, leaving.patientId)
}

/** Whoever is still here is monitored as before: only the devices that another patient gets change hands. */
async function handDevicesOver(context: Context, leaving: Leaving, left: LeftBehind): Promise<void> {
  const { now, actor } = context
  const nextWearers = requireLeftDevices(leaving, left)
  for (const { device, open } of left.worn) {
    const next = nextWearers.get(device.id)
    if (next) await changeWearer(context, { device, open }, { patientId: next, at: now, staffId: actor._id })
  }
}

async function askLeftBehind(
  { tx, auditPatients }: Context,
  { patientId, hands_over }: Leaving,
): Promise<LeftBehind> {
  const others = hands_over.map(({ patient_id }) => patient_id)
  auditPatients(others)
  const [worn, ...areKnown] = await allInOrder([
    listWornDevices(tx, patientId),
    ...others.map((id) => isPatient(tx, id)),
  ])
  return { worn, areKnown }
}

/** Who has which of the devices from now on. Throws if that cannot be. */
function requireLeftDevices(
  { patientId, keeps_devices, hands_over }: Leaving,
  { worn, areKnown }: LeftBehind,
): Map<string, string> {
  const fields = hands_over.flatMap(({ device_id, patient_id }, index) => [
    ...(worn.some(({ device }) => device.id === device_id) && !keeps_devices.includes(device_id)
      ? []
      : [{ field: `hands_over.${index}.device_id`, message: 'choice-invalid' }]),
    ...(areKnown[index] && patient_id !== patientId
      ? []
      : [{ field: `hands_over.${index}.patient_id`, message: 'choice-invalid' }]),
  ])
  if (fields.length > 0) throw new Failure('invalid', { fields })
  return new Map(hands_over.map(({ device_id, patient_id }) => [device_id, patient_id]))
}

/** Lists the patients whose screens change: the patient, and those who have one of the devices from now on. */
export const listChangedPatients = (patientId: string, handed: LeftDevices['hands_over']): string[] => [
  ...new Set([patientId, ...handed.map(({ patient_id }) => patient_id)]),
]

/** Whether this patient was monitored until they left at this instant, and the monitoring ended with that. */
export async function hasEndedMonitoring(
  tx: Tx,
  patientId: OpenRecord,
  { leftAt, notedAt }: { leftAt: string; notedAt: string },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from device_assignments
        where patient_id = ${patientId} and upper(during) in (${leftAt}, ${notedAt}) and not upper_inf(during))
      or exists (select from notify_settings where patient_id = ${patientId} and at in (${leftAt}, ${notedAt}) and mode = 'default')
      or exists (select from alarms
        where patient_id = ${patientId} and clearing = 'discharged' and cleared_at in (${leftAt}, ${notedAt})) as has`.execute(
    tx,
  )
  return rows[0]?.has === true
}
