import { alarms, devices, monitoring, readings } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDevice,
  formatWatchTime,
  ingestOnOtherNode,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { acrossHospitals } from '../../db/database.ts'
import { recordListening } from '../alarms/listening.ts'
import { findJumpWhileStopped, recordClockJump } from './clock-jumps.ts'

const hour = 60 * minute
const second = 1000

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const nowMs = () => bedside.panel.clock().getTime()
/** The time as replies format it. */
const now = () => bedside.at(0).replace('.000Z', 'Z')

/** A patient who wore a device until so many minutes ago, and another who has worn it since. */
async function handOverDevice(kind: string, minutesAgo: number) {
  const [former, next] = [await bedside.addPatient(), await bedside.addPatient()]
  const { id, mac } = await addDevice(bedside, kind, { id: former.id, minutesAgo: 24 * 60 })
  const { nurse, at } = bedside
  await nurse(devices.assign, { device_id: id, patient_id: next.id, at: at(minutesAgo) })
  return { former, next, id, mac }
}

const listHistory = async ({ id }: TestPatient) =>
  (await bedside.nurse(readings.history, { patient_id: id })).rows

async function findLatest({ id }: TestPatient, vital: string) {
  const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: id })
  const value = tiles[0]?.latest.find((one) => one.vital === vital)
  return value && { ...value, measured_at: value.measured_at.replace('.000Z', 'Z') }
}

const listWaiting = async (deviceId: string) =>
  (await bedside.nurse(readings.inbox, { device_id: deviceId })).rows

const listRules = async (patient: TestPatient) =>
  (await patient.listAlarms()).flatMap(({ rule, value }) => (value === null ? [] : [`${rule} ${value}`]))

