import {
  type BeyondMeter,
  beyondMeter,
  hospitalOffsetMs,
  MacOrImei,
  macOrImeiPattern,
  type ReadingKind,
  type ReadingValueName,
  type ReadingValues,
  readingKinds,
  readingValueNames,
  roundToDecimals,
  validateReading,
} from 'contract'
import { type DeviceField, getFieldRange, isNoValueMarker, noPressurePairs } from './device-fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/** Wraps every JSON object of a device: each access is checked, and errors name the path. */
export class Fields {
  readonly #path: string
  readonly #values: Readonly<Record<string, unknown>>
  #byLowerCase: Map<string, unknown> | undefined

  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Unreadable('malformed', path || null)
    this.#path = path
    this.#values = value as Record<string, unknown>
  }

  path(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  /** The first of these names that has a value. Capitals do not matter: `PR` is `pr`. */
  #find(names: readonly string[]): { value: unknown; path: string } | undefined {
    for (const name of names) {
      const value = this.#findValue(name)
      if (!isEmpty(value)) return { value, path: this.path(name) }
    }
    return undefined
  }

  /** If names differ only in capitals, the exact one counts, then the first with a value. */
  #findValue(name: string): unknown {
    const exact = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
    if (!isEmpty(exact)) return exact
    this.#byLowerCase ??= indexByLowerCase(this.#values)
    return this.#byLowerCase.get(name.toLowerCase())
  }

  #malformed(name: string): Unreadable {
    return new Unreadable('malformed', this.path(name))
  }

  optionalObject(name: string): Fields | undefined {
    const found = this.#find([name])
    return found && new Fields(found.value, found.path)
  }

  object(name: string): Fields {
    const found = this.optionalObject(name)
    if (!found) throw this.#malformed(name)
    return found
  }

  /** The entries of a non-empty list, each to be read separately. */
  list(name: string): (() => Fields)[] {
    const found = this.#find([name])
    if (!Array.isArray(found?.value) || found.value.length === 0) throw this.#malformed(name)
    return found.value.map((entry: unknown, at) => () => new Fields(entry, `${found.path}.${at}`))
  }

  optionalText(name: string): string | undefined {
    const found = this.#find([name])
    if (!found) return undefined
    if (typeof found.value === 'string') return found.value.trim()
    if (typeof found.value === 'number' || typeof found.value === 'boolean') return String(found.value)
    throw this.#malformed(name)
  }

  text(name: string): string {
    const text = this.optionalText(name)
    if (text === undefined) throw this.#malformed(name)
    return text
  }

  optionalNumber(name: string): number | undefined {
    const found = this.#find([name])
    return found && parseNumber(found.value, found.path)
  }

  /** The measured value in the panel's unit; undefined if nothing was sent, or a number that stands for no value. */
  measured(field: DeviceField): number | undefined {
    const found = this.#find(field.names)
    return found && convertMeasured(field, parseNumber(found.value, found.path), found.path)
  }

  /** Above or below the meter's range, if this field says so instead of a number. */
  beyond(field: DeviceField): BeyondMeter | undefined {
    return parseBeyondMeter(this.#find(field.names)?.value)
  }

  /** Does as `measured`, for a field that this kind of device always sends, measured or not. */
  requiredMeasured(field: DeviceField): number | undefined {
    if (!this.#find(field.names)) throw this.#malformed(field.names[0] ?? '')
    return this.measured(field)
  }

  /** Does as `measured`, for a side field: an impossible value goes to `rejected` and spares the main value. */
  secondaryMeasured(field: DeviceField, rejected: Rejection[]): number | undefined {
    return readPart(rejected, () => this.measured(field))
  }

  /** A MAC or an IMEI, in the stored form. */
  mac(...names: string[]): string {
    const mac = this.optionalMac(...names)
    if (mac === undefined) throw this.#malformed(names[0] ?? '')
    return mac
  }

  optionalMac(...names: string[]): string | undefined {
    const found = this.#find(names)
    if (!found) return undefined
    const { value, path } = found
    if (typeof value === 'string' && macOrImeiPattern.test(value) && !isNullMac(value)) return value
    const read = MacOrImei.safeParse(typeof value === 'number' ? String(value) : value)
    if (!read.success || isNullMac(read.data)) throw new Unreadable('malformed', path)
    return read.data
  }

  /** Does as `optionalInstant`, but the field is required. */
  instant(...names: string[]): number {
    const instant = this.optionalInstant(...names)
    if (instant === undefined) throw this.#malformed(names[0] ?? '')
    return instant
  }

  /** An instant (milliseconds) in any of the formats of devices; undefined if the clock shows zero. */
  optionalInstant(...names: string[]): number | undefined {
    const found = this.#find(names)
    if (!found) return undefined
    const { value, path } = found
    return typeof value === 'string' && value.includes('/')
      ? parseLocalMs(value, path)
      : parseUnixMs(value, path)
  }
}

/** How meters write that a glucose is above or below their range. */
const beyondWords: Record<BeyondMeter, RegExp> = {
  above: /^(hi|high|>\s*\d+(\.\d+)?)$/i,
  below: /^(lo|low|<\s*\d+(\.\d+)?)$/i,
}

/** What a meter's word means: above or below its range; undefined for another word or a number. */
export function parseBeyondMeter(told: unknown): BeyondMeter | undefined {
  return typeof told === 'string' ? beyondMeter.find((one) => beyondWords[one].test(told.trim())) : undefined
}

function indexByLowerCase(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const byLowerCase = new Map<string, unknown>()
  for (const [name, value] of Object.entries(values)) {
    const key = name.toLowerCase()
    if (isEmpty(byLowerCase.get(key))) byLowerCase.set(key, value)
  }
  return byLowerCase
}

/** A device that does not know its own MAC sends zeros or f's in its place. */
const isNullMac = (mac: string) => /^(0+|f+)$/.test(mac)

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Reads a number, or its digits as text: half of the devices send text. */
function parseNumber(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value.trim())) return Number(value)
  throw new Unreadable('malformed', path)
}

