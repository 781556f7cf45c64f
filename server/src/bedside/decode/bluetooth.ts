import { type DeviceTypeCode, deviceTypeCodes, type ReadingKind, type ReadingValues } from 'contract'
import type { Decoded, DeviceStatusReport, GlucoseMeal } from '../measurement.ts'
import { type DeviceField, deviceFields } from './device-fields.ts'
import { convertMeasured, type Fields, fitReading, thaiTimeToMs, toPressure } from './fields.ts'
import { readRelayed } from './gateway.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

const createMalformedError = () => new Unreadable('malformed', 'hex')
const createImplausibleError = () => new Unreadable('implausible', 'hex')

/** The octets of a characteristic, read from the start, little-endian. */
class Octets {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  readUnsigned(length: number): number {
    if (this.#at + length > this.#bytes.length) throw createMalformedError()
    const value = this.#bytes.readUIntLE(this.#at, length)
    this.#at += length
    return value
  }

  readSigned(length: number): number {
    return toSigned(this.readUnsigned(length), length * 8)
  }

  /** IEEE 11073 SFLOAT: 12 bits of mantissa, 4 of exponent. Undefined for the values that stand for no number. */
  readShortFloat(): number | undefined {
    const raw = this.readUnsigned(2)
    return toDecimal(toSigned(raw & 0x0fff, 12), 2 ** 11, toSigned(raw >> 12, 4))
  }

  /** IEEE 11073 FLOAT: 24 bits of mantissa, 8 of exponent. */
  readFloat(): number | undefined {
    const mantissa = this.readSigned(3)
    return toDecimal(mantissa, 2 ** 23, this.readSigned(1))
  }

