import {
  addGlasgowTotal,
  type QuantityName,
  quantityNames,
  type ReadingResult,
  type ReadingSource,
  type ReadingValues,
  readingKinds,
  SentReading,
  sentValues,
  validateReading,
} from 'contract'
import { compile } from 'zod/mini'
import { isNoValueMarker, relayedNoValues } from '../../bedside/decode/device-fields.ts'
import { isNoPressureMarker, parseBeyondMeter } from '../../bedside/decode/fields.ts'
import type { Measurement } from '../../bedside/measurement.ts'

const compiledSentReading = compile(SentReading)
const messageKey = /^[a-z]+(-[a-z]+)*$/

type Problem = NonNullable<ReadingResult['reason']>
type AcceptedReading = { measurement: Measurement; dropped: Problem[] }
type RejectedReading = { reason: Problem }

/**
 * A sent reading as a measurement, or why it is invalid. An impossible value that accompanies a vital sign is dropped,
 * and the vital sign is kept. `sentAt` in milliseconds.
 */
export function toMeasurement(
  sent: SentReading | { unread: () => unknown },
  source: ReadingSource,
  sentAt: number,
): AcceptedReading | RejectedReading {
  const dropped: Problem[] = []
  const read = 'unread' in sent ? readLeniently(sent.unread(), dropped) : sent
  if ('reason' in read) return read
  const { device, national_id, hn, kind, measured_at, gateway_scan_time, ...told } = read
  if (device === undefined && national_id === undefined && hn === undefined)
    return rejectReading('device', 'field-required')
  const values = device === undefined ? told : removeNoValues(told)
  const [problem] = validateReading(kind, values, { mayBeHalf: device !== undefined })
  if (problem) {
    const isNone =
      typeof told[problem.field as QuantityName] === 'number' && problem.message === 'field-required'
    return rejectReading(problem.field, isNone ? 'no-value' : problem.message)
  }
  const measurement: Measurement = {
    kind,
    values: addGlasgowTotal(values),
    source,
    mac: device ?? null,
    deviceType: null,
    nationalId: national_id ?? null,
    hn: hn ?? null,
    reportedAt: Date.parse(measured_at),
    sentAt,
    gatewayScanTime: gateway_scan_time ? Date.parse(gateway_scan_time) : null,
  }
  return { measurement, dropped }
}

/** The values without those that the device sends in place of a missing value. */
function removeNoValues(told: ReadingValues): ReadingValues {
  const none = quantityNames.filter((name) => {
    const value = told[name]
    return typeof value === 'number' && isNoValueMarker({ noValue: relayedNoValues[name] ?? [] }, value)
  })
  const values =
    none.length === 0 ? told : { ...told, ...Object.fromEntries(none.map((name) => [name, null])) }
  return isNoPressureMarker(values) ? { ...values, systolic: null, diastolic: null } : values
}

const decimalText = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/**
 * Reads an entry that does not fit the schema: its numbers may be text, as many devices send them, and an impossible
 * value that accompanies a vital sign is dropped.
 */
function readLeniently(sent: unknown, dropped: Problem[]): SentReading | RejectedReading {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return explainUnreadable(sent)
  const fields: Record<string, unknown> = { ...sent }
  for (const name of quantityNames) {
    const value = fields[name]
    if (typeof value === 'string' && decimalText.test(value.trim())) fields[name] = Number(value)
    const noValue = relayedNoValues[name] ?? []
    const told = fields[name]
    if (fields['device'] !== undefined && typeof told === 'number' && isNoValueMarker({ noValue }, told))
      fields[name] = null
  }
  const beyond = fields['kind'] === 'glucose' ? parseBeyondMeter(fields['blood_glucose']) : undefined
  if (beyond) Object.assign(fields, { blood_glucose: null, beyond })
  const kind = Object.entries(readingKinds).find(([name]) => name === fields['kind'])?.[1]
  for (const name of kind && kind.needs.length > 0 ? kind.may : []) {
    const [issue] = sentValues[name].safeParse(fields[name]).error?.issues ?? []
    if (!issue) continue
    dropped.push({ field: name, message: toMessageKey(issue.message) })
    delete fields[name]
  }
  const read = compiledSentReading.safeParse(fields)
  return read.success ? read.data : explainUnreadable(fields)
}

function explainUnreadable(sent: unknown): RejectedReading {
  const [issue] = compiledSentReading.safeParse(sent).error?.issues ?? []
  return rejectReading(issue?.path.map(String).join('.') ?? '', toMessageKey(issue?.message ?? ''))
}

function toMessageKey(message: string): string {
  return messageKey.test(message) ? message : 'invalid'
}

function rejectReading(field: string, message: string): RejectedReading {
  return { reason: { field, message } }
}
