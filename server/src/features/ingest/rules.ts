import {
  problemsOfReading,
  type QuantityName,
  quantities,
  type ReadingFate,
  type ReadingSource,
  type ReadingValues,
  readingKinds,
  readingValues,
  SentReading,
} from 'contract'
import { compile } from 'zod/mini'
import { noPressure, passedOn, standsForNoValue } from '../../bedside/decode/device-fields.ts'
import { beyondOf } from '../../bedside/decode/fields.ts'
import type { Measurement } from '../../bedside/measurement.ts'

const compiled = compile(SentReading)
const messageKey = /^[a-z]+(-[a-z]+)*$/

type Problem = NonNullable<ReadingFate['reason']>
type Kept = { measurement: Measurement; dropped: Problem[] }
type Rejected = { reason: Problem }

/**
 * A sent reading as a measurement, or why it is invalid. An impossible value that accompanies a vital sign is dropped,
 * and the vital sign is kept. `sentAt` in milliseconds.
 */
export function measurementOf(
  sent: SentReading | { unread: () => unknown },
  source: ReadingSource,
  sentAt: number,
): Kept | Rejected {
  const dropped: Problem[] = []
  const read = 'unread' in sent ? readLeniently(sent.unread(), dropped) : sent
  if ('reason' in read) return read
  const { device, national_id, hn, kind, measured_at, gateway_scan_time, ...told } = read
  if (device === undefined && national_id === undefined && hn === undefined)
    return reject('device', 'field-required')
  const values = device === undefined ? told : measuredOf(told)
  const [problem] = problemsOfReading(kind, values, { mayBeHalf: device !== undefined })
  if (problem) {
    const isNone =
      typeof told[problem.field as QuantityName] === 'number' && problem.message === 'field-required'
    return reject(problem.field, isNone ? 'no-value' : problem.message)
  }
  const measurement: Measurement = {
    kind,
    values,
    source,
    mac: device ?? null,
    deviceType: null,
    nationalId: national_id ?? null,
    hn: hn ?? null,
    toldAt: Date.parse(measured_at),
    sentAt,
    gatewayScanTime: gateway_scan_time ? Date.parse(gateway_scan_time) : null,
  }
  return { measurement, dropped }
}

const quantityNames = Object.keys(quantities) as QuantityName[]

/** The values without those that the device sends in place of a missing value. */
function measuredOf(told: ReadingValues): ReadingValues {
  const { systolic, diastolic } = told
  const isNoPressure = noPressure.some(([high, low]) => high === systolic && low === diastolic)
  const none = quantityNames.filter((name) => {
    const value = told[name]
    const noValue = passedOn[name] ?? []
    if (isNoPressure && (name === 'systolic' || name === 'diastolic')) return true
    return typeof value === 'number' && standsForNoValue({ noValue }, value)
  })
  return none.length === 0 ? told : { ...told, ...Object.fromEntries(none.map((name) => [name, null])) }
}

const decimalText = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/**
 * Reads an entry that does not fit the schema: its numbers may be text, as many devices send them, and an impossible
 * value that accompanies a vital sign is dropped.
 */
function readLeniently(sent: unknown, dropped: Problem[]): SentReading | Rejected {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return whyUnread(sent)
  const fields: Record<string, unknown> = { ...sent }
  for (const name of quantityNames) {
    const value = fields[name]
    if (typeof value === 'string' && decimalText.test(value.trim())) fields[name] = Number(value)
    const noValue = passedOn[name] ?? []
    const told = fields[name]
    if (fields['device'] !== undefined && typeof told === 'number' && standsForNoValue({ noValue }, told))
      fields[name] = null
  }
  const beyond = fields['kind'] === 'glucose' ? beyondOf(fields['blood_glucose']) : undefined
  if (beyond) Object.assign(fields, { blood_glucose: null, beyond })
  const kind = Object.entries(readingKinds).find(([name]) => name === fields['kind'])?.[1]
  for (const name of kind && kind.needs.length > 0 ? kind.may : []) {
    const [issue] = readingValues[name].safeParse(fields[name]).error?.issues ?? []
    if (!issue) continue
    dropped.push({ field: name, message: messageOf(issue.message) })
    delete fields[name]
  }
  const read = compiled.safeParse(fields)
  return read.success ? read.data : whyUnread(fields)
}

function whyUnread(sent: unknown): Rejected {
  const [issue] = compiled.safeParse(sent).error?.issues ?? []
  return reject(issue?.path.map(String).join('.') ?? '', messageOf(issue?.message ?? ''))
}

function messageOf(message: string): string {
  return messageKey.test(message) ? message : 'invalid'
}

function reject(field: string, message: string): Rejected {
  return { reason: { field, message } }
}
