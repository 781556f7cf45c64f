import {
  type DeviceTypeCode,
  deviceTypeCodes,
  hospitalOffsetMs,
  type ReadingKind,
  type ReadingValues,
} from 'contract'
import type { Decoded, DeviceStatusReport, Measurement } from '../measurement.ts'
import { deviceFields } from './device-fields.ts'
import { type Fields, fitReading, toPressure } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/** The decoder of each message of a watch, by the end of its topic. Any of them says that the watch is online. */
export const watchMessages: Record<string, (message: Fields, receivedAt: number) => Decoded> = {
  hb: decodeHeartbeat,
  VitalSign: decodeVitalSigns,
  AP55: decodeBatch,
  location: decodeLocation,
  sleepdata: decodeSleep,
  SOS: (message, receivedAt) => decodeEmergency('sos', message, receivedAt),
  fallDown: decodeFall,
  onlineTrigger: decodeConnection,
}

const { watch } = deviceFields
const readImei = (message: Fields) => message.mac('IMEI', 'mac')
const timeFields = ['timeStamps', 'timestamp', 'time']

/** The watch is online, even if its battery or its signal cannot be read. */
function readWatchStatus(
  message: Fields,
  mac: string,
  reportedAt: number | null,
  rejected: Rejection[],
): DeviceStatusReport {
  const battery = message.secondaryMeasured(watch.battery, rejected)
  const signal = message.secondaryMeasured(watch.signal, rejected)
  return {
    mac,
    reportedAt,
    status: 'connected',
    ...(battery !== undefined && { battery }),
    ...(signal !== undefined && { signal }),
  }
}

type ReportedTime = Pick<Measurement, 'mac' | 'reportedAt' | 'sentAt'>

/** No reading if nothing was measured. */
function createMeasurements(
  { kind, deviceType = null }: { kind: ReadingKind; deviceType?: DeviceTypeCode | null },
  values: ReadingValues,
  reported: ReportedTime,
  path: (field: string) => string,
): Measurement[] {
  const measured = fitReading(kind, values, path)
  return measured ? [{ ...measured, source: 'watch', deviceType, ...reported }] : []
}

/**
 * The four vital signs that a watch measures. Each is a reading of its own, so that one bad value does not reject the
 * others.
 */
function readVitals(fields: Fields, reported: ReportedTime, rejected: Rejection[]): Measurement[] {
  const locate = (name: string) => () => fields.path(name)
  return [
    readPart(rejected, () => {
      const pulse = fields.measured(watch.pulse)
      return createMeasurements({ kind: 'pulse' }, { pulse }, reported, locate('heartRate'))
    }),
    readPart(rejected, () => {
      const pressure = fields.optionalObject('bloodPressure')
      return createMeasurements(
        { kind: 'blood_pressure', deviceType: deviceTypeCodes.BLOOD_PRESSURE },
        toPressure(pressure?.measured(watch.systolic), pressure?.measured(watch.diastolic)),
        reported,
        (field) => fields.path(`bloodPressure.${field === 'systolic' ? 'bp_sys' : 'bp_dia'}`),
      )
    }),
    readPart(rejected, () => {
      const temperature = fields.measured(watch.temperature)
      return createMeasurements(
        { kind: 'temperature', deviceType: deviceTypeCodes.BODY_TEMPERATURE },
        { temperature },
        reported,
        locate('bodyTemperature'),
      )
    }),
    readPart(rejected, () => {
      const spo2 = fields.measured(watch.spo2)
      return createMeasurements(
        { kind: 'spo2', deviceType: deviceTypeCodes.SPO2 },
        { spo2 },
        reported,
        locate('spO2'),
      )
    }),
  ].flatMap((read) => read ?? [])
}

/**
 * No position without a satellite fix, which the watch sends as zeros; the Wi-Fi networks that it heard are not a
 * position.
 */
function readPosition(message: Fields): { lat?: number | undefined; lang?: number | undefined } {
  const where = message.optionalObject('location')
  const fix = where?.optionalObject('GPS') ?? where
  const lat = fix?.measured(watch.latitude)
  const lang = fix?.measured(watch.longitude)
  if ((lat === undefined) !== (lang === undefined))
    throw new Unreadable('malformed', message.path('location'))
  return lat === undefined ? {} : { lat, lang }
}

function measurePosition(message: Fields, reported: ReportedTime): Measurement[] {
  return createMeasurements({ kind: 'position' }, readPosition(message), reported, () =>
    message.path('location'),
  )
}

/** A count of 0 is no reading: a watch on a table sends it every minute, and each would wait in the inbox. */
function decodeHeartbeat(message: Fields): Decoded {
  const mac = readImei(message)
  const reported = { mac, reportedAt: message.instant(...timeFields) }
  const rejected: Rejection[] = []
  const report = readWatchStatus(message, mac, reported.reportedAt, rejected)
  const steps = message.secondaryMeasured(watch.steps, rejected)
  const measurements = createMeasurements(
    { kind: 'activity' },
    { steps: steps === 0 ? undefined : steps },
    reported,
    (field) => message.path(field),
  )
  return { measurements, statusReports: [report], rejected }
}

