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

/** What a device measured; side fields that cannot be read are added to `rejected`. */
type Read = (fields: Fields, rejected: Rejection[]) => ReadingValues
type Measured = Pick<Measurement, 'kind' | 'deviceType' | 'values' | 'toldGlucose'>

/** What a gateway or a box can report about a device: a measurement, or that it connected or disconnected. */
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

/** Names of a temperature that is not a body's: of an object, or of skin, which is degrees colder. */
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

/** An unknown marker must not lose a glucose. */
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

/** As devices and boxes spell them, mistakes included, and by the names of the codes. */
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
  // In mmol/L and µmol/L, whatever unit other systems show beside the number.
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

/** Capitals, spaces and underscores differ between firmware versions. */
const plainly = (attribute: string) => attribute.toLowerCase().replace(/[\s_]/g, '')
const known = new Map(Object.entries(attributes).map(([name, attribute]) => [plainly(name), attribute]))

/** The attribute that the message reports. */
export function attributeOf(data: Fields): Attribute {
  const attribute = known.get(plainly(data.text('attribute')))
  if (!attribute) throw new Unreadable('unknown-attribute', data.path('attribute'))
  return attribute
}

/**
 * The measurement with its kind and type, its values in the panel's units and checked together; undefined if nothing
 * was measured. Side fields that cannot be read are added to `rejected`.
 */
export function measuredBy(
  { kind, deviceType, device, read }: Extract<Attribute, { kind: ReadingKind }>,
  fields: Fields,
  rejected: Rejection[],
): Measured | undefined {
  const measured = fit(kind, read(fields, rejected), (name) => fields.path(nameIn(device, name)))
  if (!measured) return undefined
  // These meters are sold with either unit and do not say which one they send.
  const toldGlucose =
    kind === 'glucose' && !measured.values.beyond ? fields.measured(glucometer.glucose) : undefined
  return { ...measured, deviceType, ...(toldGlucose !== undefined && { toldGlucose }) }
}

/** The device's name for a value of the panel. */
function nameIn(device: Device, name: string): string {
  return Object.values(device).find(({ of }) => of === name)?.names[0] ?? name
}
