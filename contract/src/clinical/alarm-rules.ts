import { type AlarmBound, alarmBounds, type LimitedVital, limitedVitals } from './limits.ts'

/**
 * What can raise an alarm, by family. A patient has at most one open alarm of each rule: when the value worsens, the
 * severity of that alarm rises.
 *
 * - `limit`: a vital sign is below its low limit or above its high one.
 * - `score`: the early-warning score is high.
 * - `emergency`: a fall or a call for help. Only a person can clear such an alarm, stating what they found and did; it
 *   never clears by itself. The rule has the name of the reading that raises it.
 * - `unit`: a meter sent a glucose without its unit, and it is critical in one of the possible units. The
 *   `value` of the alarm is the number as sent.
 * - `inbound`: a crew brings somebody whom it calls red, and nobody in the emergency room has acknowledged it.
 * - `device`: the device sends no values, runs low, or is not heard at all.
 */
export const alarmRulesByFamily = {
  limit: limitedVitals.flatMap((vital) => alarmBounds.map((bound) => toLimitRule(vital, bound))),
  score: ['news2'],
  emergency: ['fall', 'sos'],
  unit: ['glucose-unit'],
  inbound: ['pre-alert'],
  device: ['no-data', 'battery', 'gone'],
} as const

export type AlarmFamily = keyof typeof alarmRulesByFamily
export type AlarmRule<Family extends AlarmFamily = AlarmFamily> = (typeof alarmRulesByFamily)[Family][number]

export const alarmRules: readonly AlarmRule[] = Object.values(alarmRulesByFamily).flat()

export function listAlarmRules(...families: readonly AlarmFamily[]): AlarmRule[] {
  return families.flatMap((family) => [...alarmRulesByFamily[family]])
}

export function isRuleInFamily<Family extends AlarmFamily>(
  family: Family,
  rule: string,
): rule is AlarmRule<Family> {
  const rules: readonly string[] = alarmRulesByFamily[family]
  return rules.includes(rule)
}

export function toLimitRule<Vital extends LimitedVital, Bound extends AlarmBound>(
  vital: Vital,
  bound: Bound,
) {
  return `${vital}-${bound}` as const
}

const limitsByRule = new Map<string, { vital: LimitedVital; bound: AlarmBound }>(
  limitedVitals.flatMap((vital) =>
    alarmBounds.map((bound) => [toLimitRule(vital, bound), { vital, bound }] as const),
  ),
)

/** The limit that a rule checks; undefined for rules of any other family. */
export function findRuleLimit(rule: string): { vital: LimitedVital; bound: AlarmBound } | undefined {
  return limitsByRule.get(rule)
}
