import { type Alarm, alarms, devices, monitoring, readings } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDevice,
  ingestOnOtherNode,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

/** Two patients; the first one is recorded as wearing an oximeter for an hour. */
async function twoAndOneDevice() {
  const former = await bedside.addPatient()
  const next = await bedside.addPatient()
  const device = await addDevice(bedside, 'oximeter', { id: former.id, minutesAgo: 60 })
  return {
    former,
    next,
    mac: device.mac,
    brings: (kind: string, minutesAgo: number, values: object = {}) =>
      bedside.send([{ device: device.mac, kind, measured_at: bedside.at(minutesAgo), ...values }]),
    /** Records only now that the patient has had it since then, or that nobody has. */
    isNoted: (patient: TestPatient | null, minutesAgo: number) =>
      bedside.nurse(devices.assign, {
        device_id: device.id,
        patient_id: patient && patient.id,
        at: bedside.at(minutesAgo),
      }),
  }
}

/** A saturation as a message says it, without the time of sending. */
function heard(source: 'gateway' | 'box', mac: string, spo2: number, minutesAgo: number) {
  const reportedAt = Date.parse(bedside.at(minutesAgo))
  return ingestOnOtherNode(bedside.panel, bedside.hospitalId, {
    kind: 'spo2',
    values: { spo2 },
    source,
    mac,
    reportedAt,
  })
}

const summarizeAlarm = ({ rule, state, clearing, value }: Alarm) => [rule, state, clearing, value]
const listAlarmSummaries = async (patient: TestPatient) => (await patient.listAlarms()).map(summarizeAlarm)

async function findLatest({ id }: TestPatient, vital: string) {
  const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: id })
  return tiles[0]?.latest.find((one) => one.vital === vital)?.value
}

describe('a hand-over that is recorded later', () => {
  test('clears the former wearer’s alarm for the next wearer’s value, tells the screens, and raises it for the next wearer', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 80 })
    const raised = await former.findOpenAlarm()
    await isNoted(next, 5)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
    expect(await bedside.listSteps(raised._id)).toEqual(['raised', 'cleared'])
    expect(await listAlarmSummaries(next)).toEqual([['spo2-low', 'active', null, 80]])
    const told = await bedside.panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'alarm')
      .orderBy('number')
      .execute()
    expect(told.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ alarm: expect.objectContaining({ _id: raised._id, clearing: 'moved' }) }),
    )
  })

  test('raises no alarm for the next wearer when the value is late by then', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 80 })
    await bedside.advance(20 * minute)
    await isNoted(next, 25)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
    expect(await listAlarmSummaries(next)).toEqual([])
  })

  test('clears the alarm too when nobody wore the device', async () => {
    const { former, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 80 })
    await isNoted(null, 5)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
  })

  test('keeps an alarm that a value of the former wearer’s own raised, or has kept up since', async () => {
    const one = await twoAndOneDevice()
    await one.brings('spo2', 8, { spo2: 84 })
    await one.brings('spo2', 3, { spo2: 80 })
    await one.isNoted(one.next, 5)
    expect(await listAlarmSummaries(one.former)).toEqual([['spo2-low', 'active', null, 84]])

    const other = await twoAndOneDevice()
    await other.brings('spo2', 3, { spo2: 80 })
    await other.former.send({ kind: 'spo2', spo2: 84, minutesAgo: 1 })
    await other.isNoted(other.next, 5)
    expect(await listAlarmSummaries(other.former)).toEqual([['spo2-low', 'active', null, 80]])
  })

  test('clears an alarm that ended by a value of the former wearer’s own and that nobody has seen', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 80 })
    await former.send({ kind: 'spo2', spo2: 97, minutesAgo: 1 })
    await isNoted(next, 5)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
  })

  test('does not count another patient’s value towards an alarm', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 91 })
    await isNoted(next, 5)
    await former.send({ kind: 'spo2', spo2: 91, minutesAgo: 2 })
    expect(await listAlarmSummaries(former)).toEqual([])
    await former.send({ kind: 'spo2', spo2: 91, minutesAgo: 1 })
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'active', null, 91]])
  })

  test('moves a fall to the patient who fell, however late', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('fall', 3, { lat: 17.88, lang: 102.74 })
    await bedside.advance(20 * minute)
    await isNoted(next, 25)
    expect(await listAlarmSummaries(former)).toEqual([['fall', 'cleared', 'moved', null]])
    expect(await next.findOpenAlarm()).toMatchObject({
      rule: 'fall',
      severity: 'high',
      lat: 17.88,
      lang: 102.74,
    })
  })
})

