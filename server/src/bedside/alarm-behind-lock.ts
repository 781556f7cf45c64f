import type { Alarm, LockedAlarm } from 'contract'

/** What may be told of an alarm to whoever stands before a locked screen. */
export function behindLock({
  _id,
  severity,
  state,
  raised_at,
  snoozed_until,
  patient,
}: Pick<Alarm, '_id' | 'severity' | 'state' | 'raised_at' | 'snoozed_until' | 'patient'>): LockedAlarm {
  const { ward = null, bed = null } = patient ?? {}
  return { _id, severity, state, raised_at, snoozed_until, ward, bed }
}
