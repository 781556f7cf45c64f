import { describe, expect, test } from 'vitest'
import { renderDecodersPage } from '../../../test/support/decoders-page.ts'
import { decodeTestMessage, readDeviceMessage, replaceField } from '../../../test/support/device-messages.ts'
import type { Decoded } from '../measurement.ts'
import { type DeviceField, deviceFields, getFieldRange, noPressurePairs } from './device-fields.ts'
import { Unreadable } from './unreadable.ts'

const inList = 'data.value.device_list.0'

/** Builds and decodes a message that carries the number in the field. */
type Sending = (sent: unknown) => Decoded

const inJson =
  (name: string, path: string): Sending =>
  (sent) =>
    decodeTestMessage(replaceField(readDeviceMessage(name), path, sent))

/** Sends the octets of a characteristic; undefined if it cannot hold the number. */
const inOctets =
  (name: string, octets: (sent: number) => (string | undefined)[]): Sending =>
  (sent) => {
    const parts = octets(Number(sent))
    if (parts.includes(undefined)) throw new RangeError('not of this encoding')
    return decodeTestMessage(replaceField(readDeviceMessage(name), 'hex', parts.join('')))
  }

const littleEndian = (value: number, bytes: number) =>
  Number.isInteger(value) && value >= -(2 ** (bytes * 8 - 1)) && value < 2 ** (bytes * 8)
    ? Buffer.from(
        Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 255),
      ).toString('hex')
    : undefined

/** As a mantissa below `half` and a number of decimals; undefined if that is not exact. */
function asDecimal(value: number, half: number): { mantissa: number; digits: number } | undefined {
  return Array.from({ length: 4 }, (_, digits) => ({
    mantissa: Math.round(value * 10 ** digits),
    digits,
  })).find(
    ({ mantissa, digits }) =>
      Math.abs(mantissa / 10 ** digits - value) < 1e-9 && Math.abs(mantissa) < half - 2,
  )
}

/** IEEE 11073 SFLOAT of `value` × 10 ** `power`. */
function shortFloat(value: number, power = 0): string | undefined {
  const decimal = asDecimal(value, 2 ** 11)
  return decimal && littleEndian((decimal.mantissa & 0x0fff) | (((power - decimal.digits) & 0x0f) << 12), 2)
}

/** IEEE 11073 FLOAT of `value`. */
function float(value: number): string | undefined {
  const decimal = asDecimal(value, 2 ** 23)
  return decimal && littleEndian((decimal.mantissa & 0xffffff) + (-decimal.digits & 0xff) * 2 ** 24, 4)
}

const glucose = (flags: string, power: number) => (sent: number) => [
  `${flags}0700e90706100c00000a00`,
  shortFloat(sent, power),
  '11',
]
const rest = { systolic: 124, diastolic: 81, map: 95, pulse: 68 }
const pressure = (flags: string, name: keyof typeof rest, others = rest) =>
  inOctets('raw-pressure', (sent) => [
    flags,
    ...Object.values({ ...others, [name]: sent }).map((one) => shortFloat(one)),
  ])
const inKilopascal = { systolic: 16, diastolic: 10, map: 12, pulse: 68 }
const measuredByOximeter = { spo2: 97, pulse: 64, pi: 4.3 }
const oximetry = (name: keyof typeof measuredByOximeter): Sending[] =>
  (
    [
      ['raw-oximetry', '08'],
      ['raw-continuous-oximetry', '10'],
    ] as const
  ).map(([message, flags]) =>
    inOctets(message, (sent) => [
      flags,
      ...Object.values({ ...measuredByOximeter, [name]: sent }).map((one) => shortFloat(one)),
    ]),
  )
const jumper = (place: number) =>
  inOctets('raw-jumper-oximeter', (sent) => [
    '81',
    ...[64, 95, 43].map((one, at) => littleEndian(at === place ? sent : one, 1)),
  ])

