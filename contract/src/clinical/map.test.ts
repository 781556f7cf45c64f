import { expect, test } from 'vitest'
import { computeMeanArterialPressure } from './map.ts'

test.each([
  [120, 80, 93],
  [92, 40, 57],
  [90, 60, 70],
  [100, 50, 67],
])('the mean of %i over %i is %i', (systolic, diastolic, mean) => {
  expect(computeMeanArterialPressure(systolic, diastolic)).toBe(mean)
})
