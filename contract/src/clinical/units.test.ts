import { expect, test } from 'vitest'
import { convertFromSi, type SiName, siUnits, toSi } from './units.ts'

test.each([
  ['blood_glucose', 7, 126.1],
  ['blood_glucose', 3, 54.1],
  ['cholesterol', 5.17, 199.9],
  ['ldl', 2.59, 100.2],
  ['hdl', 1.03, 39.8],
  ['triglyceride', 1.7, 150.6],
  ['creatinine', 88.42, 1],
  ['uric_acid', 416, 7],
  ['bun', 7.1, 19.9],
] as const)('%s: %f of the SI unit is %f mg/dL', (name, si, mgPerDl) => {
  expect(convertFromSi(name, si)).toBeCloseTo(mgPerDl, 1)
})

test('converting there and back gives the same value', () => {
  for (const name of Object.keys(siUnits) as SiName[])
    expect(toSi(name, convertFromSi(name, 12.3))).toBeCloseTo(12.3, 9)
})
