import { expect, test } from 'vitest'
import { formatTypedDate, getDateProblem, parseTypedDate } from './typed-date.ts'

test.each([
  ['5/11/2026', '2026-11-05'],
  ['05-11-2569', '2026-11-05'],
  ['05112569', '2026-11-05'],
  ['๕/๑๑/๒๕๖๙', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  [' 29.02.2567 ', '2024-02-29'],
  ['1/1/1980', '1980-01-01'],
])('%s is the date %s', (typed, date) => {
  expect(parseTypedDate(typed)).toBe(date)
})

test.each(['', '5/11', '31/02/2569', '29/02/2566', '1/13/2026', '5/11/69', 'yesterday', '0/1/2026'])(
  '%j is no date',
  (typed) => {
    expect(parseTypedDate(typed)).toBeUndefined()
  },
)

test.each([
  ['31/02/2569', 'date-no-such-day'],
  ['๒๙/๐๒/๒๕๖๖', 'date-no-such-day'],
  ['2026-13-01', 'date-no-such-day'],
  ['31042026', 'date-no-such-day'],
  ['5/11/69', 'date-invalid'],
  ['yesterday', 'date-invalid'],
])('%s is refused for what is wrong with it: %s', (typed, problem) => {
  expect(getDateProblem(typed)).toBe(problem)
})

test('a date is shown in the era of the language, and invalid text as typed', () => {
  expect(formatTypedDate('2026-11-05', 'th')).toBe('05/11/2569')
  expect(formatTypedDate('2026-11-05', 'en')).toBe('05/11/2026')
  expect(formatTypedDate('31/02/2569', 'th')).toBe('31/02/2569')
})
