import type { AlarmTimes } from 'contract'
import type { InHospital } from '../core/handler.ts'

/** What the way of a reading holds besides the reading. */
export type Bedside = InHospital

/** The instant at which an alarm that nobody acts on goes to the next one; null for one of low severity. */
export function escalationAt(now: string, severity: string, times: AlarmTimes): string | null {
  if (severity === 'low') return null
  const seconds = severity === 'high' ? times.escalate_high_seconds : times.escalate_medium_seconds
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}
