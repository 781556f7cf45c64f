import type { alarms } from 'contract'
import {
  type Alarm,
  type AlarmRule,
  type AlarmSeverity,
  alarmSeverities,
  findRuleLimit,
  isRuleOf,
  maxHighSnoozeMinutes,
  quantities,
  type Result,
  snoozeMinutes,
} from 'contract'
import { compareAlarmUrgency } from '../../clinical/alarm-urgency.ts'

export type WardDuty = Result<typeof alarms.duties>['wards'][number]

/** Unit and decimals of the value that a rule checks. */
export function getRuleMeasure(rule: AlarmRule): { unit: string; decimals: number } {
  const vital = findRuleLimit(rule)?.vital
  if (vital) return quantities[vital]
  // The value as the meter sent it; its unit is unknown.
  if (isRuleOf('unit', rule)) return { unit: '', decimals: 2 }
  return { unit: rule === 'battery' ? '%' : '', decimals: 0 }
}

/**
 * Assigned to this person by name, or passed on to them as the ward's nurse in charge or doctor, or to one of their
 * groups. An alarm that was passed on to everybody belongs to nobody in particular.
 */
export function isMine(alarm: Alarm, staffId: string, duties: readonly WardDuty[]): boolean {
  if (alarm.assigned_to?._id === staffId) return true
  if (alarm.level === 'ward' || alarm.level === 'everybody') return false
  const duty = duties.find(({ ward }) => ward._id === alarm.patient?.ward?._id)
  if (!duty) return false
  const isOfGroup = duty.groups.some(
    ({ level, member_ids }) => level === alarm.level && member_ids.includes(staffId),
  )
  return isOfGroup || duty[alarm.level]?._id === staffId
}

export function isSnoozed({ snoozed_until }: Pick<Alarm, 'snoozed_until'>, now: number): boolean {
  return snoozed_until !== null && Date.parse(snoozed_until) > now
}

/**
 * What still happens first, whatever is over. Of those the user's own; then the most severe, on any ward; of those the
 * alarms of the user's wards, then the unacknowledged, and the newest.
 */
export function sortByUrgency(
  open: readonly Alarm[],
  staffId: string,
  duties: readonly WardDuty[],
  myWards: ReadonlySet<string>,
): readonly Alarm[] {
  const ranks = (alarm: Alarm) => [
    alarm.ended_at === null ? 0 : 1,
    isMine(alarm, staffId, duties) ? 0 : 1,
    alarmSeverities.indexOf(alarm.severity),
    alarm.patient?.ward && myWards.has(alarm.patient.ward._id) ? 0 : 1,
  ]
  return open
    .map((alarm) => ({ alarm, rank: ranks(alarm) }))
    .toSorted((one, other) => {
      const at = one.rank.findIndex((value, index) => value !== other.rank[index])
      if (at === -1) return compareAlarmUrgency(one.alarm, other.alarm)
      return (one.rank[at] ?? 0) - (other.rank[at] ?? 0)
    })
    .map(({ alarm }) => alarm)
}

export function countBySeverity(open: readonly Alarm[]): { severity: AlarmSeverity; count: number }[] {
  return alarmSeverities
    .map((severity) => ({ severity, count: open.filter((alarm) => alarm.severity === severity).length }))
    .filter(({ count }) => count > 0)
}

/** High alarms, neither acknowledged nor snoozed, for the banner of every screen: ongoing before ended ones. */
export function listUnseenHighAlarms(open: readonly Alarm[], now: number): readonly Alarm[] {
  return open
    .filter((alarm) => alarm.severity === 'high' && alarm.state === 'active' && !isSnoozed(alarm, now))
    .toSorted(compareAlarmUrgency)
}

/** The durations for which an alarm may be snoozed. */
export function listSnoozeMinutes({ severity }: Alarm): readonly (typeof snoozeMinutes)[number][] {
  return snoozeMinutes.filter((minutes) => severity !== 'high' || minutes <= maxHighSnoozeMinutes)
}

/** What a user has to enter to close an alarm. */
export function getClosingRequirement({ rule, ended_at }: Alarm): 'outcome' | 'note' | undefined {
  if (isRuleOf('emergency', rule)) return 'outcome'
  return ended_at === null ? 'note' : undefined
}

/** The open alarms with one of them replaced by its current state. */
export function replaceOpenAlarm(open: readonly Alarm[], alarm: Alarm): Alarm[] {
  const others = open.filter(({ _id }) => _id !== alarm._id)
  if (alarm.state === 'cleared') return others
  return open.length === others.length
    ? [...others, alarm]
    : open.map((one) => (one._id === alarm._id ? alarm : one))
}
