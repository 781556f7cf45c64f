import type { HospitalChange } from 'contract'
import { expect, test } from 'vitest'
import { mergeBedChanges } from './merge-bed-changes.ts'

const ward = { _id: 'ward', name_en: 'Emergency Room', name_th: 'ห้องฉุกเฉิน' }
const by = { _id: 'malee', first_name: 'มาลี', last_name: 'ศรีสุข' }
const change = (bed: string | null, more: Partial<HospitalChange> = {}): HospitalChange => ({
  _id: `change-${bed}`,
  at: '2026-11-05T07:32:00.000Z',
  by,
  ward,
  bed,
  version: 2,
  field: 'added',
  from: null,
  to: bed,
  ...more,
})

test('beds with the same change in one save share a row of the history, in their order', () => {
  const told = mergeBedChanges([change('E3'), change('E2'), change('E1'), change(null, { to: 'EXTRA' })])
  expect(told.map(({ beds }) => beds)).toEqual([['E1', 'E2', 'E3'], []])
})

test('beds changed at another time, in another way or in another ward have rows of their own', () => {
  const closed = { field: 'is_closed', from: false, to: true } as const
  const told = mergeBedChanges([
    change('E4', closed),
    change('E3', { ...closed, from: true, to: false }),
    change('E2'),
    change('E1', { version: 1, at: '2026-11-05T07:31:00.000Z' }),
    change('E1', { version: 1, at: '2026-11-05T07:31:00.000Z', ward: { ...ward, _id: 'other' } }),
  ])
  expect(told.map(({ beds }) => beds)).toEqual([['E4'], ['E3'], ['E2'], ['E1'], ['E1']])
})
