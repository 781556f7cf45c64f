import { expect, test } from 'vitest'
import { formatQuery } from '../../../ui/list/query-codec.ts'
import { type PatientListView, patientListQuery } from './list-query.ts'

const ward = '01890000-0000-7000-8000-000000000001'

const { text, ...everything }: PatientListView = {
  text: 'สมชาย',
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
const parse = (query: string) => patientListQuery.parse(new URLSearchParams(query))

test('a written URL query is read back unchanged', () => {
  expect(parse(formatQuery(patientListQuery, everything))).toEqual(everything)
})

test('the default list has an empty URL query', () => {
  expect(formatQuery(patientListQuery, parse(''))).toBe('')
})

test('an invalid URL query still opens the list', () => {
  const nonsense = 'field=shoe&stay=maybe&ward=1&triage=BLUE&sex=x&device=off&sort=-shoe&page=-3&size=7'
  expect(formatQuery(patientListQuery, parse(nonsense))).toBe('')
})

test('the search text is never part of the URL', () => {
  expect(
    decodeURIComponent(formatQuery(patientListQuery, { ...everything, text } as typeof everything)),
  ).not.toContain(text)
})
