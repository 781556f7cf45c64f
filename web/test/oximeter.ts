import { ingest } from 'contract'
import { type TestPanel, testNow } from 'server/testing'

/** An oximeter worn by an inpatient; it sends SpO₂ in percent. */
export async function startOximeter(panel: TestPanel) {
  const { key } = await (await panel.as('admin'))(ingest.addSender, { name: 'Ward gateway' })
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id', 'name', 'surname'])
    .where('an', 'is not', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  const device = { id: '0193a000-0000-7000-8000-000000000001', mac: 'aabbccddee01' }
  const { hospital_id } = patient
  await panel.root
    .insertInto('devices')
    .values({ ...device, hospital_id, kind: 'oximeter', name: 'Oximeter 1', registered_at: testNow })
    .execute()
  await panel.root
    .insertInto('device_assignments')
    .values({
      id: '0193a000-0000-7000-8000-000000000002',
      hospital_id,
      device_id: device.id,
      patient_id: patient.id,
      during: `[${new Date(Date.parse(testNow) - 3_600_000).toISOString()},)`,
    })
    .execute()
  const sendReading = async (reading: object, becomes: string) => {
    const response = await panel.fetch(ingest.readings.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sent_at: panel.clock().toISOString(), readings: [reading] }),
    })
    const { results } = (await response.json()) as { results: { status: string }[] }
    if (results[0]?.status !== becomes) throw new Error(JSON.stringify(results))
  }
  let sent = 0
  return {
    patient,
    send: async (spo2: number) => {
      sent += 1
      const at = new Date(Date.parse(testNow) - 60_000 + sent * 1000).toISOString()
      await sendReading({ device: device.mac, kind: 'spo2', measured_at: at, spo2 }, 'stored')
    },
    /** A call for help that names an unknown HN. */
    callUnknown: (hn: string) => sendReading({ hn, kind: 'sos', measured_at: testNow }, 'waiting'),
  }
}