describe('a fall or a value of which the time of the alarm is not the time of the reading', () => {
  test('moves a fall with its alarm, if its clock is a few seconds ahead', async () => {
    const { former, next, mac, isNoted } = await twoAndOneDevice()
    const reportedAt = Date.parse(bedside.at()) + 4_000
    const fall = { kind: 'fall', values: {}, source: 'gateway', mac, reportedAt } as const
    await ingestOnOtherNode(bedside.panel, bedside.hospitalId, fall)
    await isNoted(next, 5)
    expect(await listAlarmSummaries(former)).toEqual([['fall', 'cleared', 'moved', null]])
    expect(await listAlarmSummaries(next)).toEqual([['fall', 'active', null, null]])
  })

  test('moves an alarm that was raised when its value arrived', async () => {
    const { former, next, mac, isNoted } = await twoAndOneDevice()
    await heard('gateway', mac, 80, 12)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'active', null, 80]])
    await isNoted(next, 15)
    expect(await listAlarmSummaries(former)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
    expect(await listAlarmSummaries(next)).toEqual([['spo2-low', 'active', null, 80]])
  })

  test('raises an alarm for the second of two falls, whose alarm stays with the patient of the first', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('fall', 8)
    await brings('fall', 3)
    await isNoted(next, 5)
    expect(await listAlarmSummaries(former)).toEqual([['fall', 'active', null, null]])
    expect(await listAlarmSummaries(next)).toEqual([['fall', 'active', null, null]])
  })

  test('raises none for a fall whose alarm somebody has closed', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('fall', 3)
    const { _id } = await former.findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, outcome: 'no-harm' })
    await isNoted(next, 5)
    expect(await listAlarmSummaries(next)).toEqual([])
  })
})

test('moves values from a clock that is ahead too', async () => {
  const { former, next, brings, isNoted } = await twoAndOneDevice()
  await brings('spo2', -8, { spo2: 96 })
  expect(await findLatest(former, 'spo2')).toBe(96)
  await isNoted(next, 5)
  expect(await findLatest(former, 'spo2')).toBeUndefined()
  expect(await findLatest(next, 'spo2')).toBe(96)
})

describe('a reading that names the patient', () => {
  test('stays with that patient when the device is recorded as somebody else’s', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 96, hn: former.hn })
    await isNoted(next, 5)
    expect(await findLatest(former, 'spo2')).toBe(96)
    expect(await findLatest(next, 'spo2')).toBeUndefined()
  })

  test('does not include one from a box that heard the device without the patient’s card', async () => {
    const { former, next, mac, isNoted } = await twoAndOneDevice()
    await heard('box', mac, 96, 3)
    expect(await findLatest(former, 'spo2')).toBe(96)
    await isNoted(next, 5)
    expect(await findLatest(former, 'spo2')).toBeUndefined()
    expect(await findLatest(next, 'spo2')).toBe(96)
  })
})

describe('the early-warning score of the former wearer', () => {
  const own = (patient: TestPatient, systolic: number) =>
    patient.send(
      { kind: 'blood_pressure', systolic, diastolic: 70, pulse: 80, minutesAgo: 9 },
      { kind: 'spo2', spo2: 97, minutesAgo: 9 },
      { kind: 'respiration', respiration_rate: 18, minutesAgo: 9 },
      { kind: 'temperature', temperature: 37, minutesAgo: 9 },
      { kind: 'consciousness', consciousness: 'A', oxygen: false, minutesAgo: 9 },
    )
  const scores = async (patient: TestPatient) =>
    (await listAlarmSummaries(patient)).filter(([rule]) => rule === 'news2')

  test('is computed again without the other patient’s values, and its alarm is cleared', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await own(former, 120)
    expect(await findLatest(former, 'news2')).toBe(0)
    await brings('spo2', 3, { spo2: 90, pulse: 135 })
    expect(await findLatest(former, 'news2')).toBe(6)
    expect(await scores(former)).toEqual([['news2', 'active', null, 6]])
    await isNoted(next, 5)
    expect(await findLatest(former, 'news2')).toBe(0)
    expect(await scores(former)).toEqual([['news2', 'cleared', 'moved', 6]])
  })

  test('keeps its alarm while the patient’s own values are alarming', async () => {
    const { former, next, brings, isNoted } = await twoAndOneDevice()
    await brings('spo2', 3, { spo2: 90, pulse: 135 })
    await own(former, 88)
    await former.send({ kind: 'temperature', temperature: 37.1, minutesAgo: 2 })
    expect(await scores(former)).toEqual([['news2', 'active', null, 9]])
    await isNoted(next, 5)
    expect(await findLatest(former, 'news2')).toBe(3)
    expect(await scores(former)).toEqual([['news2', 'active', null, 9]])
  })
})

