import {
  type DeviceTypeCode,
  deviceTypeCodes,
  type QuantityName,
  type ReadingKind,
  type ReadingValues,
} from 'contract'
import type { Decoded } from '../measurement.ts'
import { withFinger } from './attributes.ts'
import { type Fields, possible, thaiMs, together } from './fields.ts'
import { Unreadable } from './unreadable.ts'

const malformed = () => new Unreadable('malformed', 'hex')
const implausible = () => new Unreadable('implausible', 'hex')

/** The octets of a characteristic, read from the front, little-endian. */
class Octets {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  unsigned(length: number): number {
    if (this.#at + length > this.#bytes.length) throw malformed()
    const value = this.#bytes.readUIntLE(this.#at, length)
    this.#at += length
    return value
  }

  signed(length: number): number {
    return signed(this.unsigned(length), length * 8)
  }

  /** IEEE 11073 SFLOAT: 12 bits of mantissa, 4 of exponent. Nothing for those that stand for no number. */
  optionalShortFloat(): number | undefined {
    const raw = this.unsigned(2)
    return decimal(signed(raw & 0x0fff, 12), 2 ** 11, signed(raw >> 12, 4))
  }

  shortFloat(): number {
    const value = this.optionalShortFloat()
    if (value === undefined) throw implausible()
    return value
  }

  /** IEEE 11073 FLOAT: 24 bits of mantissa, 8 of exponent. */
  float(): number {
    const mantissa = this.signed(3)
    const value = decimal(mantissa, 2 ** 23, this.signed(1))
    if (value === undefined) throw implausible()
    return value
  }

  /** Date and time by the device's own clock, which is set to that of Thailand; nothing where it does not know. */
  clock(): number | undefined {
    const [year, month, day] = [this.unsigned(2), this.unsigned(1), this.unsigned(1)]
    const [hour, minute, second] = [this.unsigned(1), this.unsigned(1), this.unsigned(1)]
    if (year === 0 || month === 0 || day === 0) return undefined
    const ms = thaiMs(year, month, day, hour, minute, second)
    if (ms === undefined) throw malformed()
    return ms
  }
}

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value
}

/** The two highest and the three lowest mantissas stand for infinite, not a number, not at this resolution, reserved. */
function decimal(mantissa: number, half: number, exponent: number): number | undefined {
  if (mantissa >= half - 2 || mantissa <= 2 - half) return undefined
  return exponent < 0 ? mantissa / 10 ** -exponent : mantissa * 10 ** exponent
}

/** `takenAt` is in milliseconds by the device's own clock, where it has one. */
type Characteristic = {
  kind: ReadingKind
  deviceType: DeviceTypeCode | null
  values: ReadingValues
  takenAt?: number | undefined
}

/** Nothing where the device has measured nothing, which it says with zero or a reserved number. */
function measured(name: QuantityName, value: number | undefined): number | undefined {
  return value ? possible(name, value, 'hex') : undefined
}

/** Of the sensor status annunciation: those that say the strip, the sample or the meter was at fault. */
const glucoseFaults = 0x07fe
const controlSolution = { type: 10, location: 4 }

/** 0x2A18. In kg/L or mol/L; of the latter 1 is 18 018.2 mg/dL. A test with control solution is of nobody. */
function glucose(octets: Octets): Characteristic {
  const flags = octets.unsigned(1)
  octets.unsigned(2)
  const baseTime = octets.clock()
  const offsetMinutes = flags & 0x01 ? octets.signed(2) : 0
  if (!(flags & 0x02)) throw implausible()
  const concentration = octets.shortFloat()
  const sample = octets.unsigned(1)
  if ((sample & 0x0f) === controlSolution.type || sample >> 4 === controlSolution.location)
    throw implausible()
  if (flags & 0x08 && octets.unsigned(2) & glucoseFaults) throw implausible()
  const mgPerDl = concentration * (flags & 0x04 ? 18_018.2 : 100_000)
  return {
    kind: 'glucose',
    deviceType: null,
    values: { blood_glucose: possible('blood_glucose', mgPerDl, 'hex'), marker: 'no_marker' },
    takenAt: baseTime === undefined ? undefined : baseTime + offsetMinutes * 60_000,
  }
}

const mmHgPerKilopascal = 7.500_62

/** 0x2A35. A cuff that does not reckon the mean pressure sends that it is no number. */
function bloodPressure(octets: Octets): Characteristic {
  const flags = octets.unsigned(1)
  const inMmHg = (value: number) => (flags & 0x01 ? value * mmHgPerKilopascal : value)
  const systolic = possible('systolic', inMmHg(octets.shortFloat()), 'hex')
  const diastolic = possible('diastolic', inMmHg(octets.shortFloat()), 'hex')
  const mean = octets.optionalShortFloat()
  const takenAt = flags & 0x02 ? octets.clock() : undefined
  const pulse = flags & 0x04 ? octets.optionalShortFloat() : undefined
  return {
    kind: 'blood_pressure',
    deviceType: deviceTypeCodes.DUSUN_BPS,
    values: {
      systolic,
      diastolic,
      map: measured('map', mean === undefined ? undefined : inMmHg(mean)),
      pulse: measured('pulse', pulse),
    },
    takenAt,
  }
}

