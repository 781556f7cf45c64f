import {
  type DeviceTypeCode,
  deviceTypeCodes,
  type GlucoseMarker,
  glucoseMarkers,
  glucoseReadings,
  type ReadingKind,
  type ReadingValues,
} from 'contract'
import type { Measurement } from '../measurement.ts'
import { type DeviceField, deviceFields } from './device-fields.ts'
import { type Fields, fit, pressureOf } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/** What a device measured; what goes along with it and cannot be read is noted. */
type Read = (fields: Fields, rejected: Rejection[]) => ReadingValues
type Measured = Pick<Measurement, 'kind' | 'deviceType' | 'values' | 'toldGlucose'>

/** What a gateway or a box can tell of a device: a measurement, or that it came or went. */
type Attribute =
  | { kind: ReadingKind; deviceType: DeviceTypeCode; device: Device; read: Read }
  | { status: 'connected' | 'disconnected' }

const { cuff, oximeter, thermometer, scale, glucometer, meter } = deviceFields
type Device = Record<string, DeviceField>

const pressure: Read = (fields, rejected) => ({
  ...pressureOf(fields.sent(cuff.systolic), fields.sent(cuff.diastolic)),
  pulse: fields.beside(cuff.pulse, rejected),
})

const oxygen: Read = (fields, rejected) => ({
  spo2: fields.sent(oximeter.spo2),
  pulse: fields.beside(oximeter.pulse, rejected),
  pi: fields.beside(oximeter.pi, rejected),
})

/** What a thermometer calls it when it is held at something else, or at a skin, which is degrees colder. */
const notOfABody = /object|surface|ambient|room|skin|environment|material|liquid|water|milk|bath|food/i

const temperature: Read = (fields, rejected) => {
  const mode = readPart(rejected, () => fields.optionalText('mode'))
  if (mode !== undefined && notOfABody.test(mode))
    throw new Unreadable('not-a-body-temperature', fields.path('mode'))
  return { temperature: fields.sent(thermometer.temperature) }
}

const weight: Read = (fields, rejected) => ({
  weight: fields.sent(scale.weight),
  impedance: fields.beside(scale.impedance, rejected),
})

const glucose: Read = (fields, rejected) => {
  const beyond = fields.beyond(glucometer.glucose)
  if (beyond) return { beyond, marker: markerOf(fields, rejected) }
  const told = fields.sent(glucometer.glucose)
  if (told === undefined) return {}
  const [only, other] = glucoseReadings(told)
  return {
    blood_glucose: only && !other ? only.mgPerDl : told,
    marker: markerOf(fields, rejected),
  }
}

/** A marker that nobody knows is no reason to lose a glucose. */
function markerOf(fields: Fields, rejected: Rejection[]): GlucoseMarker {
  const told = readPart(rejected, () => fields.optionalText('marker')) ?? ''
  const text = told.toLowerCase().replace(/[\s_-]+/g, '_')
  return glucoseMarkers.find((marker) => marker === text) ?? 'no_marker'
}

const code = deviceTypeCodes
const ofCuff = { kind: 'blood_pressure', deviceType: code.DUSUN_BPS, device: cuff, read: pressure } as const
const ofOximeter = { kind: 'spo2', deviceType: code.DUSUN_SPO2, device: oximeter, read: oxygen } as const
const ofThermometer = {
  kind: 'temperature',
  deviceType: code.DUSUN_BODY_TEMPERATURE,
  device: thermometer,
  read: temperature,
} as const
const ofScale = { kind: 'body', device: scale, read: weight } as const
const ofGlucometer = { kind: 'glucose', device: glucometer, read: glucose } as const
const ofMeter = { kind: 'lab', device: meter } as const

/** As devices and boxes spell them, their mistakes included, and by the names of the codes. */
const attributes: Record<string, Attribute> = {
  BP_BIOLIGTH: ofCuff,
  'WBP BIOLIGHT': ofCuff,
  BLE_BPG: ofCuff,
  WBP_JUMPER: ofCuff,
  DUSUN_BPS: ofCuff,
  'Oximeter JUMPER': ofOximeter,
  DUSUN_SPO2: ofOximeter,
  IR_TEMO_JUMPER: ofThermometer,
  TEMO_Jumper: ofThermometer,
  DUSUN_BODY_TEMPERATURE: ofThermometer,
  BodyScale_JUMPER: { ...ofScale, deviceType: code.BODYSCALE_JUMPER },
  DUSUN_WEIGHT_SCALE: { ...ofScale, deviceType: code.DUSUN_WEIGHT_SCALE },
  AccuChek_Instant: { ...ofGlucometer, deviceType: code.ACCUCHEK_INSTANT },
  Contour_Elite: { ...ofGlucometer, deviceType: code.CONTOUR_ELITE },
  CONTOUR: { ...ofGlucometer, deviceType: code.CONTOUR_ELITE },
  MGSS_REF_GLUC: { ...ofGlucometer, deviceType: code.MGSS_REF_GLUC },
  // In mmol/L and µmol/L, whatever the screens of others print beside the number.
  MGSS_REF_CHOL: {
    ...ofMeter,
    deviceType: code.MGSS_REF_CHOL,
    read: (fields) => ({ cholesterol: fields.sent(meter.cholesterol) }),
  },
  MGSS_REF_UA: {
    ...ofMeter,
    deviceType: code.MGSS_REF_UA,
    read: (fields) => ({ uric_acid: fields.sent(meter.uricAcid) }),
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

/**
 * What was measured, with the kind and type of it, its values in the panel's units and fit to each other; nothing where
 * nothing was. What cannot be read of what goes along with it is noted.
 */
export function measuredBy(
  { kind, deviceType, device, read }: Extract<Attribute, { kind: ReadingKind }>,
  fields: Fields,
  rejected: Rejection[],
): Measured | undefined {
  const measured = fit(kind, read(fields, rejected), (name) => fields.path(nameIn(device, name)))
  if (!measured) return undefined
  // Sold with either unit, these meters do not say which they send.
  const toldGlucose =
    kind === 'glucose' && !measured.values.beyond ? fields.measured(glucometer.glucose) : undefined
  return { ...measured, deviceType, ...(toldGlucose !== undefined && { toldGlucose }) }
}

/** What a device calls a value of the panel. */
function nameIn(device: Device, name: string): string {
  return Object.values(device).find(({ of }) => of === name)?.names[0] ?? name
}