test('a reading of a doubtful time waits for a person, even if its device is registered and assigned since', async () => {
  const patient = await bedside.addPatient()
  const mac = '0a0b0c0d0e03'
  await heard('gateway', mac, 96, 2 * 24 * 60)
  await heard('gateway', mac, 97, 2)
  const admin = await bedside.panel.as('admin')
  const { device } = await admin(devices.register, { mac, kind: 'oximeter', name: 'Oximeter 9' })
  const waiting = async () =>
    (await bedside.nurse(readings.inbox, { device_id: device._id })).rows.map(({ waits_for }) => waits_for)
  expect(await waiting()).toEqual(['wearer', 'time'])
  await bedside.nurse(devices.assign, {
    device_id: device._id,
    patient_id: patient.id,
    at: bedside.at(3 * 24 * 60),
  })
  expect(await waiting()).toEqual(['time'])
})

describe('a call for help that could not be attributed', () => {
  async function countHeard(device: string, minutesAgo: number) {
    await bedside.send([{ device, kind: 'sos', measured_at: bedside.at(minutesAgo) }])
    const { rows } = await bedside.nurse(readings.inbox, {})
    const sent = rows.filter(({ mac }) => mac === device)
    return sent.map(({ _id, measured_at }) => ({ _id, measured_at }))
  }

  test('raises an alarm at once by the MAC address of an unknown device, and moves to the patient to whom it is assigned', async () => {
    const patient = await bedside.addPatient()
    await countHeard('0a0b0c0d0e01', 30)
    const ofMac = async () =>
      (await bedside.nurse(alarms.list, { rule: 'sos' })).rows.filter((one) => one.mac === '0a0b0c0d0e01')
    expect(await ofMac()).toMatchObject([{ state: 'active', severity: 'high', patient: null, device: null }])
    const waiting = await countHeard('0a0b0c0d0e01', 29)
    expect(await ofMac()).toHaveLength(1)
    await bedside.nurse(readings.assign, { patient_id: patient.id, readings: waiting })
    expect(await ofMac()).toMatchObject([{ state: 'cleared', clearing: 'moved' }])
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'sos', severity: 'high', mac: null })
  })

  test('raises an alarm at once by the number of an unknown patient, and moves to the patient to whom it is assigned', async () => {
    const patient = await bedside.addPatient()
    const byNumber = async (named: string) =>
      (await bedside.nurse(alarms.list, { rule: 'sos' })).rows.filter((one) => one.named === named)
    await bedside.send([{ hn: 'T-000', kind: 'sos', measured_at: bedside.at(2) }])
    await bedside.send([{ hn: 'T-000', kind: 'sos', measured_at: bedside.at(1) }])
    await bedside.send([{ hn: 'T-001', kind: 'sos', measured_at: bedside.at(1) }])
    expect(await byNumber('T-000')).toMatchObject([
      { state: 'active', severity: 'high', patient: null, device: null, mac: null },
    ])
    const inbox = await bedside.nurse(readings.inbox, {})
    const rows = inbox.rows.filter(({ told_hn }) => told_hn === 'T-000')
    expect(rows).toMatchObject([
      { waits_for: 'person', told_national_id: null, mac: null },
      { waits_for: 'person' },
    ])
    await bedside.nurse(readings.assign, {
      patient_id: patient.id,
      readings: rows.map(({ _id, measured_at }) => ({ _id, measured_at })),
    })
    expect(await byNumber('T-000')).toMatchObject([{ state: 'cleared', clearing: 'moved' }])
    expect(await byNumber('T-001')).toMatchObject([{ state: 'active' }])
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'sos', severity: 'high', named: null })
  })

  test('stays open for those who are not found yet when one of them is', async () => {
    const [one, other] = [await bedside.addPatient(), await bedside.addPatient()]
    await bedside.send([{ hn: 'T-002', kind: 'fall', measured_at: bedside.at(2) }])
    await bedside.send([{ hn: 'T-002', kind: 'fall', measured_at: bedside.at(1) }])
    const byNumber = async () =>
      (await bedside.nurse(alarms.list, { rule: 'fall' })).rows.filter((alarm) => alarm.named === 'T-002')
    const { rows } = await bedside.nurse(readings.inbox, {})
    const [later, earlier] = rows
      .filter(({ told_hn }) => told_hn === 'T-002')
      .map(({ _id, measured_at }) => ({ _id, measured_at }))
    await bedside.nurse(readings.assign, { patient_id: one.id, readings: [earlier!] })
    expect(await byNumber()).toMatchObject([{ state: 'active' }])
    await bedside.nurse(readings.assign, { patient_id: other.id, readings: [later!] })
    expect(await byNumber()).toMatchObject([{ state: 'cleared', clearing: 'moved' }])
    expect(await one.findOpenAlarm()).toMatchObject({ rule: 'fall' })
    expect(await other.findOpenAlarm()).toMatchObject({ rule: 'fall' })
  })

  test('shows only the end of an unknown national ID, and raises the alarm again when it is heard again', async () => {
    const heard = (minutesAgo: number) =>
      bedside.send([{ national_id: '1101700230708', kind: 'fall', measured_at: bedside.at(minutesAgo) }])
    const fell = async () =>
      (await bedside.nurse(alarms.list, { rule: 'fall' })).rows.filter(({ named }) => named?.startsWith('…'))
    await heard(2)
    const [alarm] = await fell()
    expect(alarm?.named).toBe('…0708')
    await bedside.send([{ hn: '1-1017-00230-70-8', kind: 'fall', measured_at: bedside.at(2) }])
    expect((await fell()).map(({ named }) => named)).toEqual(['…0708', '…0708'])
    await bedside.nurse(alarms.acknowledge, { _id: alarm?._id ?? '', severity: 'high' })
    await bedside.advance(2 * minute)
    await heard(1)
    expect((await fell()).find(({ _id }) => _id === alarm?._id)).toMatchObject({ state: 'active' })
  })

  test('moves to the wearer who is recorded when the device is registered at last', async () => {
    const patient = await bedside.addPatient()
    const mac = '0a0b0c0d0e02'
    await countHeard(mac, 30)
    const admin = await bedside.panel.as('admin')
    const { device } = await admin(devices.register, { mac, kind: 'watch', name: 'Watch 9' })
    const { rows } = await bedside.nurse(readings.inbox, { device_id: device._id })
    expect(rows).toMatchObject([{ waits_for: 'wearer', device: { name: 'Watch 9' } }])
    await bedside.nurse(devices.assign, { device_id: device._id, patient_id: patient.id, at: bedside.at(40) })
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'sos', severity: 'high' })
  })

  test('moves from the device that nobody wore to the patient who wore it, once', async () => {
    const patient = await bedside.addPatient()
    const device = await addDevice(bedside, 'watch')
    const waiting = await countHeard(device.mac, 3)
    const ofDevice = async () =>
      (await bedside.nurse(alarms.list, { rule: 'sos' })).rows.filter(
        (one) => one.device?._id === device.id && one.patient === null,
      )
    expect(await ofDevice()).toMatchObject([{ rule: 'sos', state: 'active' }])
    await bedside.nurse(readings.assign, { patient_id: patient.id, readings: waiting })
    expect(await ofDevice()).toMatchObject([{ state: 'cleared', clearing: 'moved' }])
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'sos' })
  })

  test('raises no new alarm when somebody has closed it', async () => {
    const patient = await bedside.addPatient()
    const device = await addDevice(bedside, 'watch')
    const waiting = await countHeard(device.mac, 3)
    await bedside.panel.root
      .updateTable('alarms')
      .set({ cleared_at: bedside.at(), clearing: 'person' })
      .where('device_id', '=', device.id)
      .execute()
    await bedside.nurse(readings.assign, { patient_id: patient.id, readings: waiting })
    expect(await listAlarmSummaries(patient)).toEqual([])
  })
})

