import { deviceTypeCodes, listPossibleGlucoses, quantities, sentValues, validateReading } from 'contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type DeviceMessage,
  decodeFixture,
  decodeTestMessage,
  describeTrouble,
  deviceMessageNames,
  readDeviceMessage,
  receivedAt,
} from '../../../test/support/device-messages.ts'
import type { Decoded } from '../measurement.ts'
import { decode, maxPayloadBytes } from './decode.ts'
import { Unreadable } from './unreadable.ts'

const topics = [...new Set(deviceMessageNames.map((name) => readDeviceMessage(name).topic))]

test('each type of device has a message that is decoded to it', () => {
  const all = deviceMessageNames.map(decodeFixture)
  const told = new Set(all.flatMap(({ measurements }) => measurements.map(({ deviceType }) => deviceType)))
  for (const name of ['gateway-connected', 'gateway-disconnected'] as const) {
    for (const { status } of decodeFixture(name).statusReports) told.add(deviceTypeCodes[`BLE_${status}`])
  }
  told.delete(null)
  expect(told).toEqual(new Set(Object.values(deviceTypeCodes)))
})

describe('a topic', () => {
  test.each(topics)('%s may have a prefix of the hospital', (topic) => {
    const { payload } = deviceMessageNames
      .map(readDeviceMessage)
      .find((one) => one.topic === topic) as DeviceMessage
    expect(decodeTestMessage({ topic: `hospital/10662/${topic}`, payload })).toEqual(
      decodeTestMessage({ topic, payload }),
    )
  })

  test.each([
    '',
    'dusun_sub',
    'xdusun_pub',
    'dusun_pub/x',
    'iMEDE_watch',
    'hb',
    'iMEDE_watch/AP99',
    '__proto__',
  ])('that is unknown, %j, is refused', (topic) => {
    expect(describeTrouble(() => decodeTestMessage({ topic, payload: {} }))).toBe('unknown-topic')
  })
})

describe('a payload', () => {
  const read = (payload: Buffer) => describeTrouble(() => decode('dusun_pub', payload, receivedAt))

  test('of more than 256 KB is refused without parsing', () => {
    expect(read(Buffer.alloc(maxPayloadBytes + 1, ' '))).toBe('too-large')
    expect(read(Buffer.alloc(maxPayloadBytes, ' '))).toBe('not-json')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a message', Buffer.from('{"data":{"attribute"')],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('that is %s is not JSON', (_name, payload) => {
    expect(read(payload)).toBe('not-json')
  })

  test.each(['null', '[]', '"x"', '7'])('that is %s is malformed', (json) => {
    expect(read(Buffer.from(json))).toBe('malformed')
  })

  test('nested without end does not crash the reader', () => {
    const depth = 100_000
    expect(['not-json', 'malformed: data']).toContain(
      read(Buffer.from(`{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`)),
    )
  })

  test('that hides its fields in a prototype has no fields', () => {
    expect(read(Buffer.from('{"__proto__":{"data":{"attribute":"BP_BIOLIGTH"}}}'))).toBe('malformed: data')
    expect(Object.hasOwn(Object.prototype, 'data')).toBe(false)
  })

  test('with a number beyond the range of numbers is malformed', () => {
    const json = JSON.stringify(readDeviceMessage('gateway-thermometer').payload).replace(
      '36.43000031',
      '1e999',
    )
    expect(read(Buffer.from(json))).toBe('malformed: data.value.device_list.0.temp')
  })
})

/** The decoded message, or null if it is unreadable; any other error fails the test. */
function readOrRefuse(topic: string, payload: Buffer): Decoded | null {
  try {
    return decode(topic, payload, receivedAt)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function expectPossible({ measurements, statusReports }: Decoded) {
  for (const {
    kind,
    values: read,
    reportedGlucose,
    mac,
    reportedAt,
    sentAt,
    gatewayScanTime,
  } of measurements) {
    // The value in mg/dL depends on the unit in the device's record.
    const isOfEither = typeof reportedGlucose === 'number' && listPossibleGlucoses(reportedGlucose).length > 1
    const values = isOfEither ? { ...read, blood_glucose: Math.round(reportedGlucose) } : read
    expect(validateReading(kind, values, { mayBeHalf: true })).toEqual([])
    expect(z.object(sentValues).safeParse(values).error).toBeUndefined()
    for (const [name, { decimals }] of Object.entries(quantities)) {
      const value = values[name as keyof typeof quantities]
      if (typeof value === 'number') expect(value).toBe(Number(value.toFixed(decimals)))
    }
    expect(mac).toMatch(/^([0-9a-f]{12}|\d{15})$/)
    for (const at of [reportedAt, sentAt, gatewayScanTime])
      if (typeof at === 'number') expect(Date.parse(new Date(at).toISOString())).toBe(at)
  }
  for (const { battery } of statusReports) {
    if (typeof battery !== 'number') continue
    expect(Number.isInteger(battery) && battery >= 0 && battery <= 100).toBe(true)
  }
}

test('any bytes on any topic are read or refused, and no impossible value is read', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...topics),
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((json) => Buffer.from(json)),
      ),
      (topic, payload) => {
        const read = readOrRefuse(topic, payload)
        if (read) expectPossible(read)
      },
    ),
    { numRuns: 2000 },
  )
})

