import {
  type AlarmRule,
  type AlarmScore,
  type AlarmSeverity,
  alarmBounds,
  breachOf,
  isRecovered,
  type LimitedVital,
  type Limits,
  type Persistence,
} from 'contract'

/**
 * An alarm as far as the next value needs to know it. `lastAt`: when the last value was measured that kept it up.
 * `endedAt`: since when its cause is over (milliseconds).
 */
export type OpenAlarm = {
  id: string
  rule: AlarmRule
  severity: AlarmSeverity
  lastAt: number
  endedAt: number | null
  isAcknowledged: boolean
  isSnoozed: boolean
}

/** A value out of its limits that is not yet an alarm: how often in a row, and since when (milliseconds). */
export type Breach = { times: number; since: number }

/** What is known of a patient when a value comes; it is brought up to date as decisions are made. */
export type Watched = {
  open: Map<AlarmRule, OpenAlarm>
  /** The newest alarm of each rule that a value in order has cleared. */
  recovered: Map<AlarmRule, OpenAlarm>
  breaches: Map<AlarmRule, Breach>
  newId: () => string
}

/**
 * A value of one vital at an instant (milliseconds). `second` is the diastolic pressure, and `score` what an
 * early-warning score is made of, to be shown with it.
 */
export type Value = {
  value: number
  second: number | null
  at: number
  deviceId: string | null
  score?: AlarmScore
}

type Act<Name, More> = Name extends string ? { act: Name; rule: AlarmRule; value: Value } & More : never

export type Decision =
  | Act<'raise' | 'worsen', { alarm: OpenAlarm; severity: AlarmSeverity; limit: number | null }>
  /**
   * The alarm that ended goes on, with the value and limit that it was raised for. `isNews`: somebody has to be told,
   * and to see it anew.
   */
  | Act<'return', { alarm: OpenAlarm; severity: AlarmSeverity; isNews: boolean }>
  | Act<'follow' | 'end', { alarm: OpenAlarm }>
  | Act<'remember', { breach: Breach }>
  | Act<'forget', unknown>

/**
 * What keeps a value that wavers from being many alarms. `persistence`: when a breach becomes an alarm. `deadBand`: how
 * far back within the limit ends it. `sameAlarmMs`: for so long after that the same rule continues the same alarm.
 */
export type Damping = { persistence: Persistence; deadBand: number; sameAlarmMs: number }

const atOnce: Persistence = { repeats: 1, lasts_seconds: 0 }

const rank: Record<AlarmSeverity, number> = { low: 0, medium: 1, high: 2 }

/**
 * What a new value of a vital means. Beyond a critical limit it is an alarm at once; beyond the other when it has been
 * so for as many values and as long as `persistence` asks. An open alarm only ever becomes more severe; it ends when
 * a value is back by the dead band, and it returns with the next value that is not in order while nobody has seen it, or
 * within `sameAlarmMs`. A critical value that returns is silent no longer, whoever had acknowledged or snoozed it.
 */
export function decideOnValue(
  watched: Watched,
  vital: LimitedVital,
  limits: Limits | undefined,
  damping: Damping,
  value: Value,
): Decision[] {
  const breach = limits && breachOf(value.value, limits)
  if (!breach && watched.open.size === 0 && watched.breaches.size === 0) return []
  return alarmBounds.flatMap((bound) => {
    const rule = `${vital}-${bound}` as const
    if (breach?.bound === bound) {
      const severity = breach.isCritical ? 'high' : 'medium'
      return decideOnBreach(watched, rule, value, { ...breach, severity }, damping)
    }
    const isBack = !limits || isRecovered(value.value, bound, limits, damping.deadBand)
    return isBack ? decideOnOrder(watched, rule, value) : decideInDeadBand(watched, rule, value)
  })
}

/**
 * What another value of the very instant of the newest means. Nobody can say which of the two is true: one beyond a
 * critical limit is an alarm, one in order ends none, and they are not two in a row.
 */
export function decideOnTied(
  watched: Watched,
  vital: LimitedVital,
  limits: Limits | undefined,
  damping: Damping,
  value: Value,
): Decision[] {
  const breach = limits && breachOf(value.value, limits)
  if (!breach?.isCritical) return []
  const rule = `${vital}-${breach.bound}` as const
  return decideOnBreach(watched, rule, value, { ...breach, severity: 'high' }, damping)
}

/** What a new early-warning score means: how urgent it is, with the limit that it reached, or that it is in order. */
export function decideOnScore(
  watched: Watched,
  value: Value,
  urgent: { severity: AlarmSeverity; limit: number | null } | undefined,
  sameAlarmMs: number,
): Decision[] {
  if (!urgent) return decideOnOrder(watched, 'news2', value)
  const damping = { persistence: atOnce, deadBand: 0, sameAlarmMs }
  return decideOnBreach(
    watched,
    'news2',
    value,
    { ...urgent, isCritical: urgent.severity === 'high' },
    damping,
  )
}

