import { deviceTypeCodes } from 'contract'
import { describe, expect, test } from 'vitest'
import {
  decodeFixture,
  decodeTestMessage,
  describeTrouble,
  readDeviceMessage,
  receivedAt,
  replaceField,
} from '../../../test/support/device-messages.ts'
import { allClears } from './watch.ts'

const mac = '861000000000017'
const reportedAt = Date.parse('2025-06-16T05:30:45.000Z')
const place = { lat: 13.7563, lang: 100.5018 }
const connected = { mac, reportedAt, status: 'connected' }

test('a heartbeat has the battery and the steps', () => {
  expect(decodeFixture('watch-heartbeat')).toEqual({
    measurements: [
      { kind: 'activity', values: { steps: 999 }, source: 'watch', mac, deviceType: null, reportedAt },
    ],
    statusReports: [{ ...connected, battery: 67, signal: 80 }],
    rejected: [],
  })
})

test('a heartbeat that counts no steps says that the watch is online, and is no reading', () => {
  const heartbeat = replaceField(readDeviceMessage('watch-heartbeat'), 'step', 0)
  expect(decodeTestMessage(heartbeat)).toMatchObject({
    measurements: [],
    statusReports: [{ ...connected, battery: 67 }],
    rejected: [],
  })
})

describe('a battery', () => {
  test.each([
    [0, 0],
    ['100', 100],
    ['66.6', 67],
  ])('of %j is %i %%', (sent, battery) => {
    expect(
      decodeTestMessage(replaceField(readDeviceMessage('watch-heartbeat'), 'battery', sent)).statusReports,
    ).toMatchObject([{ battery }])
  })

  test.each([101, -1, '254'])('of %j is refused, and the rest is stored', (sent) => {
    const { measurements, statusReports, rejected } = decodeTestMessage(
      replaceField(readDeviceMessage('watch-heartbeat'), 'battery', sent),
    )
    expect(measurements).toHaveLength(1)
    expect(statusReports).toEqual([{ ...connected, signal: 80 }])
    expect(rejected).toEqual([{ reason: 'implausible', field: 'battery' }])
  })

  test('that is refused does not hide that the watch is online', () => {
    const message = replaceField(readDeviceMessage('watch-online'), 'battery', 150)
    expect(decodeTestMessage(message)).toMatchObject({
      statusReports: [{ mac, status: 'connected' }],
      rejected: [{ reason: 'implausible', field: 'battery' }],
    })
  })
})

