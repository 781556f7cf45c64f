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
import { decodeWithClock } from './decode.ts'

const heard = Date.parse('2025-06-16T05:30:45.000Z')
const sent = Date.parse('2025-06-16T05:30:54.000Z')
const device = 'data.value.device_list.0'
const mac = '08f9e00a0b0c'
const relay = { mac, reportedAt: sent, status: 'connected' }

test.each([
  [
    'gateway-bp-bioligth',
    'blood_pressure',
    'DUSUN_BPS',
    'd616f9640001',
    { systolic: 137, diastolic: 95, pulse: 74 },
  ],
  [
    'gateway-wbp-biolight',
    'blood_pressure',
    'DUSUN_BPS',
    'd616f9640001',
    { systolic: 128, diastolic: 82, pulse: 70 },
  ],
  ['gateway-ble-bpg', 'blood_pressure', 'DUSUN_BPS', 'd616f9640001', { systolic: 118, diastolic: 76 }],
  ['gateway-oximeter', 'spo2', 'DUSUN_SPO2', 'ff2304190001', { spo2: 96, pulse: 72, pi: 4.3 }],
  [
    'gateway-contour',
    'glucose',
    'CONTOUR_ELITE',
    '806fb0750001',
    { blood_glucose: 108, marker: 'after_meal' },
    108,
  ],
  [
    'gateway-accuchek',
    'glucose',
    'ACCUCHEK_INSTANT',
    '60e85b7a0001',
    { blood_glucose: 111, marker: 'before_meal' },
    111,
  ],
  ['gateway-thermometer', 'temperature', 'DUSUN_BODY_TEMPERATURE', 'ff2301280001', { temperature: 36.4 }],
  ['gateway-body-scale', 'body', 'BODYSCALE_JUMPER', 'a0779e1c0001', { weight: 79.3, impedance: 606 }],
  ['gateway-weight-scale', 'body', 'DUSUN_WEIGHT_SCALE', 'a0779e1c0002', { weight: 54.3 }],
  ['gateway-uric-acid', 'lab', 'MGSS_REF_UA', '60e85b7a0002', { uric_acid: 8.7 }],
  ['gateway-cholesterol', 'lab', 'MGSS_REF_CHOL', '0035ff220001', { cholesterol: 166 }],
  [
    'gateway-glucose-mmol',
    'glucose',
    'MGSS_REF_GLUC',
    '0035ff220002',
    { blood_glucose: 110, marker: 'no_marker' },
    6.1,
  ],
] as const)('%s is read as %s of a %s', (name, kind, type, mac, values, reportedGlucose?: number) => {
  expect(decodeFixture(name)).toEqual({
    measurements: [
      {
        kind,
        values,
        source: 'gateway',
        mac,
        deviceType: deviceTypeCodes[type],
        reportedAt: heard,
        sentAt: sent,
        gatewayScanTime: heard,
        ...(reportedGlucose !== undefined && { reportedGlucose }),
      },
    ],
    statusReports: [],
    relay,
    rejected: [],
  })
})

describe('an attribute', () => {
  test.each([
    'bp bioligth',
    'BPBIOLIGTH',
    'Bp_Bioligth',
    'WBP_BIOLIGHT',
    'wbp jumper',
    'BLE BPG',
    'DUSUN_BPS',
  ])('may also be spelled %s', (attribute) => {
    const message = replaceField(readDeviceMessage('gateway-bp-bioligth'), 'data.attribute', attribute)
    expect(decodeTestMessage(message).measurements).toMatchObject([{ kind: 'blood_pressure' }])
  })

  test.each(['ECG_PATCH', '__proto__', 'constructor'])(
    'that is unknown, %s, is not guessed at',
    (attribute) => {
      const message = replaceField(readDeviceMessage('gateway-bp-bioligth'), 'data.attribute', attribute)
      expect(describeTrouble(() => decodeTestMessage(message))).toBe('unknown-attribute: data.attribute')
    },
  )
})

describe('a list of devices', () => {
  test('is read device by device, each by its own MAC', () => {
    const { measurements } = decodeFixture('gateway-two-cuffs')
    expect(measurements.map(({ mac, values }) => [mac, values.systolic])).toEqual([
      ['d616f9640001', 137],
      ['d616f9640002', 112],
    ])
  })

  test.each([
    ['bp_high', 400, 'implausible', `${device}.bp_high`],
    ['bp_high', 90, 'implausible', `${device}.bp_low`],
    ['bp_high', 'NaN', 'malformed', `${device}.bp_high`],
    ['bp_high', [137], 'malformed', `${device}.bp_high`],
    ['bp_low', '', 'malformed', `${device}.bp_low`],
    ['ble_addr', 'd616f96400', 'malformed', `${device}.ble_addr`],
    ['ble_addr', '00:00:00:00:00:00', 'malformed', `${device}.ble_addr`],
    ['scan_time', 'yesterday', 'malformed', `${device}.scan_time`],
  ])('keeps the good devices when one has %s %j', (name, value, reason, field) => {
    const { measurements, rejected } = decodeTestMessage(
      replaceField(readDeviceMessage('gateway-two-cuffs'), `${device}.${name}`, value),
    )
    expect(measurements.map(({ mac }) => mac)).toEqual(['d616f9640002'])
    expect(rejected).toEqual([{ reason, field }])
  })

  test('without a good device is unreadable', () => {
    const message = replaceField(readDeviceMessage('gateway-bp-bioligth'), `${device}.bp_high`, 400)
    expect(describeTrouble(() => decodeTestMessage(message))).toBe(`implausible: ${device}.bp_high`)
  })

  test.each([[[]], [{}], ['none'], [undefined]])('that is no list (%j) is malformed', (list) => {
    const message = replaceField(readDeviceMessage('gateway-bp-bioligth'), 'data.value.device_list', list)
    expect(describeTrouble(() => decodeTestMessage(message))).toBe('malformed: data.value.device_list')
  })
})

