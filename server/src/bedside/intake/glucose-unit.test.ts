import { type Alarm, alarms, devices, type GlucoseUnit, ingest, monitoring, readings } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ingestOnOtherNode } from '../../../test/support/bedside.ts'
import { type DeviceMessage, readDeviceMessage, replaceField } from '../../../test/support/device-messages.ts'
import { inHospital } from '../../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'
import { decodeMessage, ingestMessages } from './messages.ts'

let panel: TestPanel
let hospitalId: string
let patientId: string
let mac: string
let deviceId: string

beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

/** Each test has its own patient and meter. */
let next = 0
beforeEach(async () => {
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .where('date_of_birth', '<', '1990-01-01')
    .orderBy('number')
    .offset(next++)
    .limit(1)
    .executeTakeFirstOrThrow()
  patientId = patient.id
  hospitalId = patient.hospital_id
  mac = `aabbcc0000${String(next).padStart(2, '0')}`
  const admin = await panel.as('admin')
  const { device } = await admin(devices.register, { mac, kind: 'glucometer', name: `Meter ${next}` })
  deviceId = device._id
  const nurse = await panel.as('nurse')
  await nurse(devices.assign, { device_id: deviceId, patient_id: patientId, at: minutesAgo(600) })
})

function minutesAgo(minutes: number): string {
  return new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
}

/** A meter whose clock was never set says that it is still 1999. */
const minutesSinceClockWasSet = (Date.parse(testNow) - Date.parse('1999-12-31T00:00:00Z')) / 60_000

const inList = 'data.value.device_list.0'

type Told = { name?: string; from?: string; minutes?: number }

/** A meter sends a glucose through a gateway. */
async function tells(
  glucose: unknown,
  { name = 'gateway-glucose-mmol', from = mac, minutes = 1 }: Told = {},
) {
  const at = Date.parse(minutesAgo(minutes)) / 1000
  const values = [
    ['time', Date.parse(testNow) / 1000],
    [`${inList}.scan_time`, at],
    [`${inList}.ble_addr`, from],
    [`${inList}.blood_glucose`, glucose],
  ] as const
  await arrives(
    values.reduce((message, [path, value]) => replaceField(message, path, value), readDeviceMessage(name)),
  )
}

async function arrives({ topic, payload }: DeviceMessage) {
  const read = decodeMessage({
    topic,
    payload: Buffer.from(JSON.stringify(payload)),
    receivedAt: Date.parse(testNow),
    sender: null,
  })
  await inHospital(panel.root, hospitalId, (tx) =>
    ingestMessages({ tx, hospitalId, now: testNow, newId, emit: () => {}, channels: [] }, [read]),
  )
}

const kept = async () =>
  (await (await panel.as('nurse'))(readings.history, { patient_id: patientId, kinds: ['glucose'] })).rows.map(
    ({ blood_glucose }) => blood_glucose,
  )

async function waiting() {
  const { rows } = await (await panel.as('nurse'))(readings.inbox, { number_of_rec: 100 })
  return rows.filter((row) => row.mac === mac && row.waits_for === 'unit')
}

async function openAlarms(): Promise<Alarm[]> {
  const { rows } = await (await panel.as('nurse'))(alarms.list, { number_of_rec: 100 })
  return rows.filter(
    ({ patient, device, mac: told, state }) =>
      state !== 'cleared' && (patient?._id === patientId || device?.mac === mac || told === mac),
  )
}
const openRules = async () => (await openAlarms()).map(({ rule }) => rule).sort()

const toKey = ({ _id, measured_at }: { _id: string; measured_at: string }) => ({ _id, measured_at })

async function say(unit: GlucoseUnit) {
  return (await panel.as('nurse'))(readings.tellUnit, { unit, readings: (await waiting()).map(toKey) })
}

