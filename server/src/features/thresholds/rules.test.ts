import type { Thresholds } from 'contract'
import { expect, test } from 'vitest'
import { standardThresholds } from '../../bedside/alarms/alarm-state.ts'
import { diffThresholds } from './rules.ts'

/** As parsed from JSON: bands that share a value share no object. */
const copy = (thresholds: Thresholds): Thresholds => JSON.parse(JSON.stringify(thresholds))
const before = copy(standardThresholds)

test('a difference is listed by its path, with the value before and after', () => {
  const after = copy(before)
  after.limits.adult.spo2.low = 94
  after.limits.infant.map.high = 80
  after.persistence.pulse.repeats = 3
  after.times.retention_months = 24
  expect(diffThresholds(before, after)).toEqual([
    { path: 'limits.infant.map.high', from: null, to: 80 },
    { path: 'limits.adult.spo2.low', from: 92, to: 94 },
    { path: 'persistence.pulse.repeats', from: 2, to: 3 },
    { path: 'times.retention_months', from: null, to: 24 },
  ])
  expect(diffThresholds(after, before)).toContainEqual({ path: 'times.retention_months', from: 24, to: null })
})

test('equal values are no change', () => {
  expect(diffThresholds(before, copy(before))).toEqual([])
})
