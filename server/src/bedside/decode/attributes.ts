import {
  type DeviceTypeCode,
  deviceTypeCodes,
  type GlucoseMarker,
  glucoseMarkers,
  listPossibleGlucoses,
  type ReadingKind,
  type ReadingValues,
} from 'contract'
import type { Measurement } from '../measurement.ts'
import { type DeviceField, deviceFields } from './device-fields.ts'
import { type Fields, fitReading, toPressure } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/** What a device measured; side fields that cannot be read are added to `rejected`. */
type AttributeReader = (fields: Fields, rejected: Rejection[]) => ReadingValues
type MeasuredAttribute = Pick<Measurement, 'kind' | 'deviceType' | 'values' | 'reportedGlucose'>

/** What a gateway or a box can report about a device: a measurement, or that it connected or disconnected. */
type Attribute =
  | { kind: ReadingKind; deviceType: DeviceTypeCode; device: Device; read: AttributeReader }
  | { status: 'connected' | 'disconnected' }

const { cuff, oximeter, thermometer, scale, glucometer, meter } = deviceFields
type Device = Record<string, DeviceField>

const readCuff: AttributeReader = (fields, rejected) => ({
  ...toPressure(fields.requiredMeasured(cuff.systolic), fields.requiredMeasured(cuff.diastolic)),
  pulse: fields.secondaryMeasured(cuff.pulse, rejected),
})

const readOximeter: AttributeReader = (fields, rejected) => ({
  spo2: fields.requiredMeasured(oximeter.spo2),
  pulse: fields.secondaryMeasured(oximeter.pulse, rejected),
  pi: fields.secondaryMeasured(oximeter.pi, rejected),
})

/** Names of a temperature that is not a body's: of an object, or of skin, which is degrees colder. */
const nonBodyModes = /object|surface|ambient|room|skin|environment|material|liquid|water|milk|bath|food/i

const readThermometer: AttributeReader = (fields, rejected) => {
  const mode = readPart(rejected, () => fields.optionalText('mode'))
  if (mode !== undefined && nonBodyModes.test(mode))
    throw new Unreadable('not-a-body-temperature', fields.path('mode'))
  return { temperature: fields.requiredMeasured(thermometer.temperature) }
}

const readScale: AttributeReader = (fields, rejected) => ({
  weight: fields.requiredMeasured(scale.weight),
  impedance: fields.secondaryMeasured(scale.impedance, rejected),
})

const readGlucometer: AttributeReader = (fields, rejected) => {
  const beyond = fields.beyond(glucometer.glucose)
  if (beyond) return { beyond, marker: readMarker(fields, rejected) }
  const told = fields.requiredMeasured(glucometer.glucose)
  if (told === undefined) return {}
  const [only, other] = listPossibleGlucoses(told)
  return {
    blood_glucose: only && !other ? only.mgPerDl : told,
    marker: readMarker(fields, rejected),
  }
}

/** An unknown marker must not lose a glucose. */
function readMarker(fields: Fields, rejected: Rejection[]): GlucoseMarker {
  const told = readPart(rejected, () => fields.optionalText('marker')) ?? ''
  const text = told.toLowerCase().replace(/[\s_-]+/g, '_')
  return glucoseMarkers.find((marker) => marker === text) ?? 'no_marker'
}

const code = deviceTypeCodes
const cuffAttribute = {
  kind: 'blood_pressure',
  deviceType: code.DUSUN_BPS,
  device: cuff,
  read: readCuff,
} as const
const oximeterAttribute = {
  kind: 'spo2',
  deviceType: code.DUSUN_SPO2,
  device: oximeter,
  read: readOximeter,
} as const
const thermometerAttribute = {
  kind: 'temperature',
  deviceType: code.DUSUN_BODY_TEMPERATURE,
  device: thermometer,
  read: readThermometer,
} as const
const scaleAttribute = { kind: 'body', device: scale, read: readScale } as const
const glucometerAttribute = { kind: 'glucose', device: glucometer, read: readGlucometer } as const
const meterAttribute = { kind: 'lab', device: meter } as const

/** As devices and boxes spell them, mistakes included, and by the names of the codes. */
const attributes: Record<string, Attribute> = {
  BP_BIOLIGTH: cuffAttribute,
  'WBP BIOLIGHT': cuffAttribute,
  BLE_BPG: cuffAttribute,
  WBP_JUMPER: cuffAttribute,
  DUSUN_BPS: cuffAttribute,
  'Oximeter JUMPER': oximeterAttribute,
  DUSUN_SPO2: oximeterAttribute,
  IR_TEMO_JUMPER: thermometerAttribute,
  TEMO_Jumper: thermometerAttribute,
  DUSUN_BODY_TEMPERATURE: thermometerAttribute,
  BodyScale_JUMPER: { ...scaleAttribute, deviceType: code.BODYSCALE_JUMPER },
  DUSUN_WEIGHT_SCALE: { ...scaleAttribute, deviceType: code.DUSUN_WEIGHT_SCALE },
  AccuChek_Instant: { ...glucometerAttribute, deviceType: code.ACCUCHEK_INSTANT },
  Contour_Elite: { ...glucometerAttribute, deviceType: code.CONTOUR_ELITE },
  CONTOUR: { ...glucometerAttribute, deviceType: code.CONTOUR_ELITE },
  MGSS_REF_GLUC: { ...glucometerAttribute, deviceType: code.MGSS_REF_GLUC },
  // In mmol/L and µmol/L, whatever unit other systems show beside the number.
  MGSS_REF_CHOL: {
    ...meterAttribute,
    deviceType: code.MGSS_REF_CHOL,
    read: (fields) => ({ cholesterol: fields.requiredMeasured(meter.cholesterol) }),
  },
  MGSS_REF_UA: {
    ...meterAttribute,
    deviceType: code.MGSS_REF_UA,
    read: (fields) => ({ uric_acid: fields.requiredMeasured(meter.uricAcid) }),
  },
  BLE_connected: { status: 'connected' },
  BLE_disconnected: { status: 'disconnected' },
}

/** Capitals, spaces and underscores differ between firmware versions. */
const normalizeAttribute = (attribute: string) => attribute.toLowerCase().replace(/[\s_]/g, '')
const attributesByName = new Map(
  Object.entries(attributes).map(([name, attribute]) => [normalizeAttribute(name), attribute]),
)

/** The attribute that the message reports. */
export function requireAttribute(data: Fields): Attribute {
  const attribute = attributesByName.get(normalizeAttribute(data.text('attribute')))
  if (!attribute) throw new Unreadable('unknown-attribute', data.path('attribute'))
  return attribute
}

/**
 * The measurement with its kind and type, its values in the panel's units and checked together; undefined if nothing
 * was measured. Side fields that cannot be read are added to `rejected`.
 */
export function readMeasurement(
  { kind, deviceType, device, read }: Extract<Attribute, { kind: ReadingKind }>,
  fields: Fields,
  rejected: Rejection[],
): MeasuredAttribute | undefined {
  const measured = fitReading(kind, read(fields, rejected), (name) =>
    fields.path(pickFieldName(device, name)),
  )
  if (!measured) return undefined
  // These meters are sold with either unit and do not say which one they send.
  const reportedGlucose =
    kind === 'glucose' && !measured.values.beyond ? fields.measured(glucometer.glucose) : undefined
  return {
    ...measured,
    deviceType,
    ...(reportedGlucose !== undefined && { reportedGlucose }),
  }
}

/** The device's name for a value of the panel. */
function pickFieldName(device: Device, name: string): string {
  return Object.values(device).find(({ quantity }) => quantity === name)?.names[0] ?? name
}