describe('vital signs', () => {
  const read = (path: string, value: unknown) =>
    decodeTestMessage(replaceField(readDeviceMessage('watch-vital-sign'), path, value))

  test('are one reading each', () => {
    const { measurements, statusReports, rejected } = decodeFixture('watch-vital-sign')
    expect(measurements.map(({ kind, deviceType, values }) => [kind, deviceType, values])).toEqual([
      ['pulse', null, { pulse: 72 }],
      ['blood_pressure', deviceTypeCodes.BLOOD_PRESSURE, { systolic: 122, diastolic: 74 }],
      ['temperature', deviceTypeCodes.BODY_TEMPERATURE, { temperature: 36.6 }],
      ['spo2', deviceTypeCodes.SPO2, { spo2: 97 }],
      ['position', null, place],
    ])
    expect(
      measurements.every((one) => one.mac === mac && one.reportedAt === reportedAt && one.source === 'watch'),
    ).toBe(true)
    expect({ statusReports, rejected }).toEqual({
      statusReports: [{ ...connected, battery: 67, signal: 80 }],
      rejected: [],
    })
  })

  test.each([
    ['heartRate', 0, 'pulse'],
    ['heartRate', '', 'pulse'],
    ['bloodPressure', { bp_sys: 0, bp_dia: '0' }, 'blood_pressure'],
    ['bloodPressure', '', 'blood_pressure'],
    ['bodyTemperature', null, 'temperature'],
    ['spO2', '0', 'spo2'],
    ['location', undefined, 'position'],
    ['location', { GPS: { latitude: 0, longitude: 0 } }, 'position'],
    ['location', { GPS: '', WiFi: '[]' }, 'position'],
  ])('with %s %j have no %s', (path, value, kind) => {
    const { measurements, rejected } = read(path, value)
    expect(measurements).toHaveLength(4)
    expect(measurements.map((one) => one.kind)).not.toContain(kind)
    expect(rejected).toEqual([])
  })

  test.each([
    ['heartRate', 400, 'implausible', 'heartRate'],
    ['bloodPressure.bp_dia', 130, 'implausible', 'bloodPressure.bp_dia'],
    ['bloodPressure', [122, 74], 'malformed', 'bloodPressure'],
    ['bodyTemperature', '36,6', 'malformed', 'bodyTemperature'],
    ['spO2', 101, 'implausible', 'spO2'],
    ['location.GPS.latitude', 95, 'implausible', 'location.GPS.latitude'],
    ['location.GPS.longitude', '', 'malformed', 'location'],
  ])('with %s %j lose only that one', (path, value, reason, field) => {
    const { measurements, rejected } = read(path, value)
    expect(measurements).toHaveLength(4)
    expect(rejected).toEqual([{ reason, field }])
  })

  test('of a position written without GPS have that position', () => {
    const { measurements } = read('location', { lat: '13.7563', lng: '100.5018' })
    expect(measurements.find((one) => one.kind === 'position')?.values).toEqual(place)
  })
})

describe('a batch', () => {
  test('is read entry by entry, each with its own time', () => {
    const { measurements, statusReports, rejected } = decodeFixture('watch-batch')
    const first = Date.parse('2025-06-16T04:30:45.000Z')
    expect(measurements.map(({ kind, reportedAt: at }) => [kind, at])).toEqual([
      ['pulse', first],
      ['blood_pressure', first],
      ['temperature', first],
      ['spo2', first],
      ['pulse', Date.parse('2025-06-16T05:00:45.000Z')],
    ])
    expect(measurements.every((one) => one.sentAt === reportedAt)).toBe(true)
    expect({ statusReports, rejected }).toEqual({ statusReports: [connected], rejected: [] })
  })

  test('loses an invalid entry and keeps the others', () => {
    const { measurements, rejected } = decodeTestMessage(
      replaceField(readDeviceMessage('watch-batch'), 'data.0', 'broken'),
    )
    expect(measurements.map(({ kind }) => kind)).toEqual(['pulse'])
    expect(rejected).toEqual([{ reason: 'malformed', field: 'data.0' }])
  })

  test('loses an entry without a time and keeps the others', () => {
    const { measurements, rejected } = decodeTestMessage(
      replaceField(replaceField(readDeviceMessage('watch-batch'), 'timeStamps', ''), 'data.0.timestamp', ''),
    )
    expect(measurements.map(({ kind }) => kind)).toEqual(['pulse'])
    expect(rejected).toEqual([{ reason: 'malformed', field: 'data.0.timestamp' }])
  })
})

describe('a position', () => {
  test('has the time that the watch says', () => {
    expect(decodeFixture('watch-location').measurements).toEqual([
      { kind: 'position', values: place, source: 'watch', mac, deviceType: null, reportedAt },
    ])
  })

  test('without a time has the time of arrival', () => {
    const { measurements, statusReports } = decodeTestMessage(
      replaceField(readDeviceMessage('watch-location'), 'time', undefined),
    )
    expect(measurements).toMatchObject([{ kind: 'position', reportedAt: receivedAt }])
    expect(statusReports).toEqual([{ ...connected, reportedAt: null }])
  })

  test('without a fix says that the watch is online', () => {
    const { measurements, statusReports } = decodeTestMessage(
      replaceField(readDeviceMessage('watch-location'), 'location.GPS', {}),
    )
    expect(measurements).toEqual([])
    expect(statusReports).toEqual([connected])
  })
})

