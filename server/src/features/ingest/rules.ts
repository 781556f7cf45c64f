import { problemsOfReading, type ReadingFate, type ReadingSource, SentReading } from 'contract'
import { compile } from 'zod/mini'
import type { Measurement } from '../../bedside/measurement.ts'

const compiled = compile(SentReading)
const messageKey = /^[a-z]+(-[a-z]+)*$/

type Rejected = { reason: NonNullable<ReadingFate['reason']> }

/** A reading that was sent as a measurement, or why it is none. `sentAt` in milliseconds. */
export function measurementOf(
  sent: SentReading | { unread: () => unknown },
  source: ReadingSource,
  sentAt: number,
): Measurement | Rejected {
  if ('unread' in sent) return whyUnread(sent.unread())
  const { device, national_id, hn, kind, measured_at, gateway_scan_time, ...values } = sent
  if (device === undefined && national_id === undefined && hn === undefined)
    return reject('device', 'field-required')
  const [problem] = problemsOfReading(kind, values)
  if (problem) return { reason: problem }
  return {
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
}

function whyUnread(sent: unknown): Rejected {
  const [issue] = compiled.safeParse(sent).error?.issues ?? []
  const message = issue?.message ?? ''
  return reject(issue?.path.map(String).join('.') ?? '', messageKey.test(message) ? message : 'invalid')
}

function reject(field: string, message: string): Rejected {
  return { reason: { field, message } }
}