describe('a sender that reports its clock', () => {
  test.each([
    ['ahead', 5 * minute],
    ['a little behind', -50_000],
    ['a few seconds ahead', 20_000],
  ])('and is %s: its readings go to whoever wore the device when they were measured', async (_, ahead) => {
    const { former, next, mac } = await handOverDevice('oximeter', 2)
    const of = (minutesAgo: number, spo2: number) => ({
      device: mac,
      kind: 'spo2',
      measured_at: new Date(nowMs() - minutesAgo * minute + ahead).toISOString(),
      spo2,
    })
    await bedside.send([of(3, 79), of(2.1, 80), of(1.9, 97)], ahead)
    expect((await listHistory(former)).map(({ spo2 }) => spo2)).toEqual([80, 79])
    expect((await listHistory(next)).map(({ spo2, timing }) => [spo2, timing])).toEqual([[97, 'corrected']])
    expect(await listRules(next)).toEqual([])
    expect(await listRules(former)).toEqual(['spo2-low 79'])
  })

  test('and sends a failed call again as it was: its readings keep their times', async () => {
    const { former, next, mac } = await handOverDevice('oximeter', 30)
    const call = (...minutesAgo: number[]) =>
      minutesAgo.map((at) => ({
        device: mac,
        kind: 'spo2',
        measured_at: bedside.at(at),
        spo2: 90 + at / 10,
      }))
    // Measured and sent before the hand-over: nobody can tell whether the clock is behind.
    const before = call(40, 35)
    expect(await bedside.send(before, -34 * minute)).toEqual(['waiting', 'waiting'])
    expect(await bedside.send(before, -34 * minute)).toEqual(['known', 'known'])
    expect([await listHistory(former), await listHistory(next)]).toEqual([[], []])
    // The same wearer since then, and a clock that was right before the call was made.
    bedside.skip(minute)
    await bedside.send([{ device: mac, kind: 'pulse', pulse: 70, measured_at: bedside.at() }])
    bedside.skip(12 * minute)
    const since = call(11.5)
    expect(await bedside.send(since, -11 * minute)).toEqual(['stored'])
    const [kept] = (await listHistory(next)).filter(({ kind }) => kind === 'spo2')
    expect(kept?.timing).toBe('told')
    expect(Date.parse(kept?.measured_at ?? '')).toBe(Date.parse(bedside.at(11.5)))
    bedside.skip(-13 * minute)
  })

  test('and sends a call again much later: it is stored once, at its first time', async () => {
    const { next, mac } = await handOverDevice('oximeter', 30)
    const one = { device: mac, kind: 'spo2', spo2: 96, measured_at: bedside.at(1) }
    const sentAt = Date.parse(bedside.at())
    expect(await bedside.send([one])).toEqual(['stored'])
    bedside.skip(15 * minute)
    expect(await bedside.send([one], sentAt - Date.parse(bedside.at()))).toEqual(['known'])
    expect(await listHistory(next)).toHaveLength(1)
    bedside.skip(-15 * minute)
  })

  test('and is behind steadily by minutes: from the third call on its readings are moved', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'oximeter', { id: patient.id, minutesAgo: 60 })
    for (const spo2 of [91, 92, 93, 94]) {
      const measured_at = bedside.at(6)
      await bedside.send([{ device: mac, kind: 'spo2', measured_at, spo2 }], -6 * minute)
      bedside.skip(minute + 10_000)
    }
    const timings = (await listHistory(patient)).map(({ spo2, timing }) => [spo2, timing])
    expect(new Map(timings as [number, string][])).toEqual(
      new Map([
        [94, 'corrected'],
        [93, 'corrected'],
        [92, 'told'],
        [91, 'told'],
      ]),
    )
  })

  test('and calls less often than its clock is behind is corrected, too', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'oximeter', { id: patient.id, minutesAgo: 200 })
    await bedside.send([{ device: mac, kind: 'pulse', pulse: 70, measured_at: bedside.at() }])
    for (const spo2 of [91, 92, 93, 94]) {
      bedside.skip(5 * minute)
      await bedside.send([{ device: mac, kind: 'spo2', measured_at: bedside.at(4), spo2 }], -4 * minute)
    }
    const newest = (await listHistory(patient)).find(({ spo2 }) => spo2 === 94)
    expect(newest?.timing).toBe('corrected')
    bedside.skip(-20 * minute)
  })

  test('and sends failed calls again at a steady pace beside prompt ones: no reading is moved', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'oximeter', { id: patient.id, minutesAgo: 60 })
    const reading = (spo2: number, minutesAgo: number) => ({
      device: mac,
      kind: 'spo2',
      spo2,
      measured_at: bedside.at(minutesAgo),
    })
    for (const spo2 of [91, 92, 93, 94]) {
      await bedside.send([reading(spo2 - 10, 0)])
      await bedside.send([reading(spo2, 9)], -9 * minute)
      bedside.skip(minute + 10_000)
    }
    const timings = (await listHistory(patient)).map(({ timing }) => timing)
    expect(timings).toHaveLength(8)
    expect(timings).not.toContain('corrected')
  })

  test('stores a reading once, however its calls overlap at the edge of a correction', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'cuff', { id: patient.id, minutesAgo: 60 })
    const off = [4_000, 4_990, 4_999, 5_000, 5_001, 5_010, 6_000]
    for (let nth = 0; nth < 12; nth++) {
      const measured_at = new Date(nowMs() - 5 * minute + nth * 1000).toISOString()
      const one = { device: mac, kind: 'pulse', measured_at, pulse: 70 }
      const said = await Promise.all(off.map((ahead) => bedside.send([one], ahead)))
      expect(said.flat().filter((status) => status === 'stored')).toHaveLength(1)
    }
    expect(await listHistory(patient)).toHaveLength(12)
  })

  test('stores a reading once when it is sent to two nodes at the same time', async () => {
    const patient = await bedside.addPatient()
    const { panel, hospitalId } = bedside
    const reportedAt = nowMs() - minute
    const said = {
      kind: 'pulse',
      values: { pulse: 64 },
      source: 'system',
      hn: patient.hn,
      reportedAt,
    } as const
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        ingestOnOtherNode(panel, hospitalId, { ...said, sentAt: nowMs() + (nth % 2) * 9_000 }, true),
      ),
    )
    expect(results.flat().filter(({ status }) => status === 'stored')).toHaveLength(1)
    expect(await listHistory(patient)).toHaveLength(1)
  })
})