describe('a night', () => {
  const night = readDeviceMessage('watch-sleep')
  const read = (path: string, value: unknown) =>
    decodeTestMessage(replaceField(night, path, value)).measurements[0]

  test('is read as minutes awake, light and deep, of the morning it ended', () => {
    // 54 digits over nine hours are ten minutes each.
    expect(decodeFixture('watch-sleep').measurements).toEqual([
      {
        kind: 'sleep',
        values: { awake: 90, light: 300, deep: 150 },
        source: 'watch',
        mac,
        deviceType: null,
        reportedAt: Date.parse('2025-06-16T00:00:00.000Z'),
        sentAt: Date.parse('2025-06-16T01:00:00.000Z'),
      },
    ])
  })

  test('is read as well when it is not in an object of its own', () => {
    const { IMEI, sleep } = night.payload
    const flat = { topic: night.topic, payload: { IMEI, ...(sleep as object) } }
    expect(decodeTestMessage(flat)).toEqual(decodeTestMessage(night))
  })

  test('that is not over yet when it is sent is the one before', () => {
    expect(read('sleep.timeStamps', '16/06/2025 01:00:00')?.reportedAt).toBe(
      Date.parse('2025-06-15T00:00:00.000Z'),
    )
  })

  test('may begin after midnight', () => {
    expect(read('sleep.time', '0030@0600')).toMatchObject({
      values: { awake: 55, light: 183, deep: 92 },
      reportedAt: Date.parse('2025-06-15T23:00:00.000Z'),
    })
  })

  test.each([
    ['sleep.time', '2200-0700', 'malformed: sleep.time'],
    ['sleep.time', '2200@2500', 'malformed: sleep.time'],
    ['sleep.time', '2200@2200', 'malformed: sleep.time'],
    ['sleep.data', '0101x', 'malformed: sleep.data'],
    ['sleep.data', '', 'malformed: sleep.data'],
    ['sleep.num', 99, 'malformed: sleep.num'],
    ['sleep.timeStamps', undefined, 'malformed: timeStamps'],
  ])('with %s %j is unreadable', (path, value, trouble) => {
    expect(describeTrouble(() => read(path, value))).toBe(trouble)
  })
})

describe('a call for help', () => {
  test('is read with its position, and without a time has the time of arrival', () => {
    expect(decodeFixture('watch-sos')).toEqual({
      measurements: [
        { kind: 'sos', values: place, source: 'watch', mac, deviceType: null, reportedAt: receivedAt },
      ],
      statusReports: [{ ...connected, reportedAt: null }],
      rejected: [],
    })
  })

  test.each(['hospital/10662/iMEDE_watch/sos', 'iMEDE_watch/SOS'])('is read on %s', (topic) => {
    expect(decodeTestMessage({ ...readDeviceMessage('watch-sos'), topic }).measurements).toMatchObject([
      { kind: 'sos' },
    ])
  })

  test.each([
    ['location.GPS.latitude', 'north', 'location.GPS.latitude'],
    ['timeStamps', '31/02/2025 00:00:00', 'timeStamps'],
    ['battery', 'full', 'battery'],
  ])('is not lost because of %s %j', (path, value, field) => {
    const { measurements, rejected } = decodeTestMessage(
      replaceField(readDeviceMessage('watch-sos'), path, value),
    )
    expect(measurements).toMatchObject([{ kind: 'sos', mac, reportedAt: receivedAt }])
    expect(rejected).toEqual([{ reason: 'malformed', field }])
  })
})

