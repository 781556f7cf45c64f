import type { Alarm, LockedAlarm } from 'contract'

/** The part of an alarm that a locked screen may show: no name and no value. */
export function toLockedAlarm({
  _id,
  severity,
  state,
  raised_at,
  snoozed_until,
  patient,
  visit,
}: Pick<
  Alarm,
  '_id' | 'severity' | 'state' | 'raised_at' | 'snoozed_until' | 'patient' | 'visit'
>): LockedAlarm {
  const { ward = null, bed = null } = patient ?? {}
  return { _id, severity, state, raised_at, snoozed_until, ward, bed, visit }
}