/** How to send each number of each decoder. A field without a way to send it is a field without a test. */
const ways: { [Kind in keyof typeof deviceFields]: Record<keyof (typeof deviceFields)[Kind], Sending[]> } = {
  cuff: {
    systolic: [
      inJson('gateway-bp-bioligth', `${inList}.bp_high`),
      inJson('box-pressure', 'data.value.bp_high'),
    ],
    diastolic: [
      inJson('gateway-bp-bioligth', `${inList}.bp_low`),
      inJson('box-pressure', 'data.value.bp_low'),
    ],
    pulse: [inJson('gateway-bp-bioligth', `${inList}.PR`), inJson('box-pressure', 'data.value.pr')],
  },
  oximeter: {
    spo2: [inJson('gateway-oximeter', `${inList}.spo2`), inJson('box-oximeter', 'data.value.spo2')],
    pulse: [inJson('gateway-oximeter', `${inList}.pulse`), inJson('box-oximeter', 'data.value.pulse')],
    pi: [inJson('gateway-oximeter', `${inList}.pi`), inJson('box-oximeter', 'data.value.pi')],
  },
  thermometer: {
    temperature: [
      inJson('gateway-thermometer', `${inList}.temp`),
      inJson('box-thermometer', 'data.value.Temp'),
    ],
  },
  scale: {
    weight: [inJson('gateway-body-scale', `${inList}.weight`), inJson('box-scale', 'data.value.weight')],
    impedance: [
      inJson('gateway-body-scale', `${inList}.resistance`),
      inJson('box-scale', 'data.value.Resistance'),
    ],
  },
  glucometer: {
    glucose: [
      inJson('gateway-contour', `${inList}.blood_glucose`),
      inJson('gateway-accuchek', `${inList}.blood_glucose`),
      inJson('gateway-glucose-mmol', `${inList}.blood_glucose`),
      inJson('box-glucose', 'data.value.blood_glucose'),
    ],
  },
  meter: {
    cholesterol: [inJson('gateway-cholesterol', `${inList}.cholesterol`)],
    uricAcid: [inJson('gateway-uric-acid', `${inList}.uric_acid`)],
  },
  watch: {
    pulse: [inJson('watch-vital-sign', 'heartRate')],
    systolic: [inJson('watch-vital-sign', 'bloodPressure.bp_sys')],
    diastolic: [inJson('watch-vital-sign', 'bloodPressure.bp_dia')],
    temperature: [inJson('watch-vital-sign', 'bodyTemperature')],
    spo2: [inJson('watch-vital-sign', 'spO2'), inJson('watch-batch', 'data.0.spO2')],
    steps: [inJson('watch-heartbeat', 'step')],
    latitude: [inJson('watch-location', 'location.GPS.latitude')],
    longitude: [inJson('watch-location', 'location.GPS.longitude')],
    battery: [inJson('watch-heartbeat', 'battery')],
    signal: [inJson('watch-heartbeat', 'signalGSM')],
  },
  bluetoothGlucose: {
    glucose: [inOctets('raw-glucose', glucose('03', -5))],
    glucoseInMoles: [inOctets('raw-glucose', glucose('07', -3))],
  },
  bluetoothPressure: {
    systolic: [pressure('04', 'systolic')],
    diastolic: [pressure('04', 'diastolic')],
    map: [pressure('04', 'map')],
    pulse: [pressure('04', 'pulse')],
    systolicInKilopascal: [pressure('05', 'systolic', inKilopascal)],
    diastolicInKilopascal: [pressure('05', 'diastolic', inKilopascal)],
    mapInKilopascal: [pressure('05', 'map', inKilopascal)],
  },
  bluetoothTemperature: {
    temperature: [inOctets('raw-temperature', (sent) => ['00', float(sent)])],
    temperatureInFahrenheit: [inOctets('raw-temperature', (sent) => ['01', float(sent)])],
  },
  bluetoothOximeter: { spo2: oximetry('spo2'), pulse: oximetry('pulse'), pi: oximetry('pi') },
  jumperOximeter: { pulse: [jumper(0)], spo2: [jumper(1)], pi: [jumper(2)] },
  bluetoothScale: {
    weight: [
      inOctets('raw-weight', (sent) => ['08', littleEndian(Math.round(sent * 200), 2), '0000', '7206']),
    ],
    weightInPounds: [
      inOctets('raw-weight', (sent) => ['09', littleEndian(Math.round(sent * 100), 2), '0000', '8a02']),
    ],
    height: [inOctets('raw-weight', (sent) => ['08f82a', '0000', littleEndian(Math.round(sent * 10), 2)])],
    heightInInches: [
      inOctets('raw-weight', (sent) => ['095d2f', '0000', littleEndian(Math.round(sent * 10), 2)]),
    ],
  },
}

const fields = Object.entries(deviceFields).flatMap(([kind, ofKind]) =>
  Object.entries(ofKind as Record<string, DeviceField>).map(([name, field]) => ({
    label: `${kind}.${name}`,
    field,
    sendings: (ways as Record<string, Record<string, Sending[]>>)[kind]?.[name] ?? [],
  })),
)

/** The decoded message, or undefined if its encoding has no such number. */
function trySend(sending: Sending, sent: unknown): Decoded | undefined {
  try {
    return sending(sent)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    if (error instanceof Unreadable) return { measurements: [], statusReports: [], rejected: [error] }
    throw error
  }
}

function findValue({ measurements, statusReports }: Decoded, { quantity }: DeviceField): number {
  const told =
    quantity === 'battery' || quantity === 'signal' ? statusReports : measurements.map(({ values }) => values)
  const value = told
    .map((one) => (one as Record<string, unknown>)[quantity])
    .find((one) => typeof one === 'number')
  return Number(value)
}

const holds = (read: Decoded, field: DeviceField) => !Number.isNaN(findValue(read, field))

const halves = new Set<string>(['lat', 'lang'])

