import {
  type AlarmRule,
  type AlarmSeverity,
  type alarmOutcomes,
  alarmRules,
  alarmSeverities,
  detectBreach,
  type FieldProblem,
  findNearestRank,
  isRuleInFamily,
  type LimitBound,
  type LimitedVital,
  type Limits,
  listDroppedBounds,
  maxHighSnoozeMinutes,
  maxOffDays,
  type NotifySetting,
  standardOffHours,
  toLimitRule,
} from 'contract'

const hourMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

export function isMoreSevere(severity: AlarmSeverity, than: AlarmSeverity): boolean {
  return alarmSeverities.indexOf(severity) < alarmSeverities.indexOf(than)
}

export function validateSnooze(severity: string, minutes: number): FieldProblem[] {
  const isTooLong = severity === 'high' && minutes > maxHighSnoozeMinutes
  return isTooLong ? [{ field: 'minutes', message: 'snooze-too-long' }] : []
}

type Clearing = { outcome: (typeof alarmOutcomes)[number] | null; note: string | null }

/** A person who closes an alarm must state the outcome or a note, unless the alarm ended by itself. */
export function validateClearing(
  { rule, ended_at }: { rule: string; ended_at: string | null },
  { outcome, note }: Clearing,
): FieldProblem[] {
  if (isRuleInFamily('emergency', rule))
    return outcome === null ? [{ field: 'outcome', message: 'field-required' }] : []
  return ended_at === null && note === null ? [{ field: 'note', message: 'field-required' }] : []
}

type NotifySettingDraft = Pick<NotifySetting, 'mode' | 'limits' | 'reason' | 'until'>

/** The limits of the hospital that a patient's own limits switch off. */
export function listOffBounds(
  { mode, limits }: Pick<NotifySettingDraft, 'mode' | 'limits'>,
  standard: Limits,
): LimitBound[] {
  return mode === 'own' && limits ? listDroppedBounds(limits, standard) : []
}

/**
 * What the schema cannot know: which settings need the reason that all share, and whether they end in time. Own
 * limits that drop a limit of the hospital need what `disabled` does, and no end is chosen for them.
 */
export function validateNotifySettings(
  settings: readonly (NotifySettingDraft & { vital: LimitedVital; offBounds: readonly LimitBound[] })[],
  now: string,
): FieldProblem[] {
  const isOff = ({ mode, offBounds }: (typeof settings)[number]) =>
    mode === 'disabled' || offBounds.length > 0
  const isReasonMissing = settings.some((one) => isOff(one) && one.reason === null)
  const ends = settings.flatMap((one) => {
    const { vital, mode, until, offBounds } = one
    if (mode === 'default') return []
    const message =
      until === null
        ? offBounds.length > 0 && 'off-without-end'
        : findEndProblem(isOff(one), Date.parse(until), Date.parse(now))
    return message ? [{ field: `settings.${vital}.until`, message }] : []
  })
  return [...(isReasonMissing ? [{ field: 'reason', message: 'reason-required' }] : []), ...ends]
}

function findEndProblem(isOff: boolean, untilMs: number, nowMs: number) {
  if (untilMs <= nowMs) return 'date-in-past'
  return isOff && untilMs > nowMs + maxOffDays * dayMs ? 'off-too-long' : undefined
}

/**
 * The stored form of a setting: limits only in the mode `own`, an end only if the setting is not the default.
 * `disabled` always gets an end.
 */
export function toStoredSetting(
  { mode, limits, reason, until }: NotifySettingDraft,
  now: string,
): NotifySettingDraft {
  const computeOffEnd = () => new Date(Date.parse(now) + standardOffHours * hourMs).toISOString()
  return {
    mode,
    limits: mode === 'own' ? limits : null,
    reason,
    until: mode === 'default' ? null : (until ?? (mode === 'disabled' ? computeOffEnd() : null)),
  }
}

/** A setting that has expired counts as the standard again. */
export function isInForce({ mode, until }: Pick<NotifySettingDraft, 'mode' | 'until'>, now: string): boolean {
  return mode !== 'default' && (until === null || Date.parse(until) > Date.parse(now))
}

/** Whether the settings still justify an alarm of the vital sign; without limits none is justified. */
export function isStillJustified(
  { rule, value }: { rule: string; value: number | null },
  vital: LimitedVital,
  limits: Limits | undefined,
): boolean {
  const breach = limits && value !== null ? detectBreach(value, limits) : undefined
  return breach !== undefined && rule === toLimitRule(vital, breach.bound)
}

/** One alarm as the report counts it. `acknowledged_at` is the first acknowledgement by anybody. */
export type CountedAlarm = {
  ward_id: string | null
  rule: AlarmRule
  severity: AlarmSeverity
  raised_at: string
  acknowledged_at: string | null
  clearing: string | null
  is_escalated: boolean
}

/** The part of a span that has passed, in days, with fractions. */
export function countDaysPassed(from: string, to: string, now: string): number {
  return Math.max(Math.min(Date.parse(to), Date.parse(now)) - Date.parse(from), 0) / dayMs
}

export function computeBurden(alarms: readonly CountedAlarm[], beds: number, days: number) {
  const count = (severity: AlarmSeverity) => alarms.filter((alarm) => alarm.severity === severity).length
  const waits = alarms.flatMap(({ raised_at, acknowledged_at }) =>
    acknowledged_at === null
      ? []
      : [Math.max((Date.parse(acknowledged_at) - Date.parse(raised_at)) / 1000, 0)],
  )
  return {
    beds,
    alarms: alarms.length,
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    alarms_per_bed_day: beds > 0 && days > 0 ? alarms.length / beds / days : null,
    median_seconds_to_acknowledge: findNearestRank(waits, 0.5),
    p90_seconds_to_acknowledge: findNearestRank(waits, 0.9),
    percent_without_action: computePercentWithoutAction(alarms),
    escalated: alarms.filter(({ is_escalated }) => is_escalated).length,
  }
}

export function computeBurdenByRule(alarms: readonly CountedAlarm[]) {
  const byRule = Map.groupBy(alarms, ({ rule }) => rule)
  return alarmRules
    .flatMap((rule) => {
      const own = byRule.get(rule)
      return own
        ? [{ rule, alarms: own.length, percent_without_action: computePercentWithoutAction(own) }]
        : []
    })
    .sort((one, other) => other.alarms - one.alarms)
}

/** Percent of the cleared alarms that ended by themselves and that nobody ever acknowledged. */
function computePercentWithoutAction(alarms: readonly CountedAlarm[]): number | null {
  const cleared = alarms.filter(({ clearing }) => clearing !== null)
  if (cleared.length === 0) return null
  const untouched = cleared.filter(
    ({ clearing, acknowledged_at }) => clearing === 'recovered' && acknowledged_at === null,
  )
  return (untouched.length / cleared.length) * 100
}
