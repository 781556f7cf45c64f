import {
  type DeviceTypeCode,
  deviceTypeCodes,
  fromSi,
  type GlucoseMarker,
  glucoseMarkers,
  type ReadingKind,
  type ReadingValues,
} from 'contract'
import { type Fields, together } from './fields.ts'
import { Unreadable } from './unreadable.ts'

/** What a gateway or a box can tell of a device: a measurement, or that it came or went. */
type Attribute =
  | { kind: ReadingKind; deviceType: DeviceTypeCode; read: (fields: Fields) => ReadingValues }
  | { status: 'connected' | 'disconnected' }

const pressure = (fields: Fields): ReadingValues => ({
  systolic: fields.quantity('systolic', 'bp_high'),
  diastolic: fields.quantity('diastolic', 'bp_low'),
  pulse: fields.measured('pulse', ['PR']),
})

/** `pi` comes in tenths of a percent. */
const oxygen = (fields: Fields): ReadingValues => ({
  spo2: fields.quantity('spo2', 'spo2'),
  pulse: withFinger(fields.measured('pulse', ['pulse']), fields.path('pulse')),
  pi: fields.measured('pi', ['pi'], (tenths) => tenths / 10),
})

/** An oximeter with no finger in it sends a pulse of 255 and 127 %; the latter nobody has. */
export function withFinger(pulse: number | undefined, path: string): number | undefined {
  if (pulse === 255) throw new Unreadable('implausible', path)
  return pulse
}

const temperature = (fields: Fields): ReadingValues => ({
  temperature: fields.quantity('temperature', 'temp'),
})

const weight = (fields: Fields): ReadingValues => ({
  weight: fields.quantity('weight', 'weight'),
  impedance: fields.measured('impedance', ['resistance']),
})

const glucose = (fields: Fields): ReadingValues => ({
  blood_glucose: fields.quantity('blood_glucose', 'blood_glucose'),
  marker: markerOf(fields),
})

/**
 * The meter is sold with either unit and does not say which it sends. A value below 40 is taken as mmol/L, since
 * it would be 720 mg/dL, any other as mg/dL: a default of the product.
 */
const glucoseOfEitherUnit = (fields: Fields): ReadingValues => ({
  blood_glucose: fields.quantity('blood_glucose', 'blood_glucose', (value) =>
    value < 40 ? fromSi('blood_glucose', value) : value,
  ),
  marker: markerOf(fields),
})

/** A marker that nobody knows is no reason to lose a glucose. */
function markerOf(fields: Fields): GlucoseMarker {
  const text = (fields.optionalText('marker') ?? '').toLowerCase().replace(/[\s_-]+/g, '_')
  return glucoseMarkers.find((marker) => marker === text) ?? 'no_marker'
}

const code = deviceTypeCodes
const cuff = { kind: 'blood_pressure', deviceType: code.DUSUN_BPS, read: pressure } as const
const oximeter = { kind: 'spo2', deviceType: code.DUSUN_SPO2, read: oxygen } as const
const thermometer = {
  kind: 'temperature',
  deviceType: code.DUSUN_BODY_TEMPERATURE,
  read: temperature,
} as const

/** As devices and boxes spell them, their mistakes included, and by the names of the codes. */
const attributes: Record<string, Attribute> = {
  BP_BIOLIGTH: cuff,
  'WBP BIOLIGHT': cuff,
  BLE_BPG: cuff,
  WBP_JUMPER: cuff,
  DUSUN_BPS: cuff,
  'Oximeter JUMPER': oximeter,
  DUSUN_SPO2: oximeter,
  IR_TEMO_JUMPER: thermometer,
  TEMO_Jumper: thermometer,
  DUSUN_BODY_TEMPERATURE: thermometer,
  BodyScale_JUMPER: { kind: 'body', deviceType: code.BODYSCALE_JUMPER, read: weight },
  DUSUN_WEIGHT_SCALE: { kind: 'body', deviceType: code.DUSUN_WEIGHT_SCALE, read: weight },
  AccuChek_Instant: { kind: 'glucose', deviceType: code.ACCUCHEK_INSTANT, read: glucose },
  Contour_Elite: { kind: 'glucose', deviceType: code.CONTOUR_ELITE, read: glucose },
  CONTOUR: { kind: 'glucose', deviceType: code.CONTOUR_ELITE, read: glucose },
  MGSS_REF_GLUC: { kind: 'glucose', deviceType: code.MGSS_REF_GLUC, read: glucoseOfEitherUnit },
  // In mmol/L and µmol/L, whatever the screens of others print beside the number.
  MGSS_REF_CHOL: {
    kind: 'lab',
    deviceType: code.MGSS_REF_CHOL,
    read: (fields) => ({
      cholesterol: fields.quantity('cholesterol', 'cholesterol', (value) => fromSi('cholesterol', value)),
    }),
  },
  MGSS_REF_UA: {
    kind: 'lab',
    deviceType: code.MGSS_REF_UA,
    read: (fields) => ({
      uric_acid: fields.quantity('uric_acid', 'uric_acid', (value) => fromSi('uric_acid', value)),
    }),
  },
  BLE_connected: { status: 'connected' },
  BLE_disconnected: { status: 'disconnected' },
}

/** Capitals, spaces and underscores differ from one firmware to the next. */
const plainly = (attribute: string) => attribute.toLowerCase().replace(/[\s_]/g, '')
const known = new Map(Object.entries(attributes).map(([name, attribute]) => [plainly(name), attribute]))

/** What the message says it tells of. */
export function attributeOf(data: Fields): Attribute {
  const attribute = known.get(plainly(data.text('attribute')))
  if (!attribute) throw new Unreadable('unknown-attribute', data.path('attribute'))
  return attribute
}

/** The kind, type and values of a measurement, its values in the panel's units and fit to each other. */
export function measuredBy(attribute: Extract<Attribute, { kind: ReadingKind }>, fields: Fields) {
  const { kind, deviceType, read } = attribute
  return { kind, deviceType, values: together(kind, read(fields), (field) => fields.path(field)) }
}
