import { expect, test } from 'vitest'
import {
  type AlarmFamily,
  alarmRules,
  alarmRulesByFamily,
  findRuleLimit,
  isRuleInFamily,
  listAlarmRules,
  toLimitRule,
} from './alarm-rules.ts'
import { alarmBounds, limitedVitals } from './limits.ts'

const families = Object.keys(alarmRulesByFamily) as AlarmFamily[]

test('every rule belongs to exactly one family', () => {
  expect(new Set(alarmRules).size).toBe(alarmRules.length)
  expect(listAlarmRules(...families)).toEqual(alarmRules)
  for (const rule of alarmRules)
    expect(families.filter((family) => isRuleInFamily(family, rule))).toHaveLength(1)
})

test('each limit of each vital sign has its rule, from which both can be read', () => {
  const limits = limitedVitals.flatMap((vital) => alarmBounds.map((bound) => ({ vital, bound })))
  expect(limits.length).toBeGreaterThanOrEqual(16)
  for (const { vital, bound } of limits) {
    expect(isRuleInFamily('limit', toLimitRule(vital, bound))).toBe(true)
    expect(findRuleLimit(toLimitRule(vital, bound))).toEqual({ vital, bound })
  }
})

test('a rule that is no limit has neither a vital sign nor a bound', () => {
  for (const rule of alarmRules.filter((one) => !isRuleInFamily('limit', one)))
    expect(findRuleLimit(rule)).toBeUndefined()
  expect(findRuleLimit('steps-low')).toBeUndefined()
})