  /** Date and time by the device's own clock, which is set to Thai time; undefined if the clock is not set. */
  readClock(): number | undefined {
    const [year, month, day] = [this.readUnsigned(2), this.readUnsigned(1), this.readUnsigned(1)]
    const [hour, minute, second] = [this.readUnsigned(1), this.readUnsigned(1), this.readUnsigned(1)]
    if (year === 0 || month === 0 || day === 0) return undefined
    const ms = thaiTimeToMs([year, month, day], [hour, minute, second])
    if (ms === undefined) throw createMalformedError()
    return ms
  }
}

function toSigned(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value
}

/** The highest and the two lowest mantissas stand for NaN, NRes and reserved; the next ones for infinity. */
function toDecimal(mantissa: number, half: number, exponent: number): number | undefined {
  if (mantissa === half - 2) return Number.POSITIVE_INFINITY
  if (mantissa === 2 - half) return Number.NEGATIVE_INFINITY
  if (mantissa > half - 2 || mantissa < 2 - half) return undefined
  return exponent < 0 ? mantissa / 10 ** -exponent : mantissa * 10 ** exponent
}

/** `takenAt` is in milliseconds by the device's own clock, if it has one. */
type Characteristic = {
  kind: ReadingKind
  deviceType: DeviceTypeCode | null
  values: ReadingValues
  takenAt?: number | undefined
  sequenceNumber?: number
}

/** Undefined if the device has measured nothing. */
function readMeasured(field: DeviceField, sent: number | undefined): number | undefined {
  return sent === undefined ? undefined : convertMeasured(field, sent, 'hex')
}

/**
 * Does as `readMeasured`, for a side field: an impossible value goes to `rejected` and spares the main value.
 */
function readSecondary(
  field: DeviceField,
  sent: number | undefined,
  rejected: Rejection[],
): number | undefined {
  return readPart(rejected, () => readMeasured(field, sent))
}

/** Bits of the sensor status annunciation: faults of the strip, the sample or the meter. */
const glucoseFaults = 0x079e
/** Bits of the same: the result is above or below the meter's range. */
const glucoseBeyond = { above: 0x0020, below: 0x0040 }
const controlSolution = { type: 10, location: 4 }

/** 0x2A18. In kg/L or mol/L. A test with control solution belongs to no patient. */
function decodeGlucose(octets: Octets): Characteristic {
  const flags = octets.readUnsigned(1)
  const sequenceNumber = octets.readUnsigned(2)
  const baseTime = octets.readClock()
  const offsetMinutes = flags & 0x01 ? octets.readSigned(2) : 0
  const hasConcentration = flags & 0x02
  const concentration = hasConcentration ? octets.readShortFloat() : undefined
  const sample = hasConcentration ? octets.readUnsigned(1) : 0
  if ((sample & 0x0f) === controlSolution.type || sample >> 4 === controlSolution.location)
    throw createImplausibleError()
  const status = flags & 0x08 ? octets.readUnsigned(2) : 0
  if (status & glucoseFaults) throw createImplausibleError()
  const isAbove = status & glucoseBeyond.above || concentration === Number.POSITIVE_INFINITY
  const isBelow = status & glucoseBeyond.below || concentration === Number.NEGATIVE_INFINITY
  const isBeyond = isAbove || isBelow
  if ((isAbove && isBelow) || !(isBeyond || hasConcentration)) throw createImplausibleError()
  const { glucose, glucoseInMoles } = deviceFields.bluetoothGlucose
  const value = isBeyond
    ? undefined
    : flags & 0x04
      ? readMeasured(glucoseInMoles, concentration && concentration * 1_000)
      : readMeasured(glucose, concentration && concentration * 100_000)
  return {
    kind: 'glucose',
    deviceType: null,
    values: isBeyond
      ? { beyond: isAbove ? 'above' : 'below', marker: 'no_marker' }
      : value === undefined
        ? {}
        : { blood_glucose: value, marker: 'no_marker' },
    takenAt: baseTime === undefined ? undefined : baseTime + offsetMinutes * 60_000,
    sequenceNumber,
  }
}

/** The meals of 0x2A34. A casual meal and bedtime have no marker of ours. */
const meals: Readonly<Record<number, GlucoseMeal['marker']>> = {
  1: 'before_meal',
  2: 'after_meal',
  3: 'fasting',
}

/** 0x2A34: what the person had eaten before a test, whose measurement came before. Medication is not read. */
function decodeMeal(octets: Octets): Omit<GlucoseMeal, 'mac'> | undefined {
  const flags = octets.readUnsigned(1)
  const sequenceNumber = octets.readUnsigned(2)
  if (flags & 0x80) octets.readUnsigned(1)
  if (flags & 0x01) octets.readUnsigned(3)
  const marker = flags & 0x02 ? meals[octets.readUnsigned(1)] : undefined
  return marker && { sequenceNumber, marker }
}

/** 0x2A35. A cuff that does not calculate the mean pressure sends NaN. */
function decodeBloodPressure(octets: Octets, rejected: Rejection[]): Characteristic {
  const flags = octets.readUnsigned(1)
  const fields = deviceFields.bluetoothPressure
  const [systolicField, diastolicField, mapField] =
    flags & 0x01
      ? [fields.systolicInKilopascal, fields.diastolicInKilopascal, fields.mapInKilopascal]
      : [fields.systolic, fields.diastolic, fields.map]
  const systolic = readMeasured(systolicField, octets.readShortFloat())
  const diastolic = readMeasured(diastolicField, octets.readShortFloat())
  const mean = octets.readShortFloat()
  const takenAt = flags & 0x02 ? octets.readClock() : undefined
  const pulse = flags & 0x04 ? octets.readShortFloat() : undefined
  return {
    kind: 'blood_pressure',
    deviceType: deviceTypeCodes.DUSUN_BPS,
    values: {
      ...toPressure(systolic, diastolic),
      map: readSecondary(mapField, mean, rejected),
      pulse: readSecondary(fields.pulse, pulse, rejected),
    },
    takenAt,
  }
}

/** Sites of a temperature measurement: finger and toe, which are as cold as the room. */
const extremities: readonly number[] = [4, 8]

/** 0x2A1C. */
function decodeTemperature(octets: Octets): Characteristic {
  const flags = octets.readUnsigned(1)
  const value = octets.readFloat()
  const takenAt = flags & 0x02 ? octets.readClock() : undefined
  if (flags & 0x04 && extremities.includes(octets.readUnsigned(1)))
    throw new Unreadable('not-a-body-temperature', 'hex')
  const { temperature: celsiusField, temperatureInFahrenheit } = deviceFields.bluetoothTemperature
  return {
    kind: 'temperature',
    deviceType: deviceTypeCodes.DUSUN_BODY_TEMPERATURE,
    values: { temperature: readMeasured(flags & 0x01 ? temperatureInFahrenheit : celsiusField, value) },
    takenAt,
  }
}

/** Bits of the measurement status: demonstration, test, calibration, unavailable, invalid. */
const oximeterFaults = 0xbc00

/** What both characteristics of an oximeter end with, each part if its flag is set. */
function readOximeterEnd(
  octets: Octets,
  flags: number,
): { isFaulty: boolean; pulseAmplitude?: number | undefined } {
  const isFaulty = (flags & 0x01 ? octets.readUnsigned(2) & oximeterFaults : 0) !== 0
  if (flags & 0x02) octets.readUnsigned(3)
  return { isFaulty, pulseAmplitude: flags & 0x04 ? octets.readShortFloat() : undefined }
}

type Oximetry = Record<'spo2' | 'pulse' | 'pulseAmplitude', number | undefined>

function toOximetry({ spo2, pulse, pulseAmplitude }: Oximetry, rejected: Rejection[]): Characteristic {
  const fields = deviceFields.bluetoothOximeter
  return {
    kind: 'spo2',
    deviceType: deviceTypeCodes.DUSUN_SPO2,
    values: {
      spo2: readMeasured(fields.spo2, spo2),
      pulse: readSecondary(fields.pulse, pulse, rejected),
      pi: readSecondary(fields.pi, pulseAmplitude, rejected),
    },
  }
}

/** 0x2A5E. */
function decodeSpotOximetry(octets: Octets, rejected: Rejection[]): Characteristic {
  const flags = octets.readUnsigned(1)
  const [spo2, pulse] = [octets.readShortFloat(), octets.readShortFloat()]
  const clock = flags & 0x01 ? octets.readClock() : undefined
  const { isFaulty, pulseAmplitude } = readOximeterEnd(octets, flags >> 1)
  if (isFaulty) throw createImplausibleError()
  const isClockSet = !(flags & 0x10)
  return {
    ...toOximetry({ spo2, pulse, pulseAmplitude }, rejected),
    takenAt: isClockSet ? clock : undefined,
  }
}

/**
 * 0x2A5F. The same values, fast and slow, may follow the normal ones. It comes every second: one without a finger, or
 * that the oximeter calls invalid, is nothing that a person could look at.
 */
function decodeContinuousOximetry(octets: Octets, rejected: Rejection[]): Characteristic | undefined {
  const flags = octets.readUnsigned(1)
  const [spo2, pulse] = [octets.readShortFloat(), octets.readShortFloat()]
  if (flags & 0x01) octets.readUnsigned(4)
  if (flags & 0x02) octets.readUnsigned(4)
  const { isFaulty, pulseAmplitude } = readOximeterEnd(octets, flags >> 2)
  return isFaulty ? undefined : toOximetry({ spo2, pulse, pulseAmplitude }, rejected)
}

/** 0x2A9D. Steps of 5 g or 0.01 lb; height of 1 mm or 0.1 inch. */
function decodeWeight(octets: Octets, rejected: Rejection[]): Characteristic {
  const flags = octets.readUnsigned(1)
  const isImperial = flags & 0x01
  const raw = octets.readUnsigned(2)
  const takenAt = flags & 0x02 ? octets.readClock() : undefined
  if (flags & 0x04) octets.readUnsigned(1)
  if (flags & 0x08) octets.readUnsigned(2)
  const height = flags & 0x08 ? octets.readUnsigned(2) : undefined
  const {
    weight: inKilograms,
    weightInPounds,
    height: inCentimetres,
    heightInInches,
  } = deviceFields.bluetoothScale
  return {
    kind: 'body',
    deviceType: deviceTypeCodes.DUSUN_WEIGHT_SCALE,
    values: {
      weight: isImperial ? readMeasured(weightInPounds, raw / 100) : readMeasured(inKilograms, raw / 200),
      height: readSecondary(isImperial ? heightInInches : inCentimetres, height && height / 10, rejected),
    },
    takenAt,
  }
}

/** The maker's own characteristic: 0x81, pulse, SpO₂, perfusion index in tenths. */
function decodeJumperOximeter(octets: Octets, rejected: Rejection[]): Characteristic | undefined {
  const frame = octets.readUnsigned(1)
  const isWaveform = frame === 0x80
  if (isWaveform) return undefined
  if (frame !== 0x81) throw new Unreadable('unknown-attribute', 'hex')
  const fields = deviceFields.jumperOximeter
  const pulse = readSecondary(fields.pulse, octets.readUnsigned(1), rejected)
  const spo2 = readMeasured(fields.spo2, octets.readUnsigned(1))
  const pi = readSecondary(fields.pi, octets.readUnsigned(1), rejected)
  return { kind: 'spo2', deviceType: deviceTypeCodes.DUSUN_SPO2, values: { spo2, pulse, pi } }
}

/** Undefined if nothing in it is measured. */
type CharacteristicDecoder = (octets: Octets, rejected: Rejection[]) => Characteristic | undefined

const characteristics = new Map<string, CharacteristicDecoder>([
  ['2a18', decodeGlucose],
  ['2a35', decodeBloodPressure],
  ['2a1c', decodeTemperature],
  ['2a5e', decodeSpotOximetry],
  ['2a5f', decodeContinuousOximetry],
  ['2a9d', decodeWeight],
  ['cdeacb8152354c07884693a37ee6b86d', decodeJumperOximeter],
])

const glucoseContext = '2a34'

/** The 16 bits of a UUID of the Bluetooth SIG, or the whole UUID of a maker. */
function shortenUuid(uuid: string): string {
  const digits = uuid.toLowerCase().replace(/^0x|-/g, '')
  return /^0000([0-9a-f]{4})00001000800000805f9b34fb$/.exec(digits)?.[1] ?? digits
}

/**
 * A characteristic in its binary form, forwarded by a gateway that does not read it. A device with a clock sends its
 * stored values again and again, and the gateway hears each at another time: so only the device's clock says when.
 */
export function decodeBluetooth(message: Fields): Decoded {
  return readRelayed(message, () => readCharacteristic(message))
}

function readCharacteristic(message: Fields): Decoded {
  const uuid = shortenUuid(message.text('uuid'))
  const read = characteristics.get(uuid)
  if (!read && uuid !== glucoseContext) throw new Unreadable('unknown-attribute', 'uuid')
  const mac = message.mac('ble_addr')
  const sentAt = message.optionalInstant('time') ?? null
  const gatewayScanTime = message.optionalInstant('scan_time') ?? null
  const hex = message.text('hex').replace(/[\s:-]/g, '')
  if (!/^([0-9a-f]{2}){1,512}$/i.test(hex)) throw createMalformedError()
  const octets = new Octets(Buffer.from(hex, 'hex'))
  const rejected: Rejection[] = []
  const heardAt = gatewayScanTime ?? sentAt
  if (!read) {
    const meal = decodeMeal(octets)
    const statusReports: DeviceStatusReport[] = [{ mac, reportedAt: heardAt, status: 'connected' }]
    return { measurements: [], statusReports, rejected, ...(meal && { meal: { mac, ...meal } }) }
  }
  const characteristic = read(octets, rejected)

  const measured = characteristic && fitReading(characteristic.kind, characteristic.values, () => 'hex')
  if (!characteristic || !measured)
    return { measurements: [], statusReports: [{ mac, reportedAt: heardAt, status: 'connected' }], rejected }
  const { takenAt, deviceType, sequenceNumber } = characteristic
  const times =
    takenAt === undefined
      ? { sentAt, gatewayScanTime }
      : { sentAt: null, gatewayScanTime: null, hasOwnClock: true }
  const reportedAt = takenAt ?? heardAt
  if (reportedAt === null) throw new Unreadable('malformed', 'time')
  return {
    measurements: [
      {
        ...measured,
        deviceType,
        source: 'gateway',
        mac,
        reportedAt,
        ...times,
        ...(sequenceNumber !== undefined && { sequenceNumber }),
      },
    ],
    statusReports: [],
    rejected,
  }
}