describe('a number', () => {
  test.each([
    ['gateway-oximeter', 'spo2', 101],
    ['gateway-thermometer', 'temp', 97.5],
    ['gateway-thermometer', 'temp', 29.9],
    ['gateway-contour', 'blood_glucose', '0.5'],
    ['gateway-contour', 'blood_glucose', 1501],
    ['gateway-cholesterol', 'cholesterol', '166'],
    ['gateway-uric-acid', 'uric_acid', '8.7'],
  ])('that is impossible for a person is refused: %s with %s %j', (name, field, value) => {
    const message = replaceField(readDeviceMessage(name), `${device}.${field}`, value)
    expect(describeTrouble(() => decodeTestMessage(message))).toBe(`implausible: ${device}.${field}`)
  })

  test.each([
    ['gateway-oximeter', 'pi', 400, 'implausible'],
    ['gateway-oximeter', 'pulse', '--', 'malformed'],
    ['gateway-bp-bioligth', 'PR', '--', 'malformed'],
    ['gateway-bp-bioligth', 'PR', 5, 'implausible'],
    ['gateway-body-scale', 'resistance', 'n/a', 'malformed'],
    ['gateway-contour', 'marker', ['Fasting'], 'malformed'],
  ])(
    'that is impossible does not reject the vital sign beside it: %s with %s %j',
    (name, field, value, reason) => {
      const [whole] = decodeFixture(name).measurements
      const { measurements, rejected } = decodeTestMessage(
        replaceField(readDeviceMessage(name), `${device}.${field}`, value),
      )
      expect(measurements).toMatchObject([
        { kind: whole?.kind, mac: whole?.mac, reportedAt: whole?.reportedAt },
      ])
      for (const [own, one] of Object.entries(measurements[0]?.values ?? {}))
        if (own !== 'marker')
          expect([undefined, whole?.values[own as keyof typeof whole.values]]).toContain(one)
      expect(rejected).toEqual([{ reason, field: `${device}.${field}` }])
    },
  )

  test('of a pulse is stored even if the oximeter found no saturation', () => {
    const message = replaceField(readDeviceMessage('gateway-oximeter'), `${device}.spo2`, 127)
    expect(decodeTestMessage(replaceField(message, `${device}.pulse`, 190)).measurements).toMatchObject([
      { kind: 'pulse', values: { pulse: 190 } },
    ])
  })

  test('that means “nothing measured” says that the device is online', () => {
    const message = replaceField(readDeviceMessage('gateway-oximeter'), `${device}.spo2`, 127)
    expect(decodeTestMessage(replaceField(message, `${device}.pulse`, 255))).toEqual({
      measurements: [],
      statusReports: [{ mac: 'ff2304190001', reportedAt: heard, status: 'connected' }],
      relay,
      rejected: [],
    })
  })

  test('that was not measured is left out: no contact with a scale sends no resistance', () => {
    const message = replaceField(readDeviceMessage('gateway-body-scale'), `${device}.resistance`, 0)
    expect(decodeTestMessage(message).measurements[0]?.values).toEqual({ weight: 79.3 })
  })

  test.each([
    ['5.4', 97],
    ['9.9', 178],
    ['83.26', 83.26],
    ['84', 84],
    ['110', 110],
  ])('of a glucose that is possible in one unit only is read in it: %s is %f mg/dL', (sent, mgPerDl) => {
    for (const name of ['gateway-glucose-mmol', 'gateway-accuchek', 'gateway-contour']) {
      const message = replaceField(readDeviceMessage(name), `${device}.blood_glucose`, sent)
      expect(decodeTestMessage(message).measurements[0]).toMatchObject({
        reportedGlucose: Number(sent),
        values: { blood_glucose: Math.round(mgPerDl) },
      })
    }
  })

  test.each([10, '15.5', 35, '39.9', 40, 83])(
    'of a glucose that is possible in both units is handed on as it was sent: %s',
    (sent) => {
      for (const name of ['gateway-glucose-mmol', 'gateway-accuchek', 'gateway-contour']) {
        const message = replaceField(readDeviceMessage(name), `${device}.blood_glucose`, sent)
        expect(decodeTestMessage(message).measurements[0]).toMatchObject({
          reportedGlucose: Number(sent),
          values: { blood_glucose: Number(sent) },
        })
      }
    },
  )
})