describe.each(fields)('$label', ({ field, sendings }) => {
  test('is no reading when the device says that it has no value', () => {
    let sent = 0
    for (const sending of sendings) {
      for (const none of field.noValue) {
        const read = trySend(sending, none)
        if (!read) continue
        sent += 1
        expect({ none, holds: holds(read, field) }).toEqual({ none, holds: false })
        // Half a position is rejected; otherwise the sender is online, whatever it did not measure.
        if (!halves.has(field.quantity)) expect(read.rejected).toEqual([])
        expect(read.measurements.length + read.statusReports.length + read.rejected.length).toBeGreaterThan(0)
      }
    }
    expect(sent).toBeGreaterThan(0)
  })

  test('is stored when it was measured, and within its range', () => {
    const { min, max } = getFieldRange(field)
    for (const sending of sendings) {
      const read = Array.from({ length: 2400 }, (_, at) => trySend(sending, at / 4))
      const kept = read.flatMap((one) => (one && holds(one, field) ? [findValue(one, field)] : []))
      expect(kept.length).toBeGreaterThan(0)
      expect(Math.min(...kept)).toBeGreaterThanOrEqual(min)
      expect(Math.max(...kept)).toBeLessThanOrEqual(max)
    }
  })
})

test('the page about the decoders says what the decoders read', async () => {
  await expect(renderDecodersPage()).toMatchFileSnapshot('../../../../docs/decoders.md')
})

test('a pressure is missing when both of its values together say so', () => {
  for (const [high, low] of noPressurePairs) {
    for (const [name, at, names] of [
      ['gateway-bp-bioligth', `${inList}.`, ['bp_high', 'bp_low']],
      ['box-pressure', 'data.value.', ['bp_high', 'bp_low']],
      ['watch-vital-sign', 'bloodPressure.', ['bp_sys', 'bp_dia']],
    ] as const) {
      const upper = replaceField(readDeviceMessage(name), `${at}${names[0]}`, high)
      const { measurements, rejected } = decodeTestMessage(
        replaceField(upper, `${at}${names[1]}`, String(low)),
      )
      expect(measurements.filter(({ kind }) => kind === 'blood_pressure')).toEqual([])
      expect(rejected).toEqual([])
    }
  }
  const critical = replaceField(readDeviceMessage('gateway-bp-bioligth'), `${inList}.bp_high`, 255)
  expect(decodeTestMessage(critical).measurements[0]?.values).toMatchObject({ systolic: 255, diastolic: 95 })
})

test.each([
  ['gateway-bp-bioligth', `${inList}.bp_low`, 255, { systolic: 137 }],
  ['box-pressure', 'data.value.bp_high', 0, { diastolic: 78 }],
  ['watch-vital-sign', 'bloodPressure.bp_dia', 0, { systolic: 122 }],
])('half a pressure of %s is stored when %s is missing', (name, path, none, half) => {
  const { measurements, rejected } = decodeTestMessage(replaceField(readDeviceMessage(name), path, none))
  const {
    map: _map,
    pulse: _pulse,
    ...pressure
  } = measurements.find(({ kind }) => kind === 'blood_pressure')?.values ?? {}
  expect(JSON.parse(JSON.stringify(pressure))).toEqual(half)
  expect(rejected).toEqual([])
})

test('numbers in single precision are recognised as no value', () => {
  const heavy = replaceField(readDeviceMessage('gateway-body-scale'), `${inList}.weight`, Math.fround(327.67))
  expect(decodeTestMessage(heavy).measurements).toMatchObject([{ kind: 'body', values: { impedance: 606 } }])
})

describe('a temperature', () => {
  const taken = (name: string, path: string, mode: unknown) => () =>
    decodeTestMessage(replaceField(readDeviceMessage(name), path, mode))

  test.each(['Object', 'SURFACE', 'ambient', 'Room temp', 'skin', 'Object_Mode'])(
    'of something other than a body (%s) is not stored as one',
    (mode) => {
      for (const [name, path] of [
        ['gateway-thermometer', `${inList}.mode`],
        ['box-thermometer', 'data.value.mode'],
      ] as const)
        expect(taken(name, path, mode)).toThrow(`not-a-body-temperature: ${path}`)
    },
  )

  test.each(['Head', 'forehead', 'Ear', 'Adult', '', 7])('of a body (%s) is stored', (mode) => {
    const { measurements, rejected } = taken('gateway-thermometer', `${inList}.mode`, mode)()
    expect(measurements).toMatchObject([{ kind: 'temperature', values: { temperature: 36.4 } }])
    expect(rejected).toEqual([])
  })

  test('of a finger or a toe is not a body temperature', () => {
    const of = (type: string) => () =>
      decodeTestMessage(replaceField(readDeviceMessage('raw-temperature'), 'hex', `04${float(36.6)}${type}`))
    expect(of('04')).toThrow('not-a-body-temperature: hex')
    expect(of('08')).toThrow('not-a-body-temperature: hex')
    expect(of('06')().measurements).toMatchObject([{ values: { temperature: 36.6 } }])
  })
})
