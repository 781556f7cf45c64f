import {
  type AlarmRule,
  type AlarmScore,
  type AlarmSeverity,
  alarmBounds,
  detectBreach,
  isRecovered,
  type LimitedVital,
  type Limits,
  type Persistence,
  toLimitRule,
} from 'contract'

/**
 * What the next value needs to know about an alarm. `lastAt`: when the last value that kept it open was measured.
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

/** Values beyond a limit that are not an alarm yet: how many in a row, and since when (milliseconds). */
export type Breach = { times: number; since: number }

/** The state of a patient's alarms when a value arrives; updated by each decision. */
export type AlarmState = {
  open: Map<AlarmRule, OpenAlarm>
  /** The newest alarm of each rule that a normal value has cleared. */
  recovered: Map<AlarmRule, OpenAlarm>
  breaches: Map<AlarmRule, Breach>
  newId: () => string
}

/**
 * A value of one vital at an instant (milliseconds). `second` is the diastolic pressure; `score` has the parts of an
 * early-warning score, to be shown with it.
 */
export type Value = {
  value: number
  second: number | null
  at: number
  deviceId: string | null
  score?: AlarmScore
}

/** The number is null if no value is left: the last one was wrong. */
export type LastValue = Omit<Value, 'value'> & { value: number | null }

type DecisionAct<Name, More> = Name extends string
  ? { act: Name; rule: AlarmRule; value: Value } & More
  : never

export type Decision =
  | DecisionAct<'raise' | 'worsen', { alarm: OpenAlarm; severity: AlarmSeverity; limit: number | null }>
  /**
   * The ended alarm continues, with the value and limit for which it was raised. `isNews`: people are notified, and
   * must acknowledge it again.
   */
  | DecisionAct<'return', { alarm: OpenAlarm; severity: AlarmSeverity; isNews: boolean }>
  /** The open alarm has another value. */
  | DecisionAct<'update', { alarm: OpenAlarm }>
  /** Its cause is over. `isCleared`: it leaves the screens, since nobody has to acknowledge it any more. */
  | { act: 'end'; rule: AlarmRule; value: LastValue; alarm: OpenAlarm; isCleared: boolean }
  /** A value beyond a limit that is not an alarm yet. */
  | DecisionAct<'count-breach', { breach: Breach }>
  /** The breach is not counted on: it became an alarm, or a normal value came in between. */
  | DecisionAct<'end-breach', unknown>

/**
 * Prevents many alarms from one wavering value. `persistence`: when a breach becomes an alarm. `deadBand`: how far
 * within the limit a value must be to end it. `sameAlarmMs`: for how long after its end a breach continues the same
 * alarm.
 */
export type Damping = { persistence: Persistence; deadBand: number; sameAlarmMs: number }

/** How a vital sign of a patient is monitored. Without limits no value of it is an alarm. */
export type Monitoring = { vital: LimitedVital; limits: Limits | undefined; damping: Damping }

/** A value that needs no second one. */
export const immediatePersistence: Persistence = { repeats: 1, lasts_seconds: 0 }

const severityRank: Record<AlarmSeverity, number> = { low: 0, medium: 1, high: 2 }

/**
 * Evaluates a new value of a vital. Beyond a critical limit it is an alarm at once; beyond the other limit after as
 * many values and as long as `persistence` asks. An open alarm only becomes more severe. It ends when a value is back
 * by the dead band. It returns with the next abnormal value while nobody has acknowledged it, or within `sameAlarmMs`.
 * A critical value that returns sounds again, even if the alarm was acknowledged or snoozed.
 */
export function decideOnValue(
  state: AlarmState,
  { vital, limits, damping }: Monitoring,
  value: Value,
): Decision[] {
  const breach = limits && detectBreach(value.value, limits)
  if (!breach && state.open.size === 0 && state.breaches.size === 0) return []
  return alarmBounds.flatMap((bound) => {
    const rule = toLimitRule(vital, bound)
    if (breach?.bound === bound) {
      const severity = breach.isCritical ? 'high' : 'medium'
      return decideOnBreach(state, value, { ...breach, rule, severity }, damping)
    }
    const isBack = !limits || isRecovered(value.value, bound, limits, damping.deadBand)
    return isBack ? decideOnNormal(state, rule, value) : decideInDeadBand(state, rule, value)
  })
}

/**
 * Evaluates another value with the same time as the newest one. Nobody can say which of the two is true: a critical one
 * is an alarm, a normal one ends none, and they do not count as two in a row.
 */
export function decideOnTiedValue(
  state: AlarmState,
  { vital, limits, damping }: Monitoring,
  value: Value,
): Decision[] {
  const breach = limits && detectBreach(value.value, limits)
  if (!breach?.isCritical) return []
  const rule = toLimitRule(vital, breach.bound)
  return decideOnBreach(state, value, { ...breach, rule, severity: 'high' }, damping)
}

/** Evaluates a new early-warning score: its severity with the limit that it reached, or that it is normal. */
export function decideOnScore(
  state: AlarmState,
  value: Value,
  urgent: { severity: AlarmSeverity; limit: number | null } | undefined,
  sameAlarmMs: number,
): Decision[] {
  if (!urgent) return decideOnNormal(state, 'news2', value)
  const damping = { persistence: immediatePersistence, deadBand: 0, sameAlarmMs }
  const broken: BrokenLimit = { ...urgent, rule: 'news2', isCritical: urgent.severity === 'high' }
  return decideOnBreach(state, value, broken, damping)
}