describe('a reading that was assigned to the wrong patient and is taken back', () => {
  const reason = 'ผิดเตียง'
  const listInbox = async (deviceId: string) =>
    (await bedside.nurse(readings.inbox, { device_id: deviceId })).rows.map(({ _id, measured_at }) => ({
      _id,
      measured_at,
    }))

  /** Two patients, and an oximeter that nobody is recorded as wearing. */
  async function twoAndOneUnworn() {
    const [wrong, right] = [await bedside.addPatient(), await bedside.addPatient()]
    const { id, mac } = await addDevice(bedside, 'oximeter')
    return {
      wrong,
      right,
      deviceId: id,
      brings: (kind: string, minutesAgo: number, values: object = {}) =>
        bedside.send([{ device: mac, kind, measured_at: bedside.at(minutesAgo), ...values }]),
      isAssigned: async (patient: TestPatient) => {
        const given = await listInbox(id)
        await bedside.nurse(readings.assign, { patient_id: patient.id, readings: given })
        return given
      },
      takesBack: (patient: TestPatient, reading = { _id: '', measured_at: '' }) =>
        bedside.nurse(readings.takeBack, { patient_id: patient.id, reading, reason, with_others: true }),
    }
  }

  test('takes its alarm from the patient, and raises it for the right one', async () => {
    const { wrong, right, brings, isAssigned, takesBack } = await twoAndOneUnworn()
    await brings('spo2', 2, { spo2: 80 })
    const [reading] = await isAssigned(wrong)
    expect(await listAlarmSummaries(wrong)).toEqual([['spo2-low', 'active', null, 80]])
    await takesBack(wrong, reading)
    expect(await listAlarmSummaries(wrong)).toEqual([['spo2-low', 'cleared', 'moved', 80]])
    expect(await findLatest(wrong, 'spo2')).toBeUndefined()
    await isAssigned(right)
    expect(await listAlarmSummaries(right)).toEqual([['spo2-low', 'active', null, 80]])
  })

  test('leaves the patient the alarm that a value of their own raised, which that value decides again', async () => {
    const { wrong, brings, isAssigned, takesBack } = await twoAndOneUnworn()
    await wrong.send({ kind: 'spo2', spo2: 84, minutesAgo: 6 })
    await brings('spo2', 2, { spo2: 98 })
    const [reading] = await isAssigned(wrong)
    const ended = (await wrong.listAlarms()).map(({ ended_at }) => ended_at)
    expect(ended).not.toEqual([null])
    await takesBack(wrong, reading)
    expect(await findLatest(wrong, 'spo2')).toBe(84)
    expect((await wrong.findOpenAlarm()).ended_at).toBeNull()
  })

  test('takes its part from the early-warning score', async () => {
    const { wrong, brings, isAssigned, takesBack } = await twoAndOneUnworn()
    await wrong.send(
      { kind: 'blood_pressure', systolic: 120, diastolic: 80, minutesAgo: 9 },
      { kind: 'pulse', pulse: 70, minutesAgo: 9 },
      { kind: 'spo2', spo2: 98, minutesAgo: 9 },
      { kind: 'temperature', temperature: 37, minutesAgo: 9 },
      { kind: 'respiration', respiration_rate: 16, minutesAgo: 9 },
      { kind: 'consciousness', consciousness: 'A', oxygen: false, minutesAgo: 9 },
    )
    await brings('spo2', 2, { spo2: 80 })
    const [reading] = await isAssigned(wrong)
    expect(await findLatest(wrong, 'news2')).toBe(3)
    await takesBack(wrong, reading)
    expect(await findLatest(wrong, 'news2')).toBe(0)
    expect((await wrong.listAlarms()).filter(({ state }) => state !== 'cleared')).toEqual([])
  })

  test('takes along the alarm of a call for help, which stays open without a patient', async () => {
    const { wrong, deviceId, brings, isAssigned, takesBack } = await twoAndOneUnworn()
    await brings('sos', 2)
    const [reading] = await isAssigned(wrong)
    expect(await listAlarmSummaries(wrong)).toMatchObject([['sos', 'active', null, null]])
    await takesBack(wrong, reading)
    expect(await listAlarmSummaries(wrong)).toMatchObject([['sos', 'cleared', 'moved', null]])
    const { rows } = await bedside.nurse(alarms.list, { rule: 'sos' })
    const ofDevice = rows.filter(({ device }) => device?._id === deviceId)
    expect(ofDevice.filter(({ state, patient }) => state === 'active' && patient === null)).toHaveLength(1)
  })
})
