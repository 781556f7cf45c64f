import { expect, test } from 'vitest'
import { computeMeanArterialPressure } from './map.ts'

test.each([
  [120, 80, 93.333],
  [92, 40, 57.333],
  [90, 60, 70],
  [90, 52, 64.667],
])('the mean of %i over %i is %f', (systolic, diastolic, mean) => {
  expect(computeMeanArterialPressure(systolic, diastolic)).toBeCloseTo(mean, 3)
})