describe('a glucose of a meter with an unknown unit', () => {
  test.each([
    ['gateway-glucose-mmol', '35'],
    ['gateway-accuchek', 15.5],
    ['gateway-contour', 70],
  ])(
    'of %s that is plausible in both units (%s) has no value, waits for a person and alarms',
    async (name, told) => {
      await tells(told, { name })
      expect(await kept()).toEqual([])
      expect(await waiting()).toMatchObject([{ told_glucose: Number(told), patient_id: null }])
      expect((await waiting())[0]?.blood_glucose).toBeUndefined()
      expect(await openAlarms()).toMatchObject([
        { rule: 'glucose-unit', severity: 'high', value: Number(told), patient: { _id: patientId } },
      ])
    },
  )

  test('is stored if it is plausible in one unit only', async () => {
    await tells('6.1', { minutes: 3 })
    await tells(110, { name: 'gateway-accuchek', minutes: 2 })
    expect(await kept()).toEqual([110, 110])
    expect(await openRules()).toEqual([])
  })

  test('is stored once, however often it is sent', async () => {
    await tells(35)
    await tells(35)
    expect(await waiting()).toHaveLength(1)
    await say('mg/dL')
    await tells(35)
    expect(await waiting()).toEqual([])
    expect(await kept()).toEqual([35])
  })

  test('cannot be assigned to a patient before its unit is known', async () => {
    await tells(35)
    const nurse = await panel.as('nurse')
    const chosen = (await waiting()).map(toKey)
    expect(await nurse(readings.assign, { patient_id: patientId, readings: chosen })).toMatchObject({
      assigned: 0,
    })
    expect(await waiting()).toHaveLength(1)
  })

  test('alarms again when another one arrives after the acknowledgement', async () => {
    await tells(35, { minutes: 2 })
    const [alarm] = await openAlarms()
    await (await panel.as('nurse'))(alarms.acknowledge, { _id: alarm?._id ?? '', severity: 'high' })
    await panel.root
      .updateTable('alarms')
      .set({ acknowledged_at: minutesAgo(1.5) })
      .where('rule', '=', 'glucose-unit')
      .execute()
    await tells(34, { minutes: 1 })
    expect(await openAlarms()).toMatchObject([{ rule: 'glucose-unit', state: 'active' }])
  })

  test('alarms again when another one arrives whose clock is in doubt', async () => {
    await tells(35, { minutes: 2 })
    const [alarm] = await openAlarms()
    await (await panel.as('nurse'))(alarms.acknowledge, { _id: alarm?._id ?? '', severity: 'high' })
    await panel.root
      .updateTable('alarms')
      .set({ acknowledged_at: minutesAgo(1.5) })
      .where('rule', '=', 'glucose-unit')
      .execute()
    const said = { kind: 'glucose', values: {}, source: 'gateway', reportedGlucose: 34, mac } as const
    await ingestOnOtherNode(panel, hospitalId, { ...said, reportedAt: Date.parse(minutesAgo(5)) })
    expect(await openAlarms()).toMatchObject([{ rule: 'glucose-unit', state: 'active' }])
  })

  test('that arrives late waits without an alarm', async () => {
    await tells(35, { minutes: 60 })
    expect(await waiting()).toHaveLength(1)
    expect(await openRules()).toEqual([])
  })
})

describe('an answer to the question for the unit', () => {
  test.each([
    ['mg/dL', 35, 'blood_glucose-low'],
    ['mmol/L', 631, 'blood_glucose-high'],
  ] as const)(
    '%s is stored for the device, and alarms are evaluated for the waiting value',
    async (unit, value, rule) => {
      await tells('35', { minutes: 2 })
      expect(await say(unit)).toMatchObject({ read: 1 })
      expect(await kept()).toEqual([value])
      expect(await openRules()).toEqual([rule])
      const { device } = await (await panel.as('nurse'))(devices.get, { _id: deviceId })
      expect(device.glucose_unit).toBe(unit)
      await tells('36', { minutes: 1 })
      expect(await waiting()).toEqual([])
      expect(await kept()).toHaveLength(2)
    },
  )

  test('applies to all waiting readings of the device and to no others', async () => {
    await tells(35, { minutes: 4 })
    await tells(20, { minutes: 3 })
    await tells(60, { minutes: 2, from: 'aabbccddee77' })
    const nurse = await panel.as('nurse')
    const [first] = await waiting()
    await nurse(readings.tellUnit, { unit: 'mmol/L', readings: first ? [toKey(first)] : [] })
    expect(await kept()).toEqual([360, 631])
    const { rows } = await nurse(readings.inbox, { number_of_rec: 100 })
    expect(rows.filter(({ mac: other }) => other === 'aabbccddee77')).toMatchObject([{ waits_for: 'unit' }])
  })

  test('can be given on the record of the device, before or afterwards', async () => {
    await tells(35)
    const admin = await panel.as('admin')
    await admin(devices.update, { _id: deviceId, glucose_unit: 'mmol/L' })
    expect(await kept()).toEqual([631])
    expect(await waiting()).toEqual([])
  })

  test('keeps the alarm of a critical reading that is too late for an alarm of its own', async () => {
    await tells(35)
    await panel.root
      .updateTable('readings')
      .set({ measured_at: minutesAgo(60), received_at: minutesAgo(60) })
      .where('mac', '=', mac)
      .execute()
    await say('mg/dL')
    expect(await kept()).toEqual([35])
    expect(await openRules()).toEqual(['glucose-unit'])
  })

  test('raises the alarm of the value for the patient whose it most likely is, if its time is in doubt too', async () => {
    await tells(35, { minutes: minutesSinceClockWasSet })
    expect(await openAlarms()).toMatchObject([{ rule: 'glucose-unit', patient: { _id: patientId } }])
    await say('mg/dL')
    const { rows } = await (await panel.as('nurse'))(readings.inbox, { number_of_rec: 100 })
    expect(rows.filter((row) => row.mac === mac)).toMatchObject([{ waits_for: 'time', blood_glucose: 35 }])
    expect(await openAlarms()).toMatchObject([
      { rule: 'blood_glucose-low', severity: 'high', value: 35, patient: { _id: patientId } },
    ])
  })

  test('applies to readings sent before the device was registered', async () => {
    const stranger = 'aabbccddee88'
    await tells(20, { from: stranger })
    const nurse = await panel.as('nurse')
    const all = (await nurse(readings.inbox, { number_of_rec: 100 })).rows
    const own = all.filter((row) => row.mac === stranger)
    expect(own).toMatchObject([{ waits_for: 'unit', told_glucose: 20 }])
    await nurse(readings.tellUnit, { unit: 'mg/dL', readings: own.map(toKey) })
    const { rows } = await nurse(readings.inbox, { number_of_rec: 100 })
    expect(rows.filter((row) => row.mac === stranger)).toMatchObject([
      { waits_for: 'device', blood_glucose: 20 },
    ])
  })
})