describe('a batch from the future', () => {
  test('keeps its order: its last value is the newest, and raises an alarm', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'oximeter', { id: patient.id, minutesAgo: 60 })
    const ahead = [3, 4, 5].map((minutes) => new Date(nowMs() + minutes * minute).toISOString())
    await bedside.send(
      ahead.map((measured_at, nth) => ({
        device: mac,
        kind: 'pulse',
        measured_at,
        pulse: [120, 130, 195][nth],
      })),
    )
    expect(await findLatest(patient, 'pulse')).toMatchObject({ value: 195, measured_at: now() })
    expect(await listRules(patient)).toEqual(['pulse-high 195'])
    expect(
      (await listHistory(patient)).map(({ pulse, measured_at }) => [pulse, Date.parse(measured_at)]),
    ).toEqual([
      [195, nowMs()],
      [130, nowMs() - minute],
      [120, nowMs() - 2 * minute],
    ])
  })
})

test('a reading of a named patient with an impossible early time waits, and its critical value alarms', async () => {
  const patient = await bedside.addPatient()
  const sent = [{ hn: patient.hn, kind: 'spo2', measured_at: '1970-01-01T00:00:42Z', spo2: 71 }]
  expect(await bedside.send(sent)).toEqual(['waiting'])
  expect(await bedside.send(sent)).toEqual(['known'])
  expect(await listHistory(patient)).toEqual([])
  expect(await listRules(patient)).toEqual(['spo2-low 71'])
  const { rows } = await bedside.nurse(readings.inbox, {})
  expect(rows.find(({ told_hn }) => told_hn === patient.hn)).toMatchObject({
    waits_for: 'time',
    timing: 'uncertain',
    measured_at: now(),
  })
})

/** A watch, worn or handed over, that sends by MQTT with a clock that is behind by so much (milliseconds). */
function watchBehind(mac: string, behindMs: () => number) {
  const say = (topic: string, said: object) =>
    bedside.receiveFromWatch({ mac, shown: nowMs() - behindMs() }, topic, said)
  return {
    beats: () => say('hb', { battery: 80 }),
    measures: (spO2: number) => say('VitalSign', { spO2 }),
    callsForHelp: () => say('SOS', {}),
  }
}

const getClock = async (id: string) => (await bedside.nurse(devices.get, { _id: id })).device.clock

test('the clock of a gateway with a modem is reported at its device, which has its MAC and not its IMEI', async () => {
  const { id, mac } = await addDevice(bedside, 'gateway')
  const beats = (behind: number) =>
    bedside.receive('ESP32_BLE_GW_TX', {
      time: (nowMs() - behind) / 1000,
      mac,
      IMEI: '861000000000025',
      type: 'HB_Msg',
      data: { msg: 'Online' },
    })
  for (let time = 0; time < 3; time++) {
    await beats(7 * hour)
    bedside.skip(minute)
  }
  expect(await getClock(id)).toMatchObject({ behind_seconds: 7 * 3600, is_corrected: true })
  await beats(0)
  expect(await getClock(id)).toBeNull()
})