test.each([
  ['Fasting', 'fasting'],
  ['before_meal', 'before_meal'],
  ['AFTER  MEAL', 'after_meal'],
  ['No Marker', 'no_marker'],
  ['', 'no_marker'],
  ['Bedtime', 'no_marker'],
])('with the marker %j is stored as %s', (sent, marker) => {
  const message = replaceField(readDeviceMessage('gateway-contour'), `${device}.marker`, sent)
  expect(decodeTestMessage(message).measurements[0]?.values).toEqual({ blood_glucose: 108, marker })
})

describe('the time', () => {
  test.each([1750051845, 1750051845000, '1750051845', ' 1750051845000 ', '16/06/2025 12:30:45'])(
    '%j is half past twelve in Thailand',
    (scanTime) => {
      const message = replaceField(readDeviceMessage('gateway-contour'), `${device}.scan_time`, scanTime)
      expect(decodeTestMessage(message).measurements[0]).toMatchObject({
        reportedAt: heard,
        gatewayScanTime: heard,
      })
    },
  )

  test.each([undefined, null, '', 0])('of the message is used when no scan has a time (%j)', (scanTime) => {
    const message = replaceField(readDeviceMessage('gateway-contour'), `${device}.scan_time`, scanTime)
    expect(decodeTestMessage(message).measurements[0]).toMatchObject({
      reportedAt: sent,
      gatewayScanTime: null,
    })
  })

  test('of a clock that is years ahead is handed on as it was sent', () => {
    const message = replaceField(readDeviceMessage('gateway-contour'), `${device}.scan_time`, 1836942771)
    expect(decodeTestMessage(message).measurements[0]?.reportedAt).toBe(
      Date.parse('2028-03-17T21:52:51.000Z'),
    )
  })

  test('must be there', () => {
    const message = replaceField(readDeviceMessage('gateway-contour'), `${device}.scan_time`, undefined)
    expect(describeTrouble(() => decodeTestMessage(replaceField(message, 'time', 0)))).toBe('malformed: time')
  })

  test('cannot be after the year 9999', () => {
    const message = replaceField(
      readDeviceMessage('gateway-contour'),
      `${device}.scan_time`,
      '999999999999999',
    )
    expect(describeTrouble(() => decodeTestMessage(message))).toBe(`malformed: ${device}.scan_time`)
  })
})

describe('the status of a gateway', () => {
  test('is online when it sends a heartbeat', () => {
    const statusReports = [{ mac, reportedAt: heard, status: 'connected' }]
    expect(decodeFixture('gateway-heartbeat')).toEqual({ measurements: [], statusReports, rejected: [] })
  })

  test.each([
    ['HB_Msg', 'Offline', 'disconnected'],
    ['HB_Msg', 'v2.1', 'connected'],
    ['reportMsg', 'Online', 'connected'],
  ])('%s %s is %s', (type, msg, status) => {
    const message = replaceField(readDeviceMessage('gateway-heartbeat'), 'type', type)
    expect(decodeTestMessage(replaceField(message, 'data.msg', msg)).statusReports).toMatchObject([
      { mac, status },
    ])
  })

  test('waits for a person when it is unknown', () => {
    const message = replaceField(readDeviceMessage('gateway-heartbeat'), 'type', 'reportMsg')
    expect(describeTrouble(() => decodeTestMessage(replaceField(message, 'data.msg', 'low memory')))).toBe(
      'unknown-attribute: data.msg',
    )
  })

  test.each([
    ['gateway-connected', 'connected'],
    ['gateway-disconnected', 'disconnected'],
  ])('is online with %s, which is a status of the device', (name, status) => {
    const statusReports = [{ mac: 'ff2304190001', reportedAt: heard, status }]
    expect(decodeFixture(name)).toEqual({ measurements: [], statusReports, relay, rejected: [] })
  })

  test.each([
    ['data.attribute', 'ECG_PATCH', sent],
    [`${device}.bp_high`, 400, sent],
    ['time', 'yesterday', null],
  ])('is online with %s %j, though nothing of it can be read', (path, value, reportedAt) => {
    const { topic, payload } = replaceField(readDeviceMessage('gateway-bp-bioligth'), path, value)
    const { decoded } = decodeWithClock(topic, Buffer.from(JSON.stringify(payload)), receivedAt)
    expect(decoded).toMatchObject({ measurements: [], statusReports: [], relay: { ...relay, reportedAt } })
    expect(decoded.rejected).toHaveLength(1)
  })

  test.each([undefined, '', 'gateway', '00:00:00:00:00:00'])(
    'is not known with the MAC address %j, and what it passes on is read',
    (told) => {
      const message = replaceField(readDeviceMessage('gateway-bp-bioligth'), 'deviceCode', told)
      const read = decodeTestMessage(replaceField(message, 'mac', told))
      expect(read.measurements).toHaveLength(1)
      expect(read).toMatchObject({ rejected: [] })
      expect(read.relay).toBeUndefined()
    },
  )
})
