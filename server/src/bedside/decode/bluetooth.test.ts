import { deviceTypeCodes } from 'contract'
import { describe, expect, test } from 'vitest'
import {
  decodeFixture,
  decodeTestMessage,
  describeTrouble,
  readDeviceMessage,
  replaceField,
} from '../../../test/support/device-messages.ts'

const heard = Date.parse('2025-06-16T05:30:45.000Z')
const sent = Date.parse('2025-06-16T05:30:54.000Z')
const byGateway = { reportedAt: heard, sentAt: sent, gatewayScanTime: heard }
const byItself = (told: string) => ({
  reportedAt: Date.parse(told),
  sentAt: null,
  gatewayScanTime: null,
  hasOwnClock: true,
})

test.each([
  [
    'raw-glucose',
    'glucose',
    null,
    { blood_glucose: 108, marker: 'no_marker' },
    { ...byItself('2025-06-16T05:10:00.000Z'), sequenceNumber: 7 },
  ],
  [
    'raw-pressure',
    'blood_pressure',
    deviceTypeCodes.DUSUN_BPS,
    { systolic: 124, diastolic: 81, pulse: 68 },
    byItself('2025-06-16T05:00:00.000Z'),
  ],
  [
    'raw-temperature',
    'temperature',
    deviceTypeCodes.DUSUN_BODY_TEMPERATURE,
    { temperature: 37.4 },
    byGateway,
  ],
  ['raw-oximetry', 'spo2', deviceTypeCodes.DUSUN_SPO2, { spo2: 97, pulse: 64 }, byGateway],
  [
    'raw-continuous-oximetry',
    'spo2',
    deviceTypeCodes.DUSUN_SPO2,
    { spo2: 96, pulse: 72, pi: 4.3 },
    byGateway,
  ],
  ['raw-weight', 'body', deviceTypeCodes.DUSUN_WEIGHT_SCALE, { weight: 55 }, byGateway],
  ['raw-jumper-oximeter', 'spo2', deviceTypeCodes.DUSUN_SPO2, { spo2: 95, pulse: 64, pi: 4.3 }, byGateway],
] as const)('%s is read as %s', (name, kind, deviceType, values, times) => {
  const { measurements, statusReports, relay, rejected } = decodeFixture(name)
  expect(relay).toEqual({ mac: '08f9e00a0b0c', reportedAt: sent, status: 'connected' })
  expect(measurements).toEqual([
    { kind, values, source: 'gateway', mac: readDeviceMessage(name).payload.ble_addr, deviceType, ...times },
  ])
  expect({ statusReports, rejected }).toEqual({ statusReports: [], rejected: [] })
})

const decodeValues = (name: string, hex: string) =>
  decodeTestMessage(replaceField(readDeviceMessage(name), 'hex', hex)).measurements[0]?.values

describe('a glucose beyond what the meter can measure', () => {
  const decodeGlucose = (hex: string) => decodeValues('raw-glucose', hex)

  test.each([
    ['an infinite number', '02 0100 e907 06 10 0c 1e 00 fe07 11', 'above'],
    ['a negative infinite number', '02 0100 e907 06 10 0c 1e 00 0208 11', 'below'],
    ['the status of a number', '0a 0100 e907 06 10 0c 1e 00 58b0 11 2000', 'above'],
    ['the status of no number', '08 0100 e907 06 10 0c 1e 00 4000', 'below'],
  ])('is stored as above or below, by %s', (_name, hex, beyond) => {
    expect(decodeGlucose(hex)).toEqual({ beyond, marker: 'no_marker' })
  })

  test('is unreadable if the meter reports a fault, or both', () => {
    expect(describeTrouble(() => decodeGlucose('0a 0100 e907 06 10 0c 1e 00 fe07 11 2200'))).toBe(
      'implausible: hex',
    )
    expect(describeTrouble(() => decodeGlucose('0a 0100 e907 06 10 0c 1e 00 58b0 11 6000'))).toBe(
      'implausible: hex',
    )
    expect(describeTrouble(() => decodeGlucose('00 0100 e907 06 10 0c 1e 00'))).toBe('implausible: hex')
  })
})