describe('a fall', () => {
  const saying = (status: unknown) =>
    decodeTestMessage(replaceField(readDeviceMessage('watch-fall'), 'status', status))

  test.each([
    'FALL DOWN',
    'fall down',
    'FALL_DOWN',
    'FALL',
    'FALLDOWN',
    'Fall Detected',
    'falling',
    'ล้ม',
    'NORMAL?',
    '1',
    1,
    true,
  ])('is read from %j', (status) => {
    expect(saying(status)).toEqual({
      measurements: [{ kind: 'fall', values: place, source: 'watch', mac, deviceType: null, reportedAt }],
      statusReports: [connected],
      rejected: [],
    })
  })

  test.each([undefined, null, '', ' '])('is read from a message that says nothing else (%j)', (status) => {
    expect(saying(status).measurements).toMatchObject([{ kind: 'fall' }])
  })

  test.each([[[]], [{}], [['NORMAL']]])(
    'is read from a status that cannot be read (%j), which is recorded',
    (status) => {
      expect(saying(status)).toMatchObject({
        measurements: [{ kind: 'fall', mac }],
        rejected: [{ reason: 'malformed', field: 'status' }],
      })
    },
  )

  test.each([...allClears, 'NORMAL', 'No Fall', 'no_fall_down', 'Cancelled', 0, false])(
    'is not read from the all-clear %j, which says that the watch is online',
    (status) => {
      expect(saying(status)).toEqual({ measurements: [], statusReports: [connected], rejected: [] })
    },
  )
})

test.each([
  ['watch-online', 'connected'],
  ['watch-offline', 'disconnected'],
])('%s is %s', (name, status) => {
  expect(decodeFixture(name)).toEqual({
    measurements: [],
    statusReports: [{ mac, reportedAt: null, status }],
    rejected: [],
  })
})

test('a watch that is neither online nor offline is unreadable', () => {
  expect(
    describeTrouble(() =>
      decodeTestMessage(replaceField(readDeviceMessage('watch-online'), 'status', 'sleeping')),
    ),
  ).toBe('malformed: status')
})

test.each([
  ['861000000000017', mac],
  [861000000000017, mac],
  ['08:F9:E0:0A:0B:0C', '08f9e00a0b0c'],
])('a watch is identified by %j', (IMEI, stored) => {
  expect(
    decodeTestMessage(replaceField(readDeviceMessage('watch-heartbeat'), 'IMEI', IMEI)).statusReports,
  ).toMatchObject([{ mac: stored }])
})

test('a watch without an IMEI is identified by its MAC', () => {
  const message = replaceField(readDeviceMessage('watch-heartbeat'), 'IMEI', undefined)
  expect(decodeTestMessage(replaceField(message, 'mac', '08-F9-E0-0A-0B-0C')).statusReports).toMatchObject([
    { mac: '08f9e00a0b0c' },
  ])
  expect(describeTrouble(() => decodeTestMessage(message))).toBe('malformed: IMEI')
})

describe('the clock of a watch', () => {
  const at = (timeStamps: unknown) =>
    decodeTestMessage(replaceField(readDeviceMessage('watch-heartbeat'), 'timeStamps', timeStamps))
      .measurements[0]?.reportedAt

  test.each([
    ['16/06/2025 12:30:45', '2025-06-16T05:30:45.000Z'],
    ['16/06/2568 12:30:45', '2025-06-16T05:30:45.000Z'],
    // Seconds of a calendar in the Buddhist Era.
    [18_885_504_645, '2025-06-16T05:30:45.000Z'],
    ['1/1/2025 00:00:00', '2024-12-31T17:00:00.000Z'],
    ['29/02/2567 06:59:59', '2024-02-28T23:59:59.000Z'],
    [1750051845, '2025-06-16T05:30:45.000Z'],
  ])('%j is %s', (told, instant) => {
    expect(at(told)).toBe(Date.parse(instant))
  })

  test.each([
    '31/02/2025 10:00:00',
    '29/02/2568 10:00:00',
    '00/00/0000 00:00:00',
    '16/06/2025 24:00:00',
    '06/16/2025 10:00:00',
    '16/06/25 10:00:00',
    '2025-06-16',
    true,
    undefined,
  ])('%j is not a time', (told) => {
    expect(describeTrouble(() => at(told))).toBe('malformed: timeStamps')
  })
})
