import { expect, test } from 'vitest'
import { computeChange } from './rules.ts'

test('a value changes only by more than it fluctuates while nothing changes', () => {
  const from = (before: number, value: number) => computeChange('spo2', { value: before }, { value })
  expect([from(97, 96), from(97, 95), from(90, 92), from(90, 90)]).toEqual(['same', 'down', 'up', 'same'])
  expect(computeChange('blood_pressure', { value: 120 }, { value: 125 })).toBe('up')
})
