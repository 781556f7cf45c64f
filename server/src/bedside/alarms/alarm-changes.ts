import { type AlarmRule, type AlarmScore, type AlarmSeverity, type AlarmTimes, findRuleLimit } from 'contract'
import { computeEscalationTime } from './escalation-levels.ts'
import type { Decision, LastValue, Value } from './evaluate-alarms.ts'

/** What several decisions together change in a stored alarm. Instants are milliseconds. */
export type AlarmChange = {
  id: string
  last: LastValue
  /** Every decision was an update: a later value may be stored already. */
  isOnlyUpdated: boolean
  worst: Value | null
  /** Whether the alarm was over and was opened again, though it may have ended anew. */
  isReopened: boolean
  endedAt: number | null
  isCleared: boolean
  /** People are notified, and must acknowledge it. `escalatesAt` is when it escalates then (ISO 8601). */
  isNews: boolean
  escalatesAt: string | null
  /** The higher severity, with the value that broke its limit. */
  worsened: { severity: AlarmSeverity; limit: number | null; value: Value; score: AlarmScore | null } | null
}

export type AlarmDecision = Exclude<Decision, { act: 'count-breach' | 'end-breach' }>

/**
 * The change of an open alarm by all decisions about it, in their order. A decision to raise an alarm is not one of
 * them.
 */
export function mergeDecisions(
  decisions: readonly AlarmDecision[],
  now: string,
  times: AlarmTimes,
): AlarmChange | undefined {
  let change: AlarmChange | undefined
  for (const one of decisions) {
    if (one.act === 'raise') continue
    change ??= {
      id: one.alarm.id,
      last: one.value,
      isOnlyUpdated: true,
      worst: null,
      isReopened: false,
      endedAt: null,
      isCleared: false,
      isNews: false,
      escalatesAt: null,
      worsened: null,
    }
    applyDecision(change, one, now, times)
  }
  return change
}

function applyDecision(
  change: AlarmChange,
  one: Exclude<AlarmDecision, { act: 'raise' }>,
  now: string,
  times: AlarmTimes,
): void {
  const { act, rule, value } = one
  if (act !== 'update' || isLastValue(change, value, now)) change.last = value
  if (act !== 'update') change.isOnlyUpdated = false
  if (act !== 'end' && (!change.worst || isWorse(rule, value, change.worst))) change.worst = value
  if (act === 'end') {
    change.endedAt ??= value.at
    change.isCleared = one.isCleared
  }
  if (act === 'worsen' || act === 'return') {
    Object.assign(change, { isReopened: true, endedAt: null, isCleared: false })
    if (act === 'worsen' || one.isNews) {
      const escalatesAt = computeEscalationTime(now, one.severity, times)
      change.isNews = true
      change.escalatesAt = pickEarlier(change.escalatesAt, escalatesAt)
    }
  }
  if (act === 'worsen')
    change.worsened = { severity: one.severity, limit: one.limit, value, score: value.score ?? null }
}

/** A stored time that is later than now is from a time when the panel's clock was ahead. */
function isLastValue({ last }: AlarmChange, { at }: Value, now: string): boolean {
  return at >= last.at || last.at > Date.parse(now)
}

function isWorse(rule: AlarmRule, { value }: Value, than: Value): boolean {
  return findRuleLimit(rule)?.bound === 'low' ? value < than.value : value > than.value
}

function pickEarlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