/**
 * A number from a device in the panel's unit, with the decimals of its quantity; undefined if it stands for no value.
 * Refused if no living person or no device of the kind can have it.
 */
export function convertMeasured(field: DeviceField, sent: number, path: string): number | undefined {
  if (isNoValueMarker(field, sent)) return undefined
  const { min, max, decimals } = getFieldRange(field)
  const value = roundToDecimals({ decimals }, field.convert ? field.convert(sent) : sent)
  if (!(value >= min && value <= max)) throw new Unreadable('implausible', path)
  return value
}

/**
 * Whether a cuff sent these in place of a pressure. The systolic of such a pair stands for none even if it comes alone.
 */
export function isNoPressureMarker({ systolic, diastolic }: ReadingValues): boolean {
  return noPressurePairs.some(([high, low]) => high === systolic && low === (diastolic ?? low))
}

/** The pressure; without values if the cuff sent a marker in place of one. */
export function toPressure(systolic: number | undefined, diastolic: number | undefined): ReadingValues {
  const isMeasured = systolic !== undefined || diastolic !== undefined
  return isMeasured && !isNoPressureMarker({ systolic, diastolic }) ? { systolic, diastolic } : {}
}

/** The values of a reading of this kind, refused if they do not go together. `path` names a field of it. */
function requireConsistent(
  kind: ReadingKind,
  values: ReadingValues,
  path: (field: string) => string,
): ReadingValues {
  const [problem] = validateReading(kind, values, { mayBeHalf: true })
  if (!problem) return values
  throw new Unreadable(
    problem.message === 'field-required' ? 'malformed' : 'implausible',
    path(problem.field),
  )
}

/**
 * The measurement as a reading of this kind; if its own value is missing, the pulse that came with it. Undefined if
 * nothing was measured.
 */
export function fitReading(
  kind: ReadingKind,
  values: ReadingValues,
  path: (field: string) => string,
): { kind: ReadingKind; values: ReadingValues } | undefined {
  const isMissing = (name: ReadingValueName) => values[name] === undefined
  const { needs } = readingKinds[kind]
  const own: readonly ReadingValueName[] = needs.length > 0 ? [...needs, 'beyond'] : readingValueNames
  if (!own.every(isMissing)) return { kind, values: requireConsistent(kind, values, path) }
  const { pulse } = values
  return typeof pulse === 'number' ? { kind: 'pulse', values: { pulse } } : undefined
}

/** The last instant of the year 9999: a clock may be wrong, but its date must have four digits for the year. */
const lastMs = 253_402_300_799_999
/** In seconds this is the year 5138, in milliseconds 1973: anything larger is in milliseconds. */
const firstInMs = 1e11

function parseUnixMs(value: unknown, path: string): number | undefined {
  const told = parseNumber(value, path)
  if (told <= 0) return undefined
  const ms = Math.round(told < firstInMs ? told * 1000 : told)
  if (ms > lastMs) throw new Unreadable('malformed', path)
  return toCommonEraMs(ms)
}

/** Years that count as Buddhist Era when a clock shows them, and the offset. */
const [firstBuddhistYear, lastBuddhistYear, buddhistEraOffset] = [2400, 2999, 543]

/** A device with a Buddhist Era calendar may count its seconds by it. */
function toCommonEraMs(ms: number): number {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  if (year < firstBuddhistYear || year > lastBuddhistYear) return ms
  return date.setUTCFullYear(year - buddhistEraOffset)
}

/**
 * The instant of a date and time in Thailand; undefined if the calendar has no such day. A year from 2400 on is of the
 * Buddhist Era, 543 years ahead.
 */
export function thaiTimeToMs(
  [told, month, day]: readonly [year: number, month: number, day: number],
  [hour, minute, second]: readonly [hour: number, minute: number, second: number],
) {
  const year = told >= firstBuddhistYear ? told - buddhistEraOffset : told
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  return isReal ? date.getTime() - hospitalOffsetMs : undefined
}

/** `16/06/2025 12:30:45` in Thai time. */
function parseLocalMs(text: string, path: string): number {
  const [, day, month, year, hour, minute, second] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ T]+(\d{1,2}):(\d{2}):(\d{2})$/.exec(text.trim())?.map(Number) ?? []
  const ms =
    year === undefined
      ? undefined
      : thaiTimeToMs([year, month ?? 0, day ?? 0], [hour ?? 0, minute ?? 0, second ?? 0])
  if (ms === undefined) throw new Unreadable('malformed', path)
  return ms
}
