import { expect, test } from 'vitest'
import { formatPatientListQuery, type PatientListParams, parsePatientListQuery } from './list-query.ts'

const ward = '01890000-0000-7000-8000-000000000001'

const everything: PatientListParams = {
  field: 'hn',
  filters: {
    in_hospital: false,
    ward: ['mine', ward],
    triage_level: ['RED', 'WHITE'],
    gender: ['female'],
    notify_status: 'disabled',
    device_status: 'none',
  },
  sort: { field: 'admit_date', order: 'desc' },
  page: 5000,
  size: 50,
}

test('a written URL query is read back unchanged', () => {
  expect(parsePatientListQuery(new URLSearchParams(formatPatientListQuery(everything)))).toEqual(everything)
})

test('the default list has an empty URL query', () => {
  expect(formatPatientListQuery(parsePatientListQuery(new URLSearchParams()))).toBe('')
})

test('an invalid URL query still opens the list', () => {
  const nonsense = 'field=shoe&stay=maybe&ward=1&triage=BLUE&sex=x&device=off&sort=-shoe&page=-3&size=7'
  expect(formatPatientListQuery(parsePatientListQuery(new URLSearchParams(nonsense)))).toBe('')
})

test('the search text is never part of the URL', () => {
  const searched = { ...everything, text: 'สมชาย' }
  expect(decodeURIComponent(formatPatientListQuery(searched))).not.toContain('สมชาย')
})
