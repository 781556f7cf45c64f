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
import { decode } from './decode.ts'

const reportedAt = Date.parse('2025-06-16T05:30:45.000Z')
const nationalId = '1234567890121'

test.each([
  [
    'box-pressure',
    'blood_pressure',
    'DUSUN_BPS',
    'ff2209080001',
    { systolic: 120, diastolic: 78, pulse: 71 },
  ],
  [
    'box-glucose',
    'glucose',
    'CONTOUR_ELITE',
    '005fbf970001',
    { blood_glucose: 97, marker: 'after_meal' },
    97,
  ],
  ['box-oximeter', 'spo2', 'DUSUN_SPO2', '402e714a0001', { spo2: 97, pulse: 70, pi: 7 }],
  ['box-thermometer', 'temperature', 'DUSUN_BODY_TEMPERATURE', 'ff2301280002', { temperature: 36.8 }],
  ['box-scale', 'body', 'BODYSCALE_JUMPER', 'a0779e1c0003', { weight: 76.3, impedance: 599 }],
] as const)(
  '%s is read as %s of a %s, and names the patient',
  (name, kind, type, mac, values, reportedGlucose?: number) => {
    const { measurements, statusReports, relay, rejected } = decodeFixture(name)
    expect(relay).toEqual({ mac: 'e45f0100000a', reportedAt, status: 'connected' })
    expect(measurements).toEqual([
      {
        kind,
        values,
        source: 'box',
        mac,
        nationalId,
        deviceType: deviceTypeCodes[type],
        reportedAt,
        sentAt: reportedAt,
        ...(reportedGlucose !== undefined && { reportedGlucose }),
      },
    ])
    expect({ statusReports, rejected }).toEqual({ statusReports: [], rejected: [] })
  },
)

test('the raw message is handed on, to be chained', () => {
  const { topic, payload } = readDeviceMessage('box-pressure')
  const bytes = Buffer.from(JSON.stringify(payload, null, 4))
  expect(decode(topic, bytes, receivedAt).box).toEqual({ mac: 'e45f0100000a', payload: bytes, nationalId })
})

describe('the identity card', () => {
  const of = (citiz: unknown) =>
    decodeTestMessage(replaceField(readDeviceMessage('box-pressure'), 'citiz', citiz))

  test.each(['1-2345-67890-12-1', ' 1234567890121 ', 1234567890121])('is read from %j', (citiz) => {
    expect(of(citiz).measurements[0]?.nationalId).toBe(nationalId)
    expect(of(citiz).box?.nationalId).toBe(nationalId)
  })

  test.each([undefined, null, ''])(
    'may be missing (%j): then the device decides whose reading it is',
    (citiz) => {
      expect(of(citiz).measurements).toMatchObject([{ mac: 'ff2209080001', nationalId: null }])
    },
  )

  test.each(['12345', '123456789012X', 'AB1234567', [nationalId]])(
    'that was misread as %j is not treated as a missing one',
    (citiz) => {
      expect(describeTrouble(() => of(citiz))).toBe('malformed: citiz')
    },
  )
})

test('a measurement is stored even if the fields beside it cannot be read', () => {
  const { measurements, rejected, box } = decodeTestMessage(
    replaceField(readDeviceMessage('box-pressure'), 'data.value.pr', '--'),
  )
  expect(measurements).toMatchObject([{ kind: 'blood_pressure', nationalId, mac: 'ff2209080001' }])
  expect(rejected).toEqual([{ reason: 'malformed', field: 'data.value.PR' }])
  expect(box).toBeDefined()
})

test('a device that measured nothing is online, and the message is chained', () => {
  const message = replaceField(readDeviceMessage('box-oximeter'), 'data.value.spo2', 127)
  const { measurements, statusReports, rejected, box } = decodeTestMessage(
    replaceField(message, 'data.value.pulse', 255),
  )
  expect(measurements).toEqual([])
  expect(statusReports).toMatchObject([{ mac: '402e714a0001', status: 'connected' }])
  expect(rejected).toEqual([])
  expect(box).toBeDefined()
})

test('name and date of birth do not identify the patient', () => {
  const message = readDeviceMessage('box-pressure')
  expect(
    decodeTestMessage(replaceField(replaceField(message, 'brith', '19000101'), 'nameTH', 'คนอื่น'))
      .measurements,
  ).toEqual(decodeTestMessage(message).measurements)
})

test('without the MAC of a device the MAC of the box counts', () => {
  const message = replaceField(readDeviceMessage('box-pressure'), 'data.ble_mac', undefined)
  expect(decodeTestMessage(message).measurements[0]?.mac).toBe('e45f0100000a')
})

test.each([
  ['time', undefined, 'malformed: time'],
  ['mac', 'box', 'malformed: mac'],
  ['data', [], 'malformed: data'],
  ['data.value', '120/78', 'malformed: data.value'],
  ['data.value.bp_low', 130, 'implausible: data.value.bp_low'],
  ['data.attribute', 'ECG', 'unknown-attribute: data.attribute'],
])('with %s %j the message is unreadable', (path, value, trouble) => {
  expect(
    describeTrouble(() => decodeTestMessage(replaceField(readDeviceMessage('box-pressure'), path, value))),
  ).toBe(trouble)
})

test('a device that connects or disconnects is no transaction', () => {
  const message = replaceField(readDeviceMessage('box-pressure'), 'data.attribute', 'BLE_disconnected')
  const { box, statusReports, relay } = decodeTestMessage(message)
  expect(box).toBeUndefined()
  expect(statusReports).toEqual([{ mac: 'ff2209080001', reportedAt, status: 'disconnected' }])
  expect(relay).toMatchObject({ mac: 'e45f0100000a', status: 'connected' })
  const ofBox = decodeTestMessage(replaceField(message, 'data.ble_mac', undefined))
  expect(ofBox.statusReports).toMatchObject([{ mac: 'e45f0100000a', status: 'disconnected' }])
  expect(ofBox.relay).toBeUndefined()
})
