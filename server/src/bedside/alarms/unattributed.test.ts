import { type Alarm, alarms, devices, readings } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  await sql`update patients set national_id = null, identity_kind = 'none' where national_id = '1101700230708'`.execute(
    bedside.panel.root,
  )
  await bedside.panel.root
    .updateTable('alarms')
    .set({ cleared_at: bedside.at(), clearing: 'moved' })
    .execute()
  await bedside.panel.root.deleteFrom('readings').execute()
})

type Source = { device?: string; hn?: string; national_id?: string }
const saturation = (source: Source, spo2: number, minutesAgo = 0) => ({
  ...source,
  kind: 'spo2',
  spo2,
  measured_at: bedside.at(minutesAgo),
})
const brings = (source: Source, spo2: number, minutesAgo?: number) =>
  bedside.send([saturation(source, spo2, minutesAgo)])

/** Open alarms about values; without those of devices that fell silent as time passed. */
async function open(): Promise<Alarm[]> {
  const { alarms: all } = await bedside.nurse(alarms.open, {})
  return all.filter(({ rule }) => /-(low|high)$/.test(rule))
}
async function onlyAlarm(): Promise<Alarm> {
  const [alarm, ...others] = await open()
  if (!alarm || others.length > 0) throw new Error(`${others.length + Number(alarm !== undefined)} are open`)
  return alarm
}
const waiting = async () => (await bedside.nurse(readings.inbox, { number_of_rec: 100 })).rows
const pickKeys = (rows: readonly { _id: string; measured_at: string }[]) =>
  rows.map(({ _id, measured_at }) => ({ _id, measured_at }))

/** Every way in which a reading has no known patient, with a new device or number each time. */
const sources: [string, () => Promise<{ source: Source; of: Partial<Alarm> }>][] = [
  [
    'a device that nobody wears',
    async () => {
      const { id, mac } = await addDevice(bedside, 'oximeter')
      return { source: { device: mac }, of: { device: expect.objectContaining({ _id: id }) } }
    },
  ],
  [
    'a device that nobody has registered',
    async () => {
      const device = newId().replaceAll('-', '').slice(-12)
      return { source: { device }, of: { device: null, mac: device } }
    },
  ],
  [
    'an HN that nobody has',
    async () => {
      const hn = `X-${newId().slice(-8)}`
      return { source: { hn }, of: { named: hn, holders: 0 } }
    },
  ],
  [
    'an HN that nobody has, by a device that somebody wears',
    async () => {
      const hn = `X-${newId().slice(-8)}`
      const { id } = await bedside.addPatient()
      const { mac } = await addDevice(bedside, 'oximeter', { id, minutesAgo: 60 })
      return { source: { device: mac, hn }, of: { device: null, mac: null, named: hn } }
    },
  ],
  [
    'a national ID that several have',
    async () => {
      const nationalId = '1101700230708'
      await sql`alter table patients disable trigger patients_corrected`.execute(bedside.panel.root)
      for (const doubled of [0, 1]) {
        const { id } = await bedside.addPatient()
        await sql`update patients set identity_kind = 'national_id', national_id = ${nationalId}, doubled = ${doubled}
          where id = ${id}`.execute(bedside.panel.root)
      }
      await sql`alter table patients enable trigger patients_corrected`.execute(bedside.panel.root)
      return { source: { national_id: nationalId }, of: { named: '…0708', holders: 2 } }
    },
  ],
]

describe.each(sources)('a critical value of %s', (_, source) => {
  test('is one alarm of high severity, however many are sent, and a normal value ends it', async () => {
    const { source: from, of } = await source()
    expect(await brings(from, 85, 3)).toEqual(['waiting'])
    const alarm = await onlyAlarm()
    expect(alarm).toMatchObject({
      rule: 'spo2-low',
      severity: 'high',
      patient: null,
      value: 85,
      limit: 90,
      ...of,
    })
    await brings(from, 83, 2)
    expect(await onlyAlarm()).toMatchObject({
      _id: alarm._id,
      last_value: 83,
      worst_value: 83,
      ended_at: null,
    })
    await bedside.nurse(alarms.acknowledge, { _id: alarm._id, severity: 'high' })
    await brings(from, 84, 1)
    expect(await onlyAlarm()).toMatchObject({ _id: alarm._id, state: 'acknowledged' })
    await brings(from, 97)
    expect(await open()).toEqual([])
    bedside.skip(minute)
    await brings(from, 84)
    expect(await onlyAlarm()).toMatchObject({ _id: alarm._id, state: 'active' })
  })

  test('becomes the alarm of the patient to whom it is assigned, however late', async () => {
    const { source: from } = await source()
    const patient = await bedside.addPatient()
    await brings(from, 85)
    const { _id } = await onlyAlarm()
    await bedside.advance(20 * minute)
    await bedside.nurse(readings.assign, { patient_id: patient.id, readings: pickKeys(await waiting()) })
    expect((await bedside.nurse(alarms.get, { _id })).alarm).toMatchObject({
      state: 'cleared',
      clearing: 'moved',
    })
    expect(await onlyAlarm()).toMatchObject({
      rule: 'spo2-low',
      severity: 'high',
      patient: { _id: patient.id },
    })
  })

  test('is an alarm until the reading is discarded, whoever discards it', async () => {
    const { source: from } = await source()
    await brings(from, 85, 2)
    await brings(from, 84, 1)
    const { _id } = await onlyAlarm()
    const [last, first] = await waiting()
    await bedside.nurse(readings.dismiss, { readings: pickKeys(first ? [first] : []), reason: 'a test' })
    expect(await onlyAlarm()).toMatchObject({ _id })
    await bedside.nurse(readings.dismiss, { readings: pickKeys(last ? [last] : []), reason: 'a test too' })
    expect(await open()).toEqual([])
    expect((await bedside.nurse(alarms.get, { _id })).alarm).toMatchObject({
      clearing: 'person',
      cleared_by: expect.objectContaining({ _id: expect.any(String) }),
      note: 'a test too',
    })
  })
})