/** Evaluates that the last value of an open alarm was wrong, as is known at an instant, and that none is left. */
export function decideOnNoValue(alarm: OpenAlarm, at: number): Decision[] {
  const isCleared = !staysUntilSeen(alarm)
  if (alarm.endedAt !== null && !isCleared) return []
  const value = { value: null, second: null, at, deviceId: null }
  return [{ act: 'end', rule: alarm.rule, value, alarm, isCleared }]
}

type BrokenLimit = { rule: AlarmRule; severity: AlarmSeverity; limit: number | null; isCritical: boolean }

function decideOnBreach(
  state: AlarmState,
  value: Value,
  broken: BrokenLimit,
  { persistence, sameAlarmMs }: Damping,
): Decision[] {
  const { rule, severity, limit, isCritical } = broken
  const alarm = state.open.get(rule)
  if (alarm) return [decideOnOpenAlarm(alarm, value, broken, sameAlarmMs)]
  const before = state.breaches.get(rule)
  const breach = { times: (before?.times ?? 0) + 1, since: before?.since ?? value.at }
  const hasLasted =
    breach.times >= persistence.repeats && value.at - breach.since >= persistence.lasts_seconds * 1000
  if (!isCritical && !hasLasted) {
    state.breaches.set(rule, breach)
    return [{ act: 'count-breach', rule, value, breach }]
  }
  state.breaches.delete(rule)
  const ended = before ? [{ act: 'end-breach', rule, value } as const] : []
  const recovered = state.recovered.get(rule)
  if (recovered && hasJustEnded(recovered, value, sameAlarmMs)) {
    state.recovered.delete(rule)
    state.open.set(rule, recovered)
    return [...ended, decideOnOpenAlarm(recovered, value, broken, sameAlarmMs)]
  }
  const raised = {
    id: state.newId(),
    rule,
    severity,
    lastAt: value.at,
    endedAt: null,
    isAcknowledged: false,
    isSnoozed: false,
  }
  state.open.set(rule, raised)
  return [...ended, { act: 'raise', rule, value, alarm: raised, severity, limit }]
}

/** Evaluates an abnormal value for an alarm that is open, or was until a moment ago. */
function decideOnOpenAlarm(
  alarm: OpenAlarm,
  value: Value,
  { rule, severity, limit, isCritical }: BrokenLimit,
  sameAlarmMs: number,
): Decision {
  alarm.lastAt = Math.max(alarm.lastAt, value.at)
  if (severityRank[severity] > severityRank[alarm.severity]) {
    Object.assign(alarm, { severity, endedAt: null, isAcknowledged: false, isSnoozed: false })
    return { act: 'worsen', rule, value, alarm, severity, limit }
  }
  if (alarm.endedAt === null) return { act: 'update', rule, value, alarm }
  const isSilent = alarm.isAcknowledged || alarm.isSnoozed
  const isNews = !hasJustEnded(alarm, value, sameAlarmMs) || (isCritical && isSilent)
  Object.assign(alarm, { endedAt: null, ...(isNews && { isAcknowledged: false, isSnoozed: false }) })
  return { act: 'return', rule, value, alarm, severity: alarm.severity, isNews }
}

/** Whether an alarm ended so shortly before a value that the value continues it. */
function hasJustEnded({ endedAt }: OpenAlarm, { at }: Value, sameAlarmMs: number): boolean {
  return endedAt !== null && at - endedAt <= sameAlarmMs
}

/** A value within its limit, but not far enough to end an alarm; an alarm that ended before does not return with it. */
function decideInDeadBand(state: AlarmState, rule: AlarmRule, value: Value): Decision[] {
  const alarm = state.open.get(rule)
  if (alarm?.endedAt !== null) return decideOnNormal(state, rule, value)
  alarm.lastAt = Math.max(alarm.lastAt, value.at)
  return [{ act: 'update', rule, value, alarm }]
}

/** A normal value that was measured before the last abnormal one, but arrived later, does not change the alarm. */
function decideOnNormal(state: AlarmState, rule: AlarmRule, value: Value): Decision[] {
  if (value.at < (state.open.get(rule)?.lastAt ?? value.at)) return []
  const decisions: Decision[] = []
  if (state.breaches.delete(rule)) decisions.push({ act: 'end-breach', rule, value })
  const alarm = state.open.get(rule)
  if (!alarm) return decisions
  // An alarm that ended and was acknowledged since is ended again, which clears it.
  const isCleared = !staysUntilSeen(alarm)
  const isNewlyOver = alarm.endedAt === null || isCleared
  decisions.push(
    isNewlyOver ? { act: 'end', rule, value, alarm, isCleared } : { act: 'update', rule, value, alarm },
  )
  alarm.endedAt ??= value.at
  if (isCleared) {
    state.open.delete(rule)
    state.recovered.set(rule, alarm)
  }
  return decisions
}

/** An alarm of high severity stays on the screens until somebody has acknowledged it, even if it is over. */
function staysUntilSeen({ severity, isAcknowledged }: OpenAlarm): boolean {
  return severity === 'high' && !isAcknowledged
}