type Broken = { severity: AlarmSeverity; limit: number | null; isCritical: boolean }

function decideOnBreach(
  watched: Watched,
  rule: AlarmRule,
  value: Value,
  broken: Broken,
  { persistence, sameAlarmMs }: Damping,
): Decision[] {
  const { severity, limit, isCritical } = broken
  const alarm = watched.open.get(rule)
  if (alarm) return [decideOnKnown(alarm, rule, value, broken, sameAlarmMs)]
  const before = watched.breaches.get(rule)
  const breach = { times: (before?.times ?? 0) + 1, since: before?.since ?? value.at }
  const hasLasted =
    breach.times >= persistence.repeats && value.at - breach.since >= persistence.lasts_seconds * 1000
  if (!isCritical && !hasLasted) {
    watched.breaches.set(rule, breach)
    return [{ act: 'remember', rule, value, breach }]
  }
  watched.breaches.delete(rule)
  const forgotten = before ? [{ act: 'forget', rule, value } as const] : []
  const recovered = watched.recovered.get(rule)
  if (recovered && isSoonAfter(recovered, value, sameAlarmMs)) {
    watched.recovered.delete(rule)
    watched.open.set(rule, recovered)
    return [...forgotten, decideOnKnown(recovered, rule, value, broken, sameAlarmMs)]
  }
  const raised = {
    id: watched.newId(),
    rule,
    severity,
    lastAt: value.at,
    endedAt: null,
    isAcknowledged: false,
    isSnoozed: false,
  }
  watched.open.set(rule, raised)
  return [...forgotten, { act: 'raise', rule, value, alarm: raised, severity, limit }]
}

/** What a value out of order means for an alarm that is open, or was a moment ago. */
function decideOnKnown(
  alarm: OpenAlarm,
  rule: AlarmRule,
  value: Value,
  { severity, limit, isCritical }: Broken,
  sameAlarmMs: number,
): Decision {
  alarm.lastAt = Math.max(alarm.lastAt, value.at)
  if (rank[severity] > rank[alarm.severity]) {
    Object.assign(alarm, { severity, endedAt: null, isAcknowledged: false, isSnoozed: false })
    return { act: 'worsen', rule, value, alarm, severity, limit }
  }
  if (alarm.endedAt === null) return { act: 'follow', rule, value, alarm }
  const isSilent = alarm.isAcknowledged || alarm.isSnoozed
  const isNews = !isSoonAfter(alarm, value, sameAlarmMs) || (isCritical && isSilent)
  Object.assign(alarm, { endedAt: null, ...(isNews && { isAcknowledged: false, isSnoozed: false }) })
  return { act: 'return', rule, value, alarm, severity: alarm.severity, isNews }
}

function isSoonAfter({ endedAt }: OpenAlarm, { at }: Value, sameAlarmMs: number): boolean {
  return endedAt !== null && at - endedAt <= sameAlarmMs
}

/** Within its limit, and not so far that an alarm ends; one that had ended before does not return with it. */
function decideInDeadBand(watched: Watched, rule: AlarmRule, value: Value): Decision[] {
  const alarm = watched.open.get(rule)
  if (alarm?.endedAt !== null) return decideOnOrder(watched, rule, value)
  alarm.lastAt = Math.max(alarm.lastAt, value.at)
  return [{ act: 'follow', rule, value, alarm }]
}

/** One that was measured before the last value out of order, and came later than it, says nothing of the alarm. */
function decideOnOrder(watched: Watched, rule: AlarmRule, value: Value): Decision[] {
  if (value.at < (watched.open.get(rule)?.lastAt ?? value.at)) return []
  const decisions: Decision[] = []
  if (watched.breaches.delete(rule)) decisions.push({ act: 'forget', rule, value })
  const alarm = watched.open.get(rule)
  if (!alarm) return decisions
  // One that ended and was seen since is ended again, which clears it.
  const isOver = alarm.endedAt !== null
  decisions.push({ act: isOver && staysUntilSeen(alarm) ? 'follow' : 'end', rule, value, alarm })
  alarm.endedAt ??= value.at
  if (!staysUntilSeen(alarm)) {
    watched.open.delete(rule)
    watched.recovered.set(rule, alarm)
  }
  return decisions
}

/** What was of high severity stays on the screens until somebody has seen it, though it is over. */
export function staysUntilSeen({ severity, isAcknowledged }: OpenAlarm): boolean {
  return severity === 'high' && !isAcknowledged
}
