import { type Alarm, alarmSeverities } from 'contract'

/** By severity, then ongoing before ended, then not yet acknowledged before acknowledged, then the newest. */
export function compareAlarmUrgency(one: Alarm, other: Alarm): number {
  return (
    alarmSeverities.indexOf(one.severity) - alarmSeverities.indexOf(other.severity) ||
    Number(one.ended_at !== null) - Number(other.ended_at !== null) ||
    Number(one.state !== 'active') - Number(other.state !== 'active') ||
    other.raised_at.localeCompare(one.raised_at)
  )
}
