import { type DeviceTypeCode, deviceTypeCodes, type ReadingKind, type ReadingValues } from 'contract'
import type { Decoded, DeviceSign, Measurement } from '../measurement.ts'
import { deviceFields } from './device-fields.ts'
import { type Fields, fit, pressureOf, thaiOffsetMs } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/** The decoder of each message of a watch, by the end of its topic. Any of them says that the watch is online. */
export const watchMessages: Record<string, (message: Fields, receivedAt: number) => Decoded> = {
  hb: heartbeat,
  VitalSign: vitalSigns,
  AP55: batch,
  location: location,
  sleepdata: sleep,
  SOS: (message, receivedAt) => emergency('sos', message, receivedAt),
  fallDown: fall,
  onlineTrigger: comingAndGoing,
}

const { watch } = deviceFields
const addressOf = (message: Fields) => message.address('IMEI', 'mac')
const timesOf = ['timeStamps', 'timestamp', 'time']

/** The watch is online, even if its battery or its signal cannot be read. */
function signOf(message: Fields, mac: string, toldAt: number | null, rejected: Rejection[]): DeviceSign {
  const battery = message.beside(watch.battery, rejected)
  const signal = message.beside(watch.signal, rejected)
  return {
    mac,
    toldAt,
    status: 'connected',
    ...(battery !== undefined && { battery }),
    ...(signal !== undefined && { signal }),
  }
}

type Told = Pick<Measurement, 'mac' | 'toldAt' | 'sentAt'>

/** No reading if nothing was measured. */
function reading(
  kind: ReadingKind,
  deviceType: DeviceTypeCode | null,
  values: ReadingValues,
  told: Told,
  path: (field: string) => string,
): Measurement[] {
  const measured = fit(kind, values, path)
  return measured ? [{ ...measured, source: 'watch', deviceType, ...told }] : []
}

/**
 * The four vital signs that a watch measures. Each is a reading of its own, so that one bad value does not reject the
 * others.
 */
function vitalsOf(fields: Fields, told: Told, rejected: Rejection[]): Measurement[] {
  const of = (name: string) => () => fields.path(name)
  return [
    readPart(rejected, () => {
      const pulse = fields.measured(watch.pulse)
      return reading('pulse', null, { pulse }, told, of('heartRate'))
    }),
    readPart(rejected, () => {
      const pressure = fields.optionalObject('bloodPressure')
      return reading(
        'blood_pressure',
        deviceTypeCodes.BLOOD_PRESSURE,
        pressureOf(pressure?.measured(watch.systolic), pressure?.measured(watch.diastolic)),
        told,
        (field) => fields.path(`bloodPressure.${field === 'systolic' ? 'bp_sys' : 'bp_dia'}`),
      )
    }),
    readPart(rejected, () => {
      const temperature = fields.measured(watch.temperature)
      return reading(
        'temperature',
        deviceTypeCodes.BODY_TEMPERATURE,
        { temperature },
        told,
        of('bodyTemperature'),
      )
    }),
    readPart(rejected, () => {
      const spo2 = fields.measured(watch.spo2)
      return reading('spo2', deviceTypeCodes.SPO2, { spo2 }, told, of('spO2'))
    }),
  ].flatMap((read) => read ?? [])
}

/**
 * No position without a satellite fix, which the watch sends as zeros; the Wi-Fi networks that it heard are not a
 * position.
 */
function placeOf(message: Fields): { lat?: number | undefined; lang?: number | undefined } {
  const where = message.optionalObject('location')
  const fix = where?.optionalObject('GPS') ?? where
  const lat = fix?.measured(watch.latitude)
  const lang = fix?.measured(watch.longitude)
  if ((lat === undefined) !== (lang === undefined))
    throw new Unreadable('malformed', message.path('location'))
  return lat === undefined ? {} : { lat, lang }
}

function positionOf(message: Fields, told: Told): Measurement[] {
  return reading('position', null, placeOf(message), told, () => message.path('location'))
}

function heartbeat(message: Fields): Decoded {
  const mac = addressOf(message)
  const told = { mac, toldAt: message.instant(...timesOf) }
  const rejected: Rejection[] = []
  const sign = signOf(message, mac, told.toldAt, rejected)
  const steps = message.beside(watch.steps, rejected)
  const measurements = reading('activity', null, { steps }, told, (field) => message.path(field))
  return { measurements, signs: [sign], rejected }
}

function vitalSigns(message: Fields): Decoded {
  const mac = addressOf(message)
  const told = { mac, toldAt: message.instant(...timesOf) }
  const rejected: Rejection[] = []
  const vitals = vitalsOf(message, told, rejected)
  const position = readPart(rejected, () => positionOf(message, told))
  const sign = signOf(message, mac, told.toldAt, rejected)
  return { measurements: [...vitals, ...(position ?? [])], signs: [sign], rejected }
}

/** What a watch measured while it was offline, each entry with a time of its own. */
function batch(message: Fields): Decoded {
  const mac = addressOf(message)
  const sentAt = message.optionalInstant(...timesOf) ?? null
  const rejected: Rejection[] = []
  const vitals = message.list('data').flatMap((entry) =>
    readPart(rejected, () => {
      const fields = entry()
      const toldAt = fields.optionalInstant(...timesOf) ?? sentAt
      if (toldAt === null) throw new Unreadable('malformed', fields.path('timestamp'))
      return vitalsOf(fields, { mac, toldAt, sentAt }, rejected)
    }),
  )
  const position = readPart(rejected, () =>
    sentAt === null ? [] : positionOf(message, { mac, toldAt: sentAt, sentAt }),
  )
  const sign = signOf(message, mac, sentAt, rejected)
  return {
    measurements: [...vitals, ...(position ?? [])].filter((one) => one !== undefined),
    signs: [sign],
    rejected,
  }
}