describe('a watch whose clock is behind', () => {
  test('by hours silences no critical value, and gives no patient the values of another', async () => {
    const { former, next, id, mac } = await handOverDevice('watch', 60)
    const watch = watchBehind(mac, () => 7 * hour)
    await watch.measures(78)
    expect(await listHistory(former)).toEqual([])
    expect(await listHistory(next)).toEqual([])
    expect(await listWaiting(id)).toMatchObject([{ waits_for: 'time', spo2: 78, timing: 'uncertain' }])
    expect(await listRules(next)).toEqual(['spo2-low 78'])
    expect(await getClock(id)).toMatchObject({ behind_seconds: 7 * 3600, is_corrected: false })
    const [open] = await next.listAlarms()
    expect(Date.parse(open?.raised_at ?? '')).toBe(nowMs())
  })

  test('is corrected once the lag is steady, and reported until the clock is right', async () => {
    const { former, next, id, mac } = await handOverDevice('watch', 60)
    let behind = 7 * hour
    const watch = watchBehind(mac, () => behind)
    for (let time = 0; time < 3; time++) {
      await watch.beats()
      bedside.skip(minute)
    }
    await watch.measures(97)
    expect(await listHistory(former)).toEqual([])
    expect(await listHistory(next)).toMatchObject([{ spo2: 97, timing: 'corrected', measured_at: now() }])
    expect(await getClock(id)).toMatchObject({ behind_seconds: 7 * 3600, is_corrected: true })
    behind = 0
    bedside.skip(minute)
    await watch.measures(96)
    expect(await findLatest(next, 'spo2')).toMatchObject({ value: 96, measured_at: now() })
    expect(await getClock(id)).toBeNull()
  })

  test('is told apart from a watch that keeps each value until its next message', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    const watch = watchBehind(mac, () => 9 * minute)
    for (let time = 0; time < 5; time++) {
      await watch.measures(97)
      bedside.skip(10 * minute)
    }
    expect((await listHistory(patient)).map(({ timing }) => timing)).toEqual(Array(5).fill('told'))
    expect(await getClock(id)).toBeNull()
  })

  test('by twenty minutes silences no critical value', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 60 })
    let behind = 0
    const watch = watchBehind(mac, () => behind)
    await watch.measures(97)
    bedside.skip(5 * minute)
    behind = 20 * minute
    await watch.measures(75)
    expect(await listRules(patient)).toEqual(['spo2-low 75'])
    expect(await listWaiting(id)).toMatchObject([{ waits_for: 'time', spo2: 75 }])
    expect(await getClock(id)).toMatchObject({ behind_seconds: 20 * 60, is_corrected: false })
  })

  test('by five minutes calls for help again after the first call was acknowledged', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    const watch = watchBehind(mac, () => 5 * minute)
    await watch.callsForHelp()
    const { _id } = await patient.findOpenAlarm()
    bedside.skip(2 * minute)
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    bedside.skip(4 * minute)
    await watch.callsForHelp()
    expect(await patient.findOpenAlarm()).toMatchObject({ _id, rule: 'sos', state: 'active' })
    expect(await bedside.listSteps(_id)).toEqual(['raised', 'acknowledged', 'returned'])
  })

  test.each([0, 2])(
    'or whose messages are always late gives nobody the values of another, with the hand-over recorded %i min late',
    async (notedAfter) => {
      const [former, next] = [await bedside.addPatient(), await bedside.addPatient()]
      const { id, mac } = await addDevice(bedside, 'watch', { id: former.id, minutesAgo: 600 })
      const watch = watchBehind(mac, () => 20 * minute)
      for (let time = 0; time < 3; time++) {
        await watch.beats()
        bedside.skip(minute)
      }
      await watch.measures(96)
      expect(await listHistory(former)).toMatchObject([{ spo2: 96, timing: 'corrected' }])
      bedside.skip(minute)
      const hand = () =>
        bedside.nurse(devices.assign, { device_id: id, patient_id: next.id, at: bedside.at(notedAfter) })
      if (notedAfter === 0) await hand()
      bedside.skip(minute)
      await watch.measures(75)
      if (notedAfter > 0) await hand()
      expect((await listHistory(former)).map(({ spo2 }) => spo2)).toEqual(notedAfter === 0 ? [96] : [])
      expect(await listHistory(next)).toEqual([])
      expect(await listRules(next)).toEqual(['spo2-low 75'])
      expect((await listWaiting(id)).map(({ spo2 }) => spo2)).toContain(75)
    },
  )

  test('counts as connected while it sends', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    await watchBehind(mac, () => 5 * hour).beats()
    const { device } = await bedside.nurse(devices.get, { _id: id })
    expect(device).toMatchObject({ status: 'connected', last_seen_at: now() })
  })
})