describe('a reading of an unknown patient', () => {
  test('raises no alarm if its value is normal at some age, or is no value', async () => {
    const { mac } = await addDevice(bedside, 'watch')
    const at = { device: mac, measured_at: bedside.at() }
    await bedside.send([
      { ...at, kind: 'pulse', pulse: 150 },
      { ...at, kind: 'respiration', respiration_rate: 40 },
      { ...at, kind: 'blood_pressure', systolic: 75, diastolic: 50 },
      { ...at, kind: 'spo2', spo2: 0 },
    ])
    expect(await open()).toEqual([])
    await bedside.send([{ ...at, measured_at: bedside.at(-0.05), kind: 'pulse', pulse: 190 }])
    expect(await onlyAlarm()).toMatchObject({ rule: 'pulse-high', limit: 180 })
  })

  test('raises no alarm if it is late, and ends none if it was measured before the alarm', async () => {
    const { mac } = await addDevice(bedside, 'oximeter')
    await brings({ device: mac }, 85, 11)
    expect(await open()).toEqual([])
    await brings({ device: mac }, 84, 1)
    await brings({ device: mac }, 98, 2)
    expect(await onlyAlarm()).toMatchObject({ rule: 'spo2-low', ended_at: null })
  })

  test('keeps its alarm open when its device is registered', async () => {
    const mac = newId().replaceAll('-', '').slice(-12)
    await brings({ device: mac }, 85, 1)
    const { _id } = await onlyAlarm()
    const admin = await bedside.panel.as('admin')
    await admin(devices.register, { mac, kind: 'oximeter', name: 'Found' })
    await brings({ device: mac }, 84)
    expect(await onlyAlarm()).toMatchObject({ _id, last_value: 84 })
  })
})

test('a critical value assigned to a patient who has a newer normal one, or other limits, raises no alarm', async () => {
  const { mac } = await addDevice(bedside, 'oximeter')
  const patient = await bedside.addPatient()
  await brings({ device: mac }, 85, 2)
  await patient.send({ kind: 'spo2', spo2: 97, minutesAgo: 1 })
  await bedside.nurse(readings.assign, { patient_id: patient.id, readings: pickKeys(await waiting()) })
  expect(await open()).toEqual([])
  await brings({ device: mac }, 85)
  const limits = { critical_low: 80, low: 84, high: null, critical_high: null }
  await bedside.doctor(alarms.updateSettings, {
    patient_id: patient.id,
    version: 0,
    settings: { spo2: { mode: 'own', limits } },
    reason: 'COPD',
  })
  await bedside.nurse(readings.assign, { patient_id: patient.id, readings: pickKeys(await waiting()) })
  expect(await open()).toEqual([])
})

test('a device that is recorded as worn since before a critical value has its alarm with the wearer', async () => {
  const { id, mac } = await addDevice(bedside, 'oximeter')
  const patient = await bedside.addPatient()
  await brings({ device: mac }, 85, 3)
  await bedside.nurse(devices.assign, { device_id: id, patient_id: patient.id, at: bedside.at(5) })
  expect(await onlyAlarm()).toMatchObject({ rule: 'spo2-low', patient: { _id: patient.id }, value: 85 })
  await bedside.nurse(devices.assign, { device_id: id, patient_id: null, at: bedside.at(4) })
  expect(await onlyAlarm()).toMatchObject({ rule: 'spo2-low', patient: null, device: { _id: id }, value: 85 })
})
