import {
  type AlarmRule,
  type AlarmSeverity,
  alarmBounds,
  breachOf,
  type LimitedVital,
  type Limits,
  type Persistence,
} from 'contract'

/** An alarm that is not cleared, as far as the next value needs to know it. */
export type OpenAlarm = {
  id: string
  rule: AlarmRule
  severity: AlarmSeverity
  isEnded: boolean
  isAcknowledged: boolean
}

/** A value out of its limits that is not yet an alarm: how often in a row, and since when (milliseconds). */
export type Breach = { times: number; since: number }

/** What is known of a patient when a value comes; it is brought up to date as decisions are made. */
export type Watched = {
  open: Map<AlarmRule, OpenAlarm>
  breaches: Map<AlarmRule, Breach>
  newId: () => string
}

/** A value of one vital at an instant (milliseconds). `second` is the diastolic pressure, to be shown with it. */
export type Value = { value: number; second: number | null; at: number; deviceId: string | null }

type Act<Name, More> = Name extends string ? { act: Name; rule: AlarmRule; value: Value } & More : never

export type Decision =
  | Act<'raise' | 'worsen', { alarm: OpenAlarm; severity: AlarmSeverity; limit: number }>
  /** `isMilder`: the alarm goes on showing the value and limit that made it as severe as it is. */
  | Act<'return', { alarm: OpenAlarm; severity: AlarmSeverity; limit: number; isMilder: boolean }>
  | Act<'follow' | 'end', { alarm: OpenAlarm }>
  | Act<'remember', { breach: Breach }>
  | Act<'forget', unknown>

const atOnce: Persistence = { repeats: 1, lasts_seconds: 0 }

const rank: Record<AlarmSeverity, number> = { low: 0, medium: 1, high: 2 }

/**
 * What a new value of a vital means. Beyond a critical limit it is an alarm at once; beyond the other when it has been
 * so for as many values and as long as `persistence` asks. An open alarm only ever becomes more severe; it ends when
 * a value is in order again, and while nobody has seen it, it returns with the next value that is not.
 */
export function decideOnValue(
  watched: Watched,
  vital: LimitedVital,
  limits: Limits | undefined,
  persistence: Persistence,
  value: Value,
): Decision[] {
  const breach = limits && breachOf(value.value, limits)
  if (!breach && watched.open.size === 0 && watched.breaches.size === 0) return []
  return alarmBounds.flatMap((bound) => {
    const rule = `${vital}-${bound}` as const
    if (breach?.bound !== bound) return decideOnOrder(watched, rule, value)
    const severity = breach.isCritical ? 'high' : 'medium'
    return decideOnBreach(watched, rule, value, severity, breach.limit, breach.isCritical, persistence)
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
  value: Value,
): Decision[] {
  const breach = limits && breachOf(value.value, limits)
  if (!breach?.isCritical) return []
  const rule = `${vital}-${breach.bound}` as const
  return decideOnBreach(watched, rule, value, 'high', breach.limit, true, atOnce)
}

/** What a new early-warning score means: of `severity`, or in order when that is undefined. */
export function decideOnScore(
  watched: Watched,
  value: Value,
  severity: AlarmSeverity | undefined,
  limit: number,
): Decision[] {
  if (!severity) return decideOnOrder(watched, 'news2', value)
  return decideOnBreach(watched, 'news2', value, severity, limit, true, atOnce)
}

function decideOnBreach(
  watched: Watched,
  rule: AlarmRule,
  value: Value,
  severity: AlarmSeverity,
  limit: number,
  isAtOnce: boolean,
  persistence: Persistence,
): Decision[] {
  const alarm = watched.open.get(rule)
  if (alarm) {
    if (rank[severity] > rank[alarm.severity]) {
      Object.assign(alarm, { severity, isEnded: false, isAcknowledged: false })
      return [{ act: 'worsen', rule, value, alarm, severity, limit }]
    }
    if (alarm.isEnded) {
      Object.assign(alarm, { isEnded: false, isAcknowledged: false })
      const isMilder = severity !== alarm.severity
      return [{ act: 'return', rule, value, alarm, severity: alarm.severity, limit, isMilder }]
    }
    return [{ act: 'follow', rule, value, alarm }]
  }
  const before = watched.breaches.get(rule)
  const breach = { times: (before?.times ?? 0) + 1, since: before?.since ?? value.at }
  const hasLasted =
    breach.times >= persistence.repeats && value.at - breach.since >= persistence.lasts_seconds * 1000
  if (!isAtOnce && !hasLasted) {
    watched.breaches.set(rule, breach)
    return [{ act: 'remember', rule, value, breach }]
  }
  watched.breaches.delete(rule)
  const raised = { id: watched.newId(), rule, severity, isEnded: false, isAcknowledged: false }
  watched.open.set(rule, raised)
  return [
    ...(before ? [{ act: 'forget', rule, value } as const] : []),
    { act: 'raise', rule, value, alarm: raised, severity, limit },
  ]
}

function decideOnOrder(watched: Watched, rule: AlarmRule, value: Value): Decision[] {
  const decisions: Decision[] = []
  if (watched.breaches.delete(rule)) decisions.push({ act: 'forget', rule, value })
  const alarm = watched.open.get(rule)
  if (!alarm) return decisions
  // One that ended and was seen since is ended again, which clears it.
  decisions.push({ act: alarm.isEnded && staysUntilSeen(alarm) ? 'follow' : 'end', rule, value, alarm })
  alarm.isEnded = true
  if (!staysUntilSeen(alarm)) watched.open.delete(rule)
  return decisions
}

/** What was of high severity stays on the screens until somebody has seen it, though it is over. */
export function staysUntilSeen({ severity, isAcknowledged }: OpenAlarm): boolean {
  return severity === 'high' && !isAcknowledged
}