describe('messages held back during an outage', () => {
  test('keep their own time if the clock was right before and nobody else has worn the watch since', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    let behind = 0
    const watch = watchBehind(mac, () => behind)
    await watch.measures(98)
    await bedside.advance(2 * hour)
    for (const late of [90, 60, 30, 0]) {
      behind = late * minute
      await watch.measures(97 - (late === 60 ? 2 : 0))
    }
    expect((await listHistory(patient)).map(({ spo2, timing }) => [spo2, timing])).toEqual([
      [97, 'told'],
      [97, 'told'],
      [95, 'told'],
      [97, 'told'],
      [98, 'told'],
    ])
    expect(await getClock(id)).toBeNull()
  })

  test('wait if somebody else has worn the watch since', async () => {
    const [former, next] = [await bedside.addPatient(), await bedside.addPatient()]
    const { id, mac } = await addDevice(bedside, 'watch', { id: former.id, minutesAgo: 600 })
    let behind = 0
    const watch = watchBehind(mac, () => behind)
    await watch.measures(98)
    await bedside.advance(2 * hour)
    await bedside.nurse(devices.assign, { device_id: id, patient_id: next.id, at: bedside.at(60) })
    behind = 90 * minute
    await watch.measures(96)
    expect(await listHistory(next)).toEqual([])
    expect(await listHistory(former)).toHaveLength(1)
    expect(await listWaiting(id)).toMatchObject([{ waits_for: 'time', spo2: 96 }])
  })
})

