import { expect, test } from 'vitest'
import { listPossibleGlucoses, toGlucoseMgPerDl } from './glucose.ts'

test.each([
  [3.9, [70]],
  [9.99, [180]],
  [10, [10, 180]],
  [35, [35, 631]],
  [83.2, [83, 1499]],
  [83.3, [83]],
  [108, [108]],
  [0.5, []],
  [1501, []],
])('a glucose sent as %f without unit can be %j mg/dL', (told, mgPerDl) => {
  expect(listPossibleGlucoses(told).map((one) => one.mgPerDl)).toEqual(mgPerDl)
})

test('a glucose is converted from the unit in which it was sent', () => {
  expect(toGlucoseMgPerDl('mg/dL', 15.5)).toBe(16)
  expect(toGlucoseMgPerDl('mmol/L', 15.5)).toBe(279)
  expect(toGlucoseMgPerDl('mmol/L', 108)).toBeUndefined()
  expect(toGlucoseMgPerDl('mg/dL', 5.4)).toBeUndefined()
})