describe('a box with a meter that is not registered', () => {
  /** It measures several patients, each of whom puts their identity card into it. */
  const meter = '00aabbccdd99'

  /** A patient has their glucose measured, and their national ID is returned. */
  async function measures(patient: string, glucose: number): Promise<string> {
    const { national_id } = await panel.root
      .selectFrom('patients')
      .select('national_id')
      .where('id', '=', patient)
      .executeTakeFirstOrThrow()
    const values = [
      ['time', Date.parse(testNow) / 1000],
      ['citiz', national_id],
      ['data.ble_mac', meter],
      ['data.value.blood_glucose', glucose],
    ] as const
    await arrives(
      values.reduce(
        (message, [path, value]) => replaceField(message, path, value),
        readDeviceMessage('box-glucose'),
      ),
    )
    return national_id ?? expect.fail('the patient has a national ID')
  }

  test('raises an alarm of each patient, which ends when somebody says the unit of their reading', async () => {
    const { id: other } = await panel.root
      .selectFrom('patients')
      .select('id')
      .where('date_of_birth', '<', '1990-01-01')
      .where('national_id', 'is not', null)
      .where('id', '<>', patientId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await measures(other, 34)
    const own = await measures(patientId, 35)
    const nurse = await panel.as('nurse')
    const listRules = async (of: string) =>
      (await nurse(alarms.list, { patient_id: of })).rows.flatMap(({ rule, state }) =>
        state === 'cleared' ? [] : rule,
      )
    expect([await listRules(patientId), await listRules(other)]).toEqual([['glucose-unit'], ['glucose-unit']])
    const { rows } = await nurse(readings.inbox, { number_of_rec: 100 })
    const told = rows.filter(({ told_national_id }) => told_national_id === own)
    await nurse(readings.tellUnit, { unit: 'mg/dL', readings: told.map(toKey) })
    expect([await listRules(patientId), await listRules(other)]).toEqual([
      ['blood_glucose-low'],
      ['glucose-unit'],
    ])
  })
})

test('the alarm ends in the name of whoever discarded the last reading that waits for its unit', async () => {
  await tells(35, { minutes: 2 })
  await tells(34, { minutes: 1 })
  const [alarm] = await openAlarms()
  const nurse = await panel.as('nurse')
  const discard = (reading: { _id: string; measured_at: string } | undefined) =>
    nurse(readings.dismiss, { readings: reading ? [toKey(reading)] : [], reason: 'control solution' })
  await discard((await waiting())[0])
  expect(await openRules()).toEqual(['glucose-unit'])
  await discard((await waiting())[0])
  const { alarm: closed } = await nurse(alarms.get, { _id: alarm?._id ?? '' })
  expect(closed).toMatchObject({ state: 'cleared', clearing: 'person', note: 'control solution' })
})

describe('a meter that shows HI or LO', () => {
  const summarizeOpenAlarms = async () =>
    (await openAlarms()).map(({ rule, severity, value, worst_value }) => ({
      rule,
      severity,
      value,
      worst_value,
    }))

  test.each([
    ['HI', 'above', 'blood_glucose-high'],
    ['high', 'above', 'blood_glucose-high'],
    [' Lo ', 'below', 'blood_glucose-low'],
    ['LOW', 'below', 'blood_glucose-low'],
  ])(
    '%s raises an alarm of high severity for its wearer, and its reading has no number',
    async (told, beyond, rule) => {
      await tells(told)
      const { rows } = await (await panel.as('nurse'))(readings.history, {
        patient_id: patientId,
        kinds: ['glucose'],
      })
      expect(rows).toMatchObject([{ beyond, measured_at: expect.any(String) }])
      expect(rows[0]?.blood_glucose).toBeUndefined()
      expect(await summarizeOpenAlarms()).toEqual([
        { rule, severity: 'high', value: null, worst_value: null },
      ])
      const nurse = await panel.as('nurse')
      const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
      expect(tiles[0]?.latest).toContainEqual(
        expect.objectContaining({ vital: 'blood_glucose', value: null, note: beyond }),
      )
      await tells(told)
      expect(await summarizeOpenAlarms()).toHaveLength(1)
      const [alarm] = await openAlarms()
      expect((await nurse(alarms.get, { _id: alarm?._id ?? '' })).steps).toMatchObject([
        { step: 'raised', value: null },
      ])
    },
  )

  test('HI stays the worst value of an alarm, whether a number raised it or follows', async () => {
    await tells(430, { name: 'gateway-accuchek', minutes: 3 })
    await tells('HI', { minutes: 2 })
    await tells(450, { name: 'gateway-accuchek', minutes: 1 })
    const [alarm] = await openAlarms()
    expect(alarm).toMatchObject({
      value: 430,
      last_value: 450,
      worst_value: null,
      worst_at: expect.any(String),
    })
  })

  test('HI after a number is the newest value of a chart', async () => {
    await tells(430, { name: 'gateway-accuchek', minutes: 3 })
    await tells('HI', { minutes: 2 })
    const { newest } = await (await panel.as('nurse'))(readings.history, {
      patient_id: patientId,
      kinds: ['glucose'],
      resolution: 10,
    })
    expect(newest).toMatchObject([{ beyond: 'above' }])
  })

  test('HI by HTTP, from a box or without a patient counts too', async () => {
    const { key } = await (await panel.as('admin'))(ingest.addSender, { name: `HI ${next}` })
    const response = await panel.fetch(ingest.readings.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sent_at: testNow,
        readings: [
          { device: mac, kind: 'glucose', measured_at: minutesAgo(1), blood_glucose: 'HI' },
          { device: 'aabbccddff01', kind: 'glucose', measured_at: minutesAgo(1), blood_glucose: 'LO' },
          { device: mac, kind: 'glucose', measured_at: minutesAgo(2), blood_glucose: 100, beyond: 'above' },
        ],
      }),
    })
    expect(await response.json()).toMatchObject({
      results: [
        { status: 'stored' },
        { status: 'waiting' },
        { status: 'rejected', reason: { field: 'beyond' } },
      ],
    })
    expect(await summarizeOpenAlarms()).toMatchObject([{ rule: 'blood_glucose-high', severity: 'high' }])
    const { rows } = await (await panel.as('nurse'))(alarms.list, { number_of_rec: 100 })
    expect(rows.filter((one) => one.mac === 'aabbccddff01')).toMatchObject([
      { rule: 'blood_glucose-low', severity: 'high', patient: null, state: 'active' },
    ])
    const { rows: inbox } = await (await panel.as('nurse'))(readings.inbox, { number_of_rec: 100 })
    const given = inbox.filter((row) => row.mac === 'aabbccddff01').map(toKey)
    await (await panel.as('nurse'))(readings.assign, { patient_id: patientId, readings: given })
    expect(await openRules()).toEqual(['blood_glucose-high', 'blood_glucose-low'])
  })
})

