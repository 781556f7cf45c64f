import { expect, test } from 'vitest'
import { readColumnValue } from './column-value.ts'

const adult = { date_of_birth: '1950-01-01', spo2_scale: 1, height: null } as never
const read = (values: object) => readColumnValue('gcs', values, adult, '2026-11-05')?.text

test('a coma scale without a total shows the parts that were tested in its place', () => {
  expect(read({ gcs: 15, gcs_eye: 4, gcs_verbal: 5, gcs_motor: 6 })).toBe('15')
  expect(read({ gcs_verbal: 5, gcs_motor: 6 })).toBe('E-V5M6')
  expect(read({})).toBeUndefined()
})

test('a computed mean pressure is judged before it is rounded, one of a device as it is', () => {
  const readMean = (values: object) => readColumnValue('map', values, adult, '2026-11-05')
  expect(readMean({ systolic: 94, diastolic: 50 })).toMatchObject({ text: '65', meaning: { level: 'low' } })
  expect(readMean({ systolic: 95, diastolic: 50 })).toMatchObject({
    text: '65',
    meaning: { level: 'normal' },
  })
  expect(readMean({ systolic: 94, diastolic: 50, map: 65 })).toMatchObject({ meaning: { level: 'normal' } })
})

test('what a meter shows in place of a glucose is written as it shows it', () => {
  expect(readColumnValue('blood_glucose', { beyond: 'below' }, adult, '2026-11-05')?.text).toBe('LO')
})
