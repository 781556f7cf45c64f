import {
  limitedVitals,
  standardDeadBands,
  standardLimits,
  standardPersistence,
  standardTimes,
  type Thresholds,
} from 'contract'
import { expect, test } from 'vitest'
import { findThresholdProblems, flattenNumbers, parseNumberPath, replaceNumbers } from './rules.ts'

const standard: Thresholds = {
  limits: standardLimits,
  persistence: standardPersistence,
  dead_bands: standardDeadBands,
  times: standardTimes,
}
const numbers = flattenNumbers(standard)

test('every number has a path that can be put into words', () => {
  expect(Object.keys(numbers)).toHaveLength(limitedVitals.length * (5 * 4 + 3) + 26)
  expect(numbers['limits.adult.spo2.low']).toBe(92)
  for (const path of Object.keys(numbers)) expect(parseNumberPath(path), path).toBeDefined()
  expect(parseNumberPath('limits.adult.mood.low')).toBeUndefined()
})

test('changed numbers are put in their place, and the original thresholds stay unchanged', () => {
  const changed = replaceNumbers(standard, { 'limits.adult.spo2.low': 93, 'times.retention_months': 24 })
  expect(changed.limits.adult.spo2.low).toBe(93)
  expect(changed.times.retention_months).toBe(24)
  expect(standardLimits.adult.spo2.low).toBe(92)
  expect(flattenNumbers(changed)).toEqual({
    ...numbers,
    'limits.adult.spo2.low': 93,
    'times.retention_months': 24,
  })
})

test('a problem is reported at its number', () => {
  expect(findThresholdProblems(standard)).toEqual({})
  const wrong = replaceNumbers(standard, {
    'limits.adult.pulse.high': 140,
    'persistence.spo2.repeats': 11,
    'times.gone_minutes': null,
    'times.retention_months': null,
  })
  expect(findThresholdProblems(wrong)).toEqual({
    'limits.adult.pulse.critical_high': 'limits-out-of-order',
    'persistence.spo2.repeats': 'number-range',
    'times.gone_minutes': 'field-required',
  })
})
