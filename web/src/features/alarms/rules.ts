import type { alarms } from 'contract'
import {
  type Alarm,
  type AlarmRule,
  type AlarmSeverity,
  alarmSeverities,
  compareAlarmUrgency,
  findRuleLimit,
  isRuleInFamily,
  maxHighSnoozeMinutes,
  quantities,
  type Result,
  snoozeMinutes,
} from 'contract'

export type WardDuty = Result<typeof alarms.duties>['wards'][number]

/** Unit and decimals of the value that a rule checks. */
export function getRuleMeasure(rule: AlarmRule): { unit: string; decimals: number } {
  const vital = findRuleLimit(rule)?.vital
  if (vital) return quantities[vital]
  // The value as the meter sent it; its unit is unknown.
  if (isRuleInFamily('unit', rule)) return { unit: '', decimals: 2 }
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

/** The open alarms as one user sees them; the order is that of all lists. */
export function sortByUrgency(
  open: readonly Alarm[],
  staffId: string,
  duties: readonly WardDuty[],
  myWards: ReadonlySet<string>,
): readonly Alarm[] {
  const ownership = new Map(
    open.map((alarm) => [
      alarm,
      {
        isMine: isMine(alarm, staffId, duties),
        isOfMyWards: !!alarm.patient?.ward && myWards.has(alarm.patient.ward._id),
      },
    ]),
  )
  const findOwnership = (alarm: Alarm) => ownership.get(alarm) ?? { isMine: false, isOfMyWards: false }
  return open.toSorted((one, other) => compareAlarmUrgency(one, other, findOwnership))
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
    .toSorted((one, other) => compareAlarmUrgency(one, other))
}

/** The durations for which an alarm may be snoozed. */
export function listSnoozeMinutes({ severity }: Alarm): readonly (typeof snoozeMinutes)[number][] {
  return snoozeMinutes.filter((minutes) => severity !== 'high' || minutes <= maxHighSnoozeMinutes)
}

/** What a user has to enter to close an alarm. */
export function getClosingRequirement({ rule, ended_at }: Alarm): 'outcome' | 'note' | undefined {
  if (isRuleInFamily('emergency', rule)) return 'outcome'
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
