import { alarms, devices } from 'contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { acrossHospitals } from '../../db/database.ts'
import { recordListening } from './listening.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

type Device = { id: string; mac: string }

async function wearer() {
  const patient = await bedside.addPatient()
  const watch = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 0 })
  return { patient, watch }
}
const pulse = ({ mac }: Device) =>
  bedside.send([{ device: mac, kind: 'pulse', pulse: 72, measured_at: bedside.at() }])

async function reportBattery(id: string, more: { battery?: number }) {
  await bedside.panel.root
    .updateTable('devices')
    .set({ status: 'connected', last_seen_at: bedside.at(), ...more })
    .where('id', '=', id)
    .execute()
  await bedside.panel.tick()
}
const listRules = (all: readonly { rule: string; state: string }[]) =>
  all.flatMap(({ rule, state }) => (state === 'cleared' ? [] : [rule])).sort()

async function listDeviceAlarms(deviceId: string) {
  const { rows } = await bedside.nurse(alarms.list, { number_of_rec: 100 })
  return rows.filter(({ device }) => device?._id === deviceId)
}

/** Simulates a node that listens from now on for so long and records it every ten seconds. */
async function listen(ms: number) {
  for (let passed = 0; passed <= ms; passed += 10_000) {
    await acrossHospitals(bedside.panel.root, (tx) => recordListening({ tx, now: bedside.at() }))
    if (passed < ms) bedside.skip(10_000)
  }
}
const readListeningStart = async () => {
  const { since } = await bedside.panel.root.selectFrom('listening').select('since').executeTakeFirstOrThrow()
  return Date.parse(since)
}

describe('when no node of the panel listened', () => {
  afterEach(() => bedside.panel.root.deleteFrom('listening').execute())

  test('no device counts as silent or gone before its time has passed since the panel began to listen', async () => {
    const { patient, watch } = await wearer()
    await pulse(watch)
    await listen(minute)
    bedside.skip(18 * minute)
    expect(await patient.listAlarms()).toEqual([])
    await listen(9 * minute)
    await bedside.panel.tick()
    expect(await patient.listAlarms()).toEqual([])
    expect(
      await bedside.panel.root
        .selectFrom('devices')
        .select('status')
        .where('id', '=', watch.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ status: 'connected' })
    await listen(2 * minute)
    await bedside.panel.tick()
    expect(listRules(await patient.listAlarms())).toEqual(['gone'])
    await listen(5 * minute)
    await bedside.panel.tick()
    expect(listRules(await patient.listAlarms())).toEqual(['gone', 'no-data'])
  })

  test('a node that starts beside others, or soon after them, hides no silence', async () => {
    const { patient } = await wearer()
    await listen(14 * minute)
    bedside.skip(25_000)
    await listen(2 * minute)
    await bedside.panel.tick()
    expect(listRules(await patient.listAlarms())).toEqual(['no-data'])
  })

  test('and the clock was set back, it does not listen only from a future time', async () => {
    await listen(0)
    bedside.skip(-2 * 60 * minute)
    await listen(0)
    expect(await readListeningStart()).toBe(Date.parse(bedside.at()))
    bedside.skip(2 * 60 * minute)
  })
})

describe('a watch', () => {
  test('that sends no value for as long as is allowed is an alarm, until it does', async () => {
    const { patient, watch } = await wearer()
    await pulse(watch)
    await bedside.advance(9 * minute)
    await reportBattery(watch.id, {})
    await bedside.advance(6 * minute - 1000)
    expect(await patient.listAlarms()).toEqual([])
    await bedside.advance(2000)
    expect(await patient.findOpenAlarm()).toMatchObject({
      rule: 'no-data',
      severity: 'medium',
      limit: 15,
      device: { _id: watch.id },
    })
    await pulse(watch)
    await bedside.panel.tick()
    expect(await patient.listAlarms()).toMatchObject([
      { rule: 'no-data', state: 'cleared', clearing: 'recovered' },
    ])
  })

  test('that sends nothing but heartbeats with its steps, as one on a table does, is an alarm', async () => {
    const { patient, watch } = await wearer()
    for (let minutes = 0; minutes < 16; minutes += 4) {
      const shown = Date.parse(bedside.at())
      await bedside.receiveFromWatch({ mac: watch.mac, shown }, 'hb', { battery: 80, step: minutes })
      await bedside.receiveFromWatch({ mac: watch.mac, shown }, 'location', {
        location: { GPS: { latitude: 13.7, longitude: 100.5 } },
      })
      await bedside.advance(4 * minute)
    }
    expect(listRules(await patient.listAlarms())).toEqual(['no-data'])
    const shown = Date.parse(bedside.at())
    await bedside.receiveFromWatch({ mac: watch.mac, shown }, 'hb', { battery: 80, step: 30 })
    await bedside.advance(minute)
    expect(listRules(await patient.listAlarms())).toEqual(['no-data'])
    await pulse(watch)
    await bedside.panel.tick()
    expect(listRules(await patient.listAlarms())).toEqual([])
  })

  test('that has just been put on gets its full time', async () => {
    const { patient } = await wearer()
    await bedside.advance(14 * minute)
    expect(listRules(await patient.listAlarms())).toEqual([])
    await bedside.advance(2 * minute)
    expect(listRules(await patient.listAlarms())).toEqual(['no-data'])
  })

  test('whose silence a person closed raises no alarm again before it has come back', async () => {
    const { patient, watch } = await wearer()
    await bedside.advance(16 * minute)
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, note: 'in the bath' })
    await bedside.advance(10 * minute)
    expect(listRules(await patient.listAlarms())).toEqual([])
    await pulse(watch)
    await bedside.advance(16 * minute)
    expect(listRules(await patient.listAlarms())).toContain('no-data')
  })

  test('that is not heard at all is gone, and its wearer has the alarm until it is back', async () => {
    const { patient, watch } = await wearer()
    await pulse(watch)
    await bedside.advance(10 * minute)
    expect(await patient.listAlarms()).toEqual([])
    await bedside.advance(1000)
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'gone', severity: 'low', escalates_at: null })
    const { status } = await bedside.panel.root
      .selectFrom('devices')
      .select('status')
      .where('id', '=', watch.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('disconnected')
    await pulse(watch)
    await bedside.panel.tick()
    expect(listRules(await patient.listAlarms())).toEqual([])
  })

  test('that is taken off has its alarms cleared', async () => {
    const { patient, watch } = await wearer()
    await pulse(watch)
    await bedside.advance(16 * minute)
    expect(listRules(await patient.listAlarms())).toEqual(['gone', 'no-data'])
    await bedside.panel.root
      .updateTable('device_assignments')
      .set(
        (eb) => ({ during: eb.fn('tstzrange', [eb.fn('lower', ['during']), eb.val(bedside.at())]) }) as never,
      )
      .where('device_id', '=', watch.id)
      .execute()
    await bedside.panel.tick()
    expect((await patient.listAlarms()).map(({ clearing }) => clearing)).toEqual(['moved', 'moved'])
    await bedside.advance(20 * minute)
    expect(listRules(await listDeviceAlarms(watch.id))).toEqual([])
  })
})

