import { expect, test } from 'vitest'
import { type BroughtStay, findMonthEnd, suggestHospitalOutcome } from './hospital-outcome.ts'

const called_at = '2026-11-05T01:00:00.000Z'
const stay: BroughtStay = {
  an: '69-00012',
  admitted_at: '2026-11-05T03:00:00.000Z',
  discharged_at: '2026-11-08T05:00:00.000Z',
  discharge_status: 2,
  discharge_type: 1,
  goes_home_to_die: false,
}
const suggest = (changed: Partial<BroughtStay>, now = '2026-11-20T05:00:00.000Z') =>
  suggestHospitalOutcome({ called_at, stay: { ...stay, ...changed }, visit: null }, now)

test.each([
  [1, 2, false, 'IMPROVED'],
  [4, 2, false, 'ELSEWHERE'],
  [2, 3, false, 'REFUSED'],
  [3, 2, false, 'REFUSED'],
  [2, 3, true, 'HOME_DIED'],
  [8, 9, false, 'DIED'],
  [9, 9, false, 'DIED'],
  // Sent home no better: none of the outcomes says so.
  [1, 3, false, null],
] as const)(
  'a stay of type %i with status %i, to die at home %s, suggests the outcome %s',
  (discharge_type, discharge_status, home, outcome) => {
    expect(suggest({ discharge_type, discharge_status, goes_home_to_die: home })).toMatchObject({
      was_admitted: true,
      days: 3,
      outcome,
      source: { kind: 'STAY', number: '69-00012' },
    })
  },
)

test('a stay that another system ended without a type says nothing of its outcome', () => {
  expect(suggest({ discharge_type: null, discharge_status: null })).toMatchObject({ outcome: null, days: 3 })
})

test('a stay that lasts is still treated from the last day of the month on, and not before', () => {
  const lasts = { discharged_at: null, discharge_type: null, discharge_status: null }
  expect(suggest(lasts, '2026-11-29T16:59:59.999Z')).toMatchObject({ outcome: null, days: 24 })
  expect(suggest(lasts, '2026-11-29T17:00:00.000Z')).toMatchObject({ outcome: 'STILL_IN', days: 25 })
  expect(suggest(lasts, '2026-12-15T05:00:00.000Z')).toMatchObject({ outcome: 'STILL_IN', days: 25 })
})

test('a patient who left after the month of the mission was still treated at its end', () => {
  const left = (discharged_at: string) => suggest({ discharged_at }, '2026-12-15T05:00:00.000Z')
  expect(left('2026-11-30T16:59:59.999Z')).toMatchObject({ outcome: 'IMPROVED', days: 25 })
  expect(left('2026-11-30T17:00:00.000Z')).toMatchObject({ outcome: 'STILL_IN', days: 25 })
})

test.each([
  [1, null],
  [3, 'ELSEWHERE'],
  [4, 'DIED'],
  [5, null],
  [7, 'REFUSED'],
  [8, 'REFUSED'],
] as const)('a visit that ended with %i, without an admission: %s', (disposition, outcome) => {
  const visit = { vn: '690001', visited_at: called_at, left_at: '2026-11-05T09:00:00.000Z', disposition }
  expect(suggestHospitalOutcome({ called_at, stay: null, visit }, called_at)).toMatchObject({
    was_admitted: false,
    days: null,
    outcome,
    source: { kind: 'VISIT' },
  })
})

test('nothing is suggested while the visit lasts, nor for a patient who never came', () => {
  const visit = { vn: '690001', visited_at: called_at, left_at: null, disposition: null }
  expect(suggestHospitalOutcome({ called_at, stay: null, visit }, called_at)).toBeNull()
  expect(suggestHospitalOutcome({ called_at, stay: null, visit: null }, called_at)).toBeNull()
})

test.each([
  ['2026-11-30T16:59:59.999Z', '2026-11-30'],
  ['2026-11-30T17:00:00.000Z', '2026-12-31'],
  ['2026-12-31T16:59:59.999Z', '2026-12-31'],
  ['2028-02-01T00:00:00.000Z', '2028-02-29'],
])('a mission of %s is reported until %s', (calledAt, day) => {
  expect(findMonthEnd(calledAt)).toBe(day)
})