describe('a value that stands for no number', () => {
  test.each([
    ['not a number', 'ff07'],
    ['not at this resolution', '0008'],
    ['reserved', '0108'],
  ])('means not measured: %s', (_name, shortFloat) => {
    expect(decodeValues('raw-oximetry', `00${shortFloat}${shortFloat}`)).toBeUndefined()
    expect(decodeValues('raw-oximetry', `00${shortFloat}4000`)).toEqual({ pulse: 64 })
    expect(decodeValues('raw-pressure', `00${shortFloat}${shortFloat}ff07`)).toBeUndefined()
    expect(decodeValues('raw-pressure', `00${shortFloat}5100ff07`)).toEqual({ diastolic: 81 })
  })

  test.each(['ffff7f00', '00008000', '01008000'])('means not measured in 32 bits too: %s', (float) => {
    const { measurements, statusReports } = decodeTestMessage(
      replaceField(readDeviceMessage('raw-temperature'), 'hex', `00${float}`),
    )
    expect(measurements).toEqual([])
    expect(statusReports).toMatchObject([{ status: 'connected' }])
  })

  test.each([
    ['infinite', 'fe07', 'feff7f00'],
    ['negative infinite', '0208', '02008000'],
  ])('and is %s is implausible, and waits for a person to look', (_name, short, long) => {
    expect(describeTrouble(() => decodeValues('raw-oximetry', `00${short}4000`))).toBe('implausible: hex')
    expect(describeTrouble(() => decodeValues('raw-temperature', `00${long}`))).toBe('implausible: hex')
  })

  test('is left out of optional fields', () => {
    expect(decodeValues('raw-oximetry', '006100ff07')).toEqual({ spo2: 97 })
    expect(decodeValues('raw-pressure', '007c005100ff07')).toEqual({ systolic: 124, diastolic: 81 })
  })
})

describe('the unit is the one in the flags', () => {
  test('kilopascal: 16.0 over 10.0 with a mean of 12.0', () => {
    expect(decodeValues('raw-pressure', '01a0f064f078f0')).toEqual({ systolic: 120, diastolic: 75, map: 90 })
  })

  test('Fahrenheit: 98.6 is 37.0', () => {
    expect(decodeValues('raw-temperature', '01da0300ff')).toEqual({ temperature: 37 })
  })

  test('mol/L: 0.0061 is 110 mg/dL', () => {
    // Exponent −4 and mantissa 61.
    expect(decodeValues('raw-glucose', '060700e90706100c00003dc011')).toMatchObject({ blood_glucose: 110 })
  })

  test('pounds and inches: 121.25 lb and 65.0 in', () => {
    expect(decodeValues('raw-weight', '095d2fe6008a02')).toEqual({ weight: 55, height: 165.1 })
  })

  test('kilograms and metres, after a time and a user', () => {
    expect(decodeValues('raw-weight', `0ef82ae90706100c000001dc007206`)).toEqual({ weight: 55, height: 165 })
  })
})

describe('a glucose', () => {
  const of = (sample: string, status = '') =>
    decodeValues('raw-glucose', `${status ? '0b' : '03'}0700e90706100c00000a006cb0${sample}${status}`)

  test.each(['1a', '41'])('of control solution (%s) belongs to no patient', (sample) => {
    expect(describeTrouble(() => of(sample))).toBe('implausible: hex')
  })

  test.each(['0200', '0004'])('with a fault of strip, sample or meter (%s) is refused', (status) => {
    expect(describeTrouble(() => of('11', status))).toBe('implausible: hex')
  })

  test('with a low battery is stored', () => {
    expect(of('11', '0100')).toMatchObject({ blood_glucose: 108 })
  })

  test('without a concentration is refused', () => {
    expect(describeTrouble(() => decodeValues('raw-glucose', '000700e90706100c0000'))).toBe(
      'implausible: hex',
    )
  })

  test('sent again later is the same reading', () => {
    const message = readDeviceMessage('raw-glucose')
    const later = replaceField(replaceField(message, 'scan_time', 1750060000), 'time', 1750060001)
    expect(decodeTestMessage(later).measurements).toEqual(decodeTestMessage(message).measurements)
  })
})