describe('a battery', () => {
  test('that is low is an alarm of the wearer until it is well above the limit', async () => {
    const { patient, watch } = await wearer()
    await reportBattery(watch.id, { battery: 16 })
    expect(await patient.listAlarms()).toEqual([])
    await reportBattery(watch.id, { battery: 15 })
    expect(await patient.findOpenAlarm()).toMatchObject({
      rule: 'battery',
      severity: 'low',
      value: 15,
      limit: 15,
    })
    await reportBattery(watch.id, { battery: 20 })
    expect(listRules(await patient.listAlarms())).toEqual(['battery'])
    await reportBattery(watch.id, { battery: 21 })
    expect(await patient.listAlarms()).toMatchObject([{ clearing: 'recovered' }])
  })

  test('of a device that nobody wears is an alarm of the device, once a shift', async () => {
    const cuff = await addDevice(bedside, 'cuff')
    await reportBattery(cuff.id, { battery: 5 })
    const [alarm] = await listDeviceAlarms(cuff.id)
    expect(alarm).toMatchObject({ rule: 'battery', patient: null, device: { mac: cuff.mac } })
    await bedside.nurse(alarms.clear, { _id: alarm?._id ?? '', note: 'charger is ordered' })
    await reportBattery(cuff.id, { battery: 4 })
    expect(listRules(await listDeviceAlarms(cuff.id))).toEqual([])
    await bedside.advance(8 * 60 * minute)
    await reportBattery(cuff.id, { battery: 4 })
    expect(listRules(await listDeviceAlarms(cuff.id))).toEqual(['battery'])
  })
})

test('a gateway that is not heard is gone; a cuff is heard only when it is used', async () => {
  const [gateway, cuff] = [await addDevice(bedside, 'gateway'), await addDevice(bedside, 'cuff')]
  await reportBattery(gateway.id, {})
  await reportBattery(cuff.id, {})
  await bedside.advance(11 * minute)
  expect(await listDeviceAlarms(gateway.id)).toMatchObject([{ rule: 'gone', patient: null }])
  expect(await listDeviceAlarms(cuff.id)).toEqual([])
  await bedside.nurse(alarms.clear, {
    _id: (await listDeviceAlarms(gateway.id))[0]?._id ?? '',
    note: 'moved house',
  })
  await bedside.advance(11 * minute)
  expect(listRules(await listDeviceAlarms(gateway.id))).toEqual([])
})

test('a gateway is heard by whatever it passes on, also if that cannot be read', async () => {
  const [gateway, cuff] = [await addDevice(bedside, 'gateway'), await addDevice(bedside, 'cuff')]
  const passOn = (attribute: string) => {
    const time = Math.floor(Date.parse(bedside.at()) / 1000)
    const value = { device_list: [{ ble_addr: cuff.mac, scan_time: time }] }
    return bedside.receive('dusun_pub', { mac: gateway.mac, time, data: { attribute, value } })
  }
  const readStatus = async ({ id }: Device) => (await bedside.nurse(devices.get, { _id: id })).device.status
  await passOn('BLE_disconnected')
  expect([await readStatus(gateway), await readStatus(cuff)]).toEqual(['connected', 'disconnected'])
  await bedside.advance(7 * minute)
  await passOn('ECG_PATCH')
  await bedside.advance(7 * minute)
  expect([await readStatus(gateway), await listDeviceAlarms(gateway.id)]).toEqual(['connected', []])
  await bedside.advance(4 * minute)
  expect(await listDeviceAlarms(gateway.id)).toMatchObject([{ rule: 'gone', patient: null }])
})
