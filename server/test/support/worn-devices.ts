import type { Root } from '../../src/db/database.ts'

export type WornDevice = { mac: string; deviceId: string; patientId: string; hospitalId: string }

/** Gives adults of the demo hospital a cuff each, worn since an instant. */
export async function giveDevices(root: Root, count: number, since: string): Promise<WornDevice[]> {
  const patients = await root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .where('date_of_birth', '<', '1990-01-01')
    .orderBy('number')
    .limit(count)
    .execute()
  const worn = patients.map(({ id, hospital_id }, at) => ({
    mac: `aabbccdd${String(at).padStart(4, '0')}`,
    deviceId: `0193b000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    patientId: id,
    hospitalId: hospital_id,
  }))
  await root
    .insertInto('devices')
    .values(
      worn.map(({ mac, deviceId, hospitalId }) => ({
        id: deviceId,
        hospital_id: hospitalId,
        mac,
        kind: 'cuff',
        name: mac,
        registered_at: since,
      })),
    )
    .execute()
  await root
    .insertInto('device_assignments')
    .values(
      worn.map(({ deviceId, patientId, hospitalId }, at) => ({
        id: `0193b000-0000-7000-9000-${String(at).padStart(12, '0')}`,
        hospital_id: hospitalId,
        device_id: deviceId,
        patient_id: patientId,
        during: `[${since},)`,
      })),
    )
    .execute()
  return worn
}