describe('an oximeter', () => {
  test.each(['0004', '0008', '0080'])('that measures nobody (status %s) is refused', (status) => {
    expect(describeTrouble(() => decodeValues('raw-oximetry', `0261004000${status}`))).toBe(
      'implausible: hex',
    )
  })

  test("with an unset clock gets the gateway's time", () => {
    const message = replaceField(readDeviceMessage('raw-oximetry'), 'hex', '1161004000e90706100c0000')
    expect(decodeTestMessage(message).measurements).toMatchObject([byGateway])
  })

  test('sends its perfusion index after its status fields', () => {
    expect(decodeValues('raw-oximetry', '0e6100400000000000002bf0')).toEqual({ spo2: 97, pulse: 64, pi: 4.3 })
  })

  test.each(['0004', '0008', '0010', '0020', '0080'])(
    'that measures continuously, and nobody (status %s), counts as connected',
    (status) => {
      const message = replaceField(readDeviceMessage('raw-continuous-oximetry'), 'hex', `0460004800${status}`)
      expect(decodeTestMessage(message)).toMatchObject({
        measurements: [],
        statusReports: [{ mac: '60e85b7a0003', reportedAt: heard, status: 'connected' }],
        rejected: [],
      })
    },
  )

  test.each([
    ['nothing else', '0060004800'],
    ['fast values', '01600048005f004900'],
    ['slow values', '02600048005f004900'],
    ['the status of a measurement that goes on', '04600048002000'],
    ['the status of its sensor', '0860004800000400'],
  ])('that measures continuously sends its normal values with %s', (_name, hex) => {
    expect(decodeValues('raw-continuous-oximetry', hex)).toEqual({ spo2: 96, pulse: 72 })
  })

  test('of Jumper without a finger has measured nothing', () => {
    const read = decodeTestMessage(replaceField(readDeviceMessage('raw-jumper-oximeter'), 'hex', '81ff7f00'))
    expect(read).toMatchObject({ measurements: [], statusReports: [{ status: 'connected' }], rejected: [] })
    expect(decodeValues('raw-jumper-oximeter', '81487f00')).toEqual({ pulse: 72 })
  })

  test('keeps a saturation whose pulse or perfusion index is implausible, and lists those as rejected', () => {
    const of = (name: string, hex: string) =>
      decodeTestMessage(replaceField(readDeviceMessage(name), 'hex', hex))
    const rejected = [{ reason: 'implausible', field: 'hex' }]
    // A pulse of 5, and a perfusion index of 40 %.
    expect(of('raw-oximetry', '0046000500')).toMatchObject({
      measurements: [{ values: { spo2: 70 } }],
      rejected,
    })
    expect(of('raw-oximetry', '08460040002800')).toMatchObject({
      measurements: [{ values: { spo2: 70, pulse: 64 } }],
      rejected,
    })
  })

  test('of Jumper that sends its waveform counts as connected', () => {
    const { measurements, statusReports } = decodeTestMessage(
      replaceField(readDeviceMessage('raw-jumper-oximeter'), 'hex', '800a0b0c'),
    )
    expect(measurements).toEqual([])
    expect(statusReports).toEqual([{ mac: 'ff2304190002', reportedAt: heard, status: 'connected' }])
  })
})

test.each([
  ['02070001', { mac: '60e85b7a0003', sequenceNumber: 7, marker: 'before_meal' }],
  ['83080100 01 0ab0 02', { mac: '60e85b7a0003', sequenceNumber: 264, marker: 'after_meal' }],
  ['02070003', { mac: '60e85b7a0003', sequenceNumber: 7, marker: 'fasting' }],
  ['02070004', undefined],
  ['00070000', undefined],
])('the context %s of a glucose says which meal its test followed', (hex, meal) => {
  const context = replaceField(readDeviceMessage('raw-glucose'), 'uuid', '2A34')
  expect(decodeTestMessage(replaceField(context, 'hex', hex)).meal).toEqual(meal)
})

test('the context of a glucose is known, and holds nothing that is measured', () => {
  const context = replaceField(readDeviceMessage('raw-glucose'), 'uuid', '2A34')
  expect(decodeTestMessage(replaceField(context, 'hex', '02070001'))).toMatchObject({
    measurements: [],
    statusReports: [{ mac: '60e85b7a0003', reportedAt: heard, status: 'connected' }],
    rejected: [],
  })
})

test.each([
  ['uuid', '2A37', 'unknown-attribute: uuid'],
  ['uuid', '', 'malformed: uuid'],
  ['hex', '0061', 'malformed: hex'],
  ['hex', '006100400', 'malformed: hex'],
  ['hex', 'zz', 'malformed: hex'],
  ['ble_addr', undefined, 'malformed: ble_addr'],
])('a characteristic with %s %j is unreadable', (path, value, trouble) => {
  expect(
    describeTrouble(() => decodeTestMessage(replaceField(readDeviceMessage('raw-oximetry'), path, value))),
  ).toBe(trouble)
})

test('an impossible date makes a characteristic unreadable, and an unset clock is left out', () => {
  const pressure = (clock: string) =>
    decodeTestMessage(replaceField(readDeviceMessage('raw-pressure'), 'hex', `027c005100ff07${clock}`))
  expect(describeTrouble(() => pressure('e907020a0a0000').measurements)).toBe('readable')
  expect(describeTrouble(() => pressure('e907021e0a0000').measurements)).toBe('malformed: hex')
  expect(pressure('00000000000000').measurements).toMatchObject([byGateway])
})

test('a clock of the Buddhist Era gives the same time', () => {
  const pressure = (clock: string) =>
    decodeTestMessage(replaceField(readDeviceMessage('raw-pressure'), 'hex', `027c005100ff07${clock}`))
  expect(pressure('080a0610050000')).toEqual(pressure('e9070610050000'))
})

test('a characteristic without any time is unreadable', () => {
  const message = replaceField(readDeviceMessage('raw-oximetry'), 'scan_time', undefined)
  expect(describeTrouble(() => decodeTestMessage(replaceField(message, 'time', undefined)))).toBe(
    'malformed: time',
  )
})