/** Some firmware sends no time: then the time of arrival counts. */
function location(message: Fields, receivedAt: number): Decoded {
  const mac = addressOf(message)
  const at = message.optionalInstant(...timesOf)
  const rejected: Rejection[] = []
  message.object('location')
  const position = readPart(rejected, () => positionOf(message, { mac, toldAt: at ?? receivedAt }))
  const sign = signOf(message, mac, at ?? null, rejected)
  return { measurements: position ?? [], signs: [sign], rejected }
}

const dayMs = 24 * 60 * 60_000

/**
 * A night as a row of digits over a span such as `2200@0700`, each digit an equal share of it: 0 awake, 1 light, 2
 * deep. The maker has published neither the meaning of the digits nor the day of the span: both are defaults of the
 * product. The span is the last one that was over when the message was made, and the reading is timed at its end.
 */
function sleep(message: Fields): Decoded {
  const mac = addressOf(message)
  const night = message.optionalObject('sleep') ?? message
  const madeAt =
    night.optionalInstant('timeStamps', 'timestamp') ?? message.instant('timeStamps', 'timestamp')

  const [, ...clock] = /^(\d{2})(\d{2})@(\d{2})(\d{2})$/.exec(night.text('time'))?.map(Number) ?? []
  const [fromHour = 24, fromMinute = 0, toHour = 24, toMinute = 0] = clock
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  if (fromHour > 23 || toHour > 23 || fromMinute > 59 || toMinute > 59 || from === to)
    throw new Unreadable('malformed', night.path('time'))
  const minutes = (to - from + 24 * 60) % (24 * 60)

  const digits = night.text('data')
  const count = night.optionalNumber('num')
  if (!/^[012]{1,1440}$/.test(digits)) throw new Unreadable('malformed', night.path('data'))
  if (count !== undefined && count !== digits.length) throw new Unreadable('malformed', night.path('num'))
  const share = (digit: string) => Math.round(((digits.split(digit).length - 1) / digits.length) * minutes)

  const midnight = Math.floor((madeAt + thaiOffsetMs) / dayMs) * dayMs - thaiOffsetMs
  const today = midnight + to * 60_000
  const toldAt = today > madeAt ? today - dayMs : today

  const values = { awake: share('0'), light: share('1'), deep: share('2') }
  return {
    measurements: reading('sleep', null, values, { mac, toldAt, sentAt: madeAt }, (field) =>
      night.path(field),
    ),
    signs: [{ mac, toldAt: madeAt, status: 'connected' }],
    rejected: [],
  }
}

/** The person may be lying on the floor: a bad time, position or battery does not reject the message. */
function emergency(kind: 'sos' | 'fall', message: Fields, receivedAt: number): Decoded {
  const mac = addressOf(message)
  const rejected: Rejection[] = []
  const at = readPart(rejected, () => message.optionalInstant(...timesOf))
  const place = readPart(rejected, () => placeOf(message)) ?? {}
  const sign = signOf(message, mac, at ?? null, rejected)
  const told = { mac, toldAt: at ?? receivedAt }
  return {
    measurements: [{ kind, values: place, source: 'watch', deviceType: null, ...told }],
    signs: [sign],
    rejected,
  }
}

/**
 * All statuses that say that nobody fell, in lower case and without spaces, underscores and hyphens. The maker has
 * published no list, and firmware differs, so any other status on this topic is a fall.
 */
export const allClears: ReadonlySet<string> = new Set([
  'normal',
  'ok',
  'safe',
  'clear',
  'nofall',
  'nofalldown',
  'notfall',
  'falsealarm',
  'cancel',
  'canceled',
  'cancelled',
  '0',
  'false',
])

/** A missing or unreadable status is a fall as well. */
function isAllClear(status: string | undefined): boolean {
  return status !== undefined && allClears.has(status.toLowerCase().replace(/[\s_-]+/g, ''))
}

function fall(message: Fields, receivedAt: number): Decoded {
  const rejected: Rejection[] = []
  const status = readPart(rejected, () => message.optionalText('status'))
  if (!isAllClear(status)) {
    const fallen = emergency('fall', message, receivedAt)
    return { ...fallen, rejected: [...rejected, ...fallen.rejected] }
  }
  const at = readPart(rejected, () => message.optionalInstant(...timesOf))
  return { measurements: [], signs: [signOf(message, addressOf(message), at ?? null, rejected)], rejected }
}

const statuses = new Map<string, DeviceSign['status']>([
  ['online', 'connected'],
  ['offline', 'disconnected'],
])

function comingAndGoing(message: Fields): Decoded {
  const status = statuses.get(message.text('status').toLowerCase())
  if (!status) throw new Unreadable('malformed', message.path('status'))
  const rejected: Rejection[] = []
  const sign = signOf(message, addressOf(message), message.optionalInstant(...timesOf) ?? null, rejected)
  return { measurements: [], signs: [{ ...sign, status }], rejected }
}