function decodeVitalSigns(message: Fields): Decoded {
  const mac = readImei(message)
  const reported = { mac, reportedAt: message.instant(...timeFields) }
  const rejected: Rejection[] = []
  const vitals = readVitals(message, reported, rejected)
  const position = readPart(rejected, () => measurePosition(message, reported))
  const report = readWatchStatus(message, mac, reported.reportedAt, rejected)
  return { measurements: [...vitals, ...(position ?? [])], statusReports: [report], rejected }
}

/** What a watch measured while it was offline, each entry with a time of its own. */
function decodeBatch(message: Fields): Decoded {
  const mac = readImei(message)
  const sentAt = message.optionalInstant(...timeFields) ?? null
  const rejected: Rejection[] = []
  const vitals = message.list('data').flatMap((entry) =>
    readPart(rejected, () => {
      const fields = entry()
      const reportedAt = fields.optionalInstant(...timeFields) ?? sentAt
      if (reportedAt === null) throw new Unreadable('malformed', fields.path('timestamp'))
      return readVitals(fields, { mac, reportedAt, sentAt }, rejected)
    }),
  )
  const position = readPart(rejected, () =>
    sentAt === null ? [] : measurePosition(message, { mac, reportedAt: sentAt, sentAt }),
  )
  const report = readWatchStatus(message, mac, sentAt, rejected)
  return {
    measurements: [...vitals, ...(position ?? [])].filter((one) => one !== undefined),
    statusReports: [report],
    rejected,
  }
}

/** Some firmware sends no time: then the time of arrival counts. */
function decodeLocation(message: Fields, receivedAt: number): Decoded {
  const mac = readImei(message)
  const at = message.optionalInstant(...timeFields)
  const rejected: Rejection[] = []
  message.object('location')
  const position = readPart(rejected, () => measurePosition(message, { mac, reportedAt: at ?? receivedAt }))
  const report = readWatchStatus(message, mac, at ?? null, rejected)
  return { measurements: position ?? [], statusReports: [report], rejected }
}

const dayMs = 24 * 60 * 60_000

/**
 * A night as a row of digits over a span such as `2200@0700`, each digit an equal share of it: 0 awake, 1 light, 2
 * deep. The maker has published neither the meaning of the digits nor the day of the span: both are defaults of the
 * product. The span is the last one that was over when the message was made, and the reading is timed at its end.
 */
function decodeSleep(message: Fields): Decoded {
  const mac = readImei(message)
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

  const midnight = Math.floor((madeAt + hospitalOffsetMs) / dayMs) * dayMs - hospitalOffsetMs
  const today = midnight + to * 60_000
  const reportedAt = today > madeAt ? today - dayMs : today

  const values = { awake: share('0'), light: share('1'), deep: share('2') }
  return {
    measurements: createMeasurements(
      { kind: 'sleep' },
      values,
      { mac, reportedAt, sentAt: madeAt },
      (field) => night.path(field),
    ),
    statusReports: [{ mac, reportedAt: madeAt, status: 'connected' }],
    rejected: [],
  }
}

/** The person may be lying on the floor: a bad time, position or battery does not reject the message. */
function decodeEmergency(kind: 'sos' | 'fall', message: Fields, receivedAt: number): Decoded {
  const mac = readImei(message)
  const rejected: Rejection[] = []
  const at = readPart(rejected, () => message.optionalInstant(...timeFields))
  const place = readPart(rejected, () => readPosition(message)) ?? {}
  const report = readWatchStatus(message, mac, at ?? null, rejected)
  const reported = { mac, reportedAt: at ?? receivedAt }
  return {
    measurements: [{ kind, values: place, source: 'watch', deviceType: null, ...reported }],
    statusReports: [report],
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

function decodeFall(message: Fields, receivedAt: number): Decoded {
  const rejected: Rejection[] = []
  const status = readPart(rejected, () => message.optionalText('status'))
  if (!isAllClear(status)) {
    const fallen = decodeEmergency('fall', message, receivedAt)
    return { ...fallen, rejected: [...rejected, ...fallen.rejected] }
  }
  const at = readPart(rejected, () => message.optionalInstant(...timeFields))
  return {
    measurements: [],
    statusReports: [readWatchStatus(message, readImei(message), at ?? null, rejected)],
    rejected,
  }
}

const connectionStatuses = new Map<string, DeviceStatusReport['status']>([
  ['online', 'connected'],
  ['offline', 'disconnected'],
])

function decodeConnection(message: Fields): Decoded {
  const status = connectionStatuses.get(message.text('status').toLowerCase())
  if (!status) throw new Unreadable('malformed', message.path('status'))
  const rejected: Rejection[] = []
  const report = readWatchStatus(
    message,
    readImei(message),
    message.optionalInstant(...timeFields) ?? null,
    rejected,
  )
  return { measurements: [], statusReports: [{ ...report, status }], rejected }
}