test('a critical value that a watch stored during an outage raises no alarm if its clock is right', async () => {
  const patient = await bedside.addPatient()
  const { mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
  const data = [{ spO2: 76, timestamp: formatWatchTime(nowMs() - hour) }]
  await bedside.receiveFromWatch({ mac, shown: nowMs() }, 'AP55', { data })
  expect(await listHistory(patient)).toMatchObject([{ spo2: 76, timing: 'told' }])
  expect(await listRules(patient)).toEqual([])
})

test('a panel clock that is put forward silences no critical value of a watch whose own clock is right', async () => {
  const patient = await bedside.addPatient()
  const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
  let behind = 0
  const watch = watchBehind(mac, () => behind)
  await watch.measures(97)
  await bedside.advance(2 * hour)
  behind = 2 * hour
  bedside.skip(minute)
  await watch.measures(79)
  expect((await listRules(patient)).filter((one) => one.startsWith('spo2'))).toEqual(['spo2-low 79'])
  for (let time = 0; time < 3; time++) {
    bedside.skip(minute)
    await watch.beats()
  }
  await watch.measures(96)
  expect(await findLatest(patient, 'spo2')).toMatchObject({ value: 96, measured_at: now() })
  expect(await listWaiting(id)).toEqual([])
})

describe('a panel clock that is put back', () => {
  /** The open alarm of a patient's saturation. */
  const openSpo2Alarm = async (patient: TestPatient) =>
    (await patient.listAlarms()).find(({ rule, state }) => rule === 'spo2-low' && state !== 'cleared')

  test('blocks no newest value and silences no alarm', async () => {
    const patient = await bedside.addPatient()
    await bedside.advance(2 * hour)
    await patient.send({ kind: 'spo2', spo2: 97 })
    bedside.skip(-2 * hour)
    await patient.send({ kind: 'spo2', spo2: 79 })
    expect(await findLatest(patient, 'spo2')).toMatchObject({ value: 79, measured_at: now() })
    expect(await listRules(patient)).toEqual(['spo2-low 79'])
  })

  test('blocks no value by MQTT of a watch whose own clock is right, and its alarms follow', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    await bedside.advance(2 * hour)
    let ahead = 0
    const watch = watchBehind(mac, () => -ahead)
    await watch.measures(97)
    bedside.skip(minute)
    await watch.measures(79)
    await bedside.nurse(alarms.acknowledge, {
      _id: (await openSpo2Alarm(patient))?._id ?? '',
      severity: 'high',
    })
    bedside.skip(-2 * hour)
    ahead = 2 * hour
    for (const spo2 of [96, 95, 78]) {
      bedside.skip(minute)
      await watch.measures(spo2)
      expect(await findLatest(patient, 'spo2')).toMatchObject({ value: spo2, measured_at: now() })
    }
    expect((await listHistory(patient)).filter(({ timing }) => timing === 'corrected')).toHaveLength(3)
    expect(await listWaiting(id)).toEqual([])
    // The first alarm was over with 96, so 78 is news and asks to be acknowledged again.
    expect(await openSpo2Alarm(patient)).toMatchObject({ acknowledged_at: null, last_value: 78 })
  })

  test('leaves an open alarm free to worsen and to end', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    await bedside.advance(2 * hour)
    let ahead = 0
    const watch = watchBehind(mac, () => -ahead)
    const measure = async (spo2: number) => {
      bedside.skip(minute)
      await watch.measures(spo2)
    }
    for (let time = 0; time < 3; time++) await measure(91)
    const raised = await openSpo2Alarm(patient)
    expect(raised?.severity).toBe('medium')
    const _id = raised?._id ?? ''
    bedside.skip(-2 * hour)
    ahead = 2 * hour
    await measure(79)
    expect(await openSpo2Alarm(patient)).toMatchObject({ _id, severity: 'high', worst_value: 79 })
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    await measure(97)
    expect(await openSpo2Alarm(patient)).toBeUndefined()
  })

  test('keeps no device connected that falls silent', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    await bedside.advance(3 * hour)
    await watchBehind(mac, () => 0).beats()
    bedside.skip(-2 * hour)
    await recordClockJump(bedside.panel.root, { at: nowMs(), byMs: -2 * hour })
    await bedside.advance(hour)
    expect((await bedside.nurse(devices.get, { _id: id })).device.status).toBe('disconnected')
  })

  test('keeps no alarm off for longer', async () => {
    const patient = await bedside.addPatient()
    await bedside.advance(4 * hour)
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version: 0,
      settings: { spo2: { mode: 'disabled', until: bedside.at(-30) } },
      reason: 'ผ่าตัด',
    })
    bedside.skip(-2 * hour)
    await recordClockJump(bedside.panel.root, { at: nowMs(), byMs: -2 * hour })
    await patient.send({ kind: 'spo2', spo2: 78 })
    expect(await listRules(patient)).toEqual([])
    bedside.skip(31 * minute)
    await patient.send({ kind: 'spo2', spo2: 77 })
    expect(await listRules(patient)).toEqual(['spo2-low 77'])
  })

  test('does not confuse a watch whose clock was behind by a known time', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    await bedside.advance(2 * hour)
    let behind = 7 * hour
    const watch = watchBehind(mac, () => behind)
    const beat = async () => {
      bedside.skip(minute)
      await watch.beats()
    }
    for (let time = 0; time < 4; time++) await beat()
    expect(await getClock(id)).toMatchObject({ behind_seconds: 7 * 3600, is_corrected: true })
    bedside.skip(-2 * hour)
    behind = 5 * hour
    for (let time = 0; time < 4; time++) await beat()
    expect(await getClock(id)).toMatchObject({ behind_seconds: 5 * 3600, is_corrected: true })
    await watch.measures(78)
    expect(await findLatest(patient, 'spo2')).toMatchObject({ value: 78, measured_at: now() })
    expect(await listRules(patient)).toEqual(['spo2-low 78'])
  })

  describe('while the panel is stopped', () => {
    const listen = () =>
      acrossHospitals(bedside.panel.root, (tx) => recordListening({ tx, now: bedside.at() }))
    const find = (meanwhile: () => Promise<unknown>) =>
      findJumpWhileStopped(bedside.panel.root, bedside.panel.clock, meanwhile)
    const pause = async () => bedside.skip(10 * second)

    test('is found when it starts again', async () => {
      await bedside.advance(4 * hour)
      await listen()
      bedside.skip(minute)
      expect(await find(pause)).toBeUndefined()
      bedside.skip(-2 * hour)
      expect(await find(pause)).toEqual({ at: nowMs(), byMs: -2 * hour + minute + 10 * second })
    })

    test('is none if another node runs, whose clock is another', async () => {
      await bedside.advance(4 * hour)
      await listen()
      bedside.skip(-2 * hour)
      const other = async () => {
        bedside.skip(2 * hour + 5 * second)
        await listen()
        bedside.skip(-2 * hour)
      }
      expect(await find(other)).toBeUndefined()
    })

    test('cannot be seen if the panel was stopped for longer, and then does no harm', async () => {
      await bedside.advance(hour)
      await listen()
      bedside.skip(3 * hour)
      bedside.skip(-2 * hour)
      expect(await find(pause)).toBeUndefined()
    })
  })

  test('still updates when a device was last seen', async () => {
    const patient = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 600 })
    const watch = watchBehind(mac, () => 0)
    await bedside.advance(2 * hour)
    await watch.beats()
    bedside.skip(-2 * hour)
    await watch.beats()
    const { device } = await bedside.nurse(devices.get, { _id: id })
    expect(device.last_seen_at).toBe(now())
  })

  test('does not delay an escalation, however many nodes notice the jump, and is reported', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'spo2', spo2: 79 })
    const due = async () => {
      const { _id } = await patient.findOpenAlarm()
      const { escalates_at } = await bedside.panel.root
        .selectFrom('alarms')
        .select('escalates_at')
        .where('id', '=', _id)
        .executeTakeFirstOrThrow()
      return Date.parse(escalates_at ?? '') - nowMs()
    }
    const waits = await due()
    bedside.skip(-2 * hour)
    const jump = { at: nowMs(), byMs: -2 * hour }
    await Promise.all(
      [1, 2, 3].map((late) => recordClockJump(bedside.panel.root, { ...jump, at: jump.at + late })),
    )
    expect(await due()).toBe(waits)
    const { clock_jump } = await bedside.nurse(devices.list, {})
    expect(clock_jump).toMatchObject({ by_seconds: -7200 })
  })

  test('leaves devices with their last wearers, although by that clock the hand-overs lie in the future', async () => {
    const [former, between, last] = [
      await bedside.addPatient(),
      await bedside.addPatient(),
      await bedside.addPatient(),
    ]
    const { id, mac } = await addDevice(bedside, 'watch', { id: former.id, minutesAgo: 600 })
    await bedside.advance(2 * hour)
    for (const { id: patient_id } of [between, last]) {
      await bedside.nurse(devices.assign, { device_id: id, patient_id })
      bedside.skip(10 * minute)
    }
    bedside.skip(-2 * hour)
    await recordClockJump(bedside.panel.root, { at: nowMs(), byMs: -2 * hour })
    bedside.skip(5 * second)
    await watchBehind(mac, () => 0).measures(78)
    expect(await listHistory(former)).toEqual([])
    expect(await listHistory(between)).toEqual([])
    expect(await listHistory(last)).toMatchObject([{ spo2: 78, measured_at: now() }])
    expect(await listRules(last)).toEqual(['spo2-low 78'])
  })

  test('does not delay the next try of a message that could not be sent', async () => {
    const tried = await bedside.panel.root
      .insertInto('outbox')
      .values({
        id: '0193c000-0000-7000-8000-000000000001',
        hospital_id: bedside.hospitalId,
        channel: 'webhook',
        message: '{}',
        created_at: bedside.at(),
        next_at: bedside.at(-1),
        tries: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    bedside.skip(-2 * hour)
    await recordClockJump(bedside.panel.root, { at: nowMs(), byMs: -2 * hour })
    const { next_at } = await bedside.panel.root
      .selectFrom('outbox')
      .select('next_at')
      .where('id', '=', tried.id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(next_at)).toBe(nowMs() + minute)
  })
})