test('a value that is implausible in the unit of its device shows that the unit is wrong, and waits', async () => {
  await (await panel.as('admin'))(devices.update, { _id: deviceId, glucose_unit: 'mg/dL' })
  await tells('2.1')
  expect(await kept()).toEqual([])
  expect(await waiting()).toMatchObject([{ told_glucose: 2.1 }])
  expect(await openRules()).toEqual(['glucose-unit'])
  await say('mmol/L')
  expect(await kept()).toEqual([38])
  expect(await openRules()).toEqual(['blood_glucose-low'])
})

test('the audit names who changed the unit of a device', async () => {
  const admin = await panel.as('admin')
  await admin(devices.update, { _id: deviceId, glucose_unit: 'mmol/L' })
  const rows = await panel.root
    .selectFrom('audit')
    .select('detail')

    .execute()
  expect(rows.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ glucose_unit: { from: null, to: 'mmol/L' } }),
  )
})

test('a gateway may send values of other systems in mg/dL', async () => {
  const { key } = await (await panel.as('admin'))(ingest.addSender, { name: `System ${next}` })
  const response = await panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sent_at: testNow,
      readings: [{ device: mac, kind: 'glucose', measured_at: minutesAgo(1), blood_glucose: 35 }],
    }),
  })
  expect(await response.json()).toMatchObject({ results: [{ status: 'stored' }] })
  expect(await kept()).toEqual([35])
})