/** 0x2A1C. */
function temperature(octets: Octets): Characteristic {
  const flags = octets.unsigned(1)
  const value = octets.float()
  return {
    kind: 'temperature',
    deviceType: deviceTypeCodes.DUSUN_BODY_TEMPERATURE,
    values: { temperature: possible('temperature', flags & 0x01 ? ((value - 32) * 5) / 9 : value, 'hex') },
    takenAt: flags & 0x02 ? octets.clock() : undefined,
  }
}

/** Of the measurement status: demonstration, test, calibration, unavailable, invalid. */
const oximeterFaults = 0xbc00

/** 0x2A5E. */
function spotOximetry(octets: Octets): Characteristic {
  const flags = octets.unsigned(1)
  const spo2 = possible('spo2', octets.shortFloat(), 'hex')
  const pulse = octets.optionalShortFloat()
  const clock = flags & 0x01 ? octets.clock() : undefined
  if (flags & 0x02 && octets.unsigned(2) & oximeterFaults) throw implausible()
  if (flags & 0x04) octets.unsigned(3)
  const pulseAmplitude = flags & 0x08 ? octets.optionalShortFloat() : undefined
  const isClockSet = !(flags & 0x10)
  return {
    kind: 'spo2',
    deviceType: deviceTypeCodes.DUSUN_SPO2,
    values: { spo2, pulse: measured('pulse', pulse), pi: measured('pi', pulseAmplitude) },
    takenAt: isClockSet ? clock : undefined,
  }
}

const kgPerPound = 0.453_592_37
const cmPerInch = 2.54
const unsuccessful = 0xffff

/** 0x2A9D. Steps of 5 g or 0.01 lb; height of 1 mm or 0.1 inch. */
function weight(octets: Octets): Characteristic {
  const flags = octets.unsigned(1)
  const isImperial = flags & 0x01
  const raw = octets.unsigned(2)
  if (raw === unsuccessful) throw implausible()
  const takenAt = flags & 0x02 ? octets.clock() : undefined
  if (flags & 0x04) octets.unsigned(1)
  if (flags & 0x08) octets.unsigned(2)
  const height = flags & 0x08 ? octets.unsigned(2) : undefined
  return {
    kind: 'body',
    deviceType: deviceTypeCodes.DUSUN_WEIGHT_SCALE,
    values: {
      weight: possible('weight', isImperial ? (raw / 100) * kgPerPound : raw / 200, 'hex'),
      height: measured('height', height && (isImperial ? height * 0.1 * cmPerInch : height / 10)),
    },
    takenAt,
  }
}

/** The maker's own characteristic: 0x81, pulse, SpO₂, perfusion index in tenths. */
function jumperOximeter(octets: Octets): Characteristic | 'waveform' {
  const frame = octets.unsigned(1)
  if (frame === 0x80) return 'waveform'
  if (frame !== 0x81) throw new Unreadable('unknown-attribute', 'hex')
  const pulse = withFinger(measured('pulse', octets.unsigned(1)), 'hex')
  const spo2 = possible('spo2', octets.unsigned(1), 'hex')
  const pi = measured('pi', octets.unsigned(1) / 10)
  return { kind: 'spo2', deviceType: deviceTypeCodes.DUSUN_SPO2, values: { spo2, pulse, pi } }
}

const characteristics = new Map<string, (octets: Octets) => Characteristic | 'waveform'>([
  ['2a18', glucose],
  ['2a35', bloodPressure],
  ['2a1c', temperature],
  ['2a5e', spotOximetry],
  ['2a9d', weight],
  ['cdeacb8152354c07884693a37ee6b86d', jumperOximeter],
])

/** The 16 bits of a number that the Bluetooth SIG has given out, or all of a maker's own. */
function shortened(uuid: string): string {
  const digits = uuid.toLowerCase().replace(/^0x|-/g, '')
  return /^0000([0-9a-f]{4})00001000800000805f9b34fb$/.exec(digits)?.[1] ?? digits
}

/**
 * A characteristic as a device sent it, passed on by a gateway that does not read it. A device with a clock sends what
 * it has stored again and again, and each time it is heard at another time: then its own clock alone says when.
 */
export function decodeBluetooth(message: Fields): Decoded {
  const read = characteristics.get(shortened(message.text('uuid')))
  if (!read) throw new Unreadable('unknown-attribute', 'uuid')
  const mac = message.address('ble_addr')
  const sentAt = message.optionalInstant('time') ?? null
  const gatewayScanTime = message.optionalInstant('scan_time') ?? null
  const hex = message.text('hex').replace(/[\s:-]/g, '')
  if (!/^([0-9a-f]{2}){1,512}$/i.test(hex)) throw malformed()
  const characteristic = read(new Octets(Buffer.from(hex, 'hex')))

  const heardAt = gatewayScanTime ?? sentAt
  if (characteristic === 'waveform')
    return { measurements: [], signs: [{ mac, toldAt: heardAt, status: 'connected' }], rejected: [] }
  const { takenAt, values, ...what } = characteristic
  const times = takenAt === undefined ? { sentAt, gatewayScanTime } : { sentAt: null, gatewayScanTime: null }
  const toldAt = takenAt ?? heardAt
  if (toldAt === null) throw new Unreadable('malformed', 'time')
  return {
    measurements: [
      { ...what, values: together(what.kind, values, () => 'hex'), source: 'gateway', mac, toldAt, ...times },
    ],
    signs: [],
    rejected: [],
  }
}