/** The path of every place in a message. */
function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [[...path, name], ...listPaths(one, [...path, name])])
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' ',
    'NaN',
    'Infinity',
    '-0',
    '0',
    0,
    -1,
    1e308,
    1e15,
    true,
    [],
    {},
    [[]],
    [null],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -300, max: 700 }),
  fc.integer({ min: -300, max: 700 }).map(String),
  fc.string(),
  fc.stringMatching(/^[0-9a-f]{0,40}$/),
  fc.jsonValue(),
)

const changed = fc.constantFrom(...deviceMessageNames).chain((name) => {
  const message = readDeviceMessage(name)
  const places = listPaths(message.payload)
  return fc
    .array(fc.tuple(fc.constantFrom(...places), strange), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const payload = structuredClone(message.payload)
      for (const [path, value] of changes) put(payload, path, value)
      return { topic: message.topic, payload }
    })
})

/** If an earlier change removed the path, there is nothing more to change. */
function put(target: unknown, [name = '', ...rest]: string[], value: unknown): void {
  if (typeof target !== 'object' || target === null || name === '__proto__') return
  const place = target as Record<string, unknown>
  // A value that is put at several places is not the same object at each.
  if (rest.length === 0) place[name] = structuredClone(value)
  else put(place[name], rest, value)
}

test('a message with anything changed in it is never silently lost, and no impossible value is read from it', () => {
  fc.assert(
    fc.property(changed, ({ topic, payload }) => {
      const read = readOrRefuse(topic, Buffer.from(JSON.stringify(payload)))
      if (!read) return
      expectPossible(read)
      const { measurements, statusReports, rejected } = read
      expect(measurements.length + statusReports.length + rejected.length).toBeGreaterThan(0)
    }),
    { numRuns: 5000 },
  )
})

test('no device of a list is lost: it has a measurement, or a status without a value, or is rejected', () => {
  const list = fc.array(
    fc.tuple(fc.constantFrom('ble_addr', 'bp_high', 'bp_low', 'PR', 'scan_time'), strange),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  fc.assert(
    fc.property(list, (changes) => {
      const { topic, payload } = readDeviceMessage('gateway-bp-bioligth')
      const { value } = payload.data as { value: { device_list: Record<string, unknown>[] } }
      const good = value.device_list[0]
      value.device_list = changes.map(([name, one]) => ({ ...good, [name]: one }))
      const read = readOrRefuse(topic, Buffer.from(JSON.stringify(payload)))
      if (!read) return
      // A device can be measured and have one side field rejected.
      const measured = read.measurements.length + read.statusReports.length
      expect(measured).toBeLessThanOrEqual(changes.length)
      expect(measured + read.rejected.length).toBeGreaterThanOrEqual(changes.length)
    }),
  )
})

test('the error of an unreadable message does not quote the message', () => {
  const { topic, payload } = readDeviceMessage('box-pressure')
  const spoilt = { ...payload, citiz: '12345-secret' }
  expect(() => decodeTestMessage({ topic, payload: spoilt })).toThrow(new Unreadable('malformed', 'citiz'))
})
