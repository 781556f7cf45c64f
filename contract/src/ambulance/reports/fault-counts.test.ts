import { expect, test } from 'vitest'
import { countFaults, findFaultAge } from './fault-counts.ts'

const since = '2026-11-01T00:00:00.000Z'
const [one, other] = ['one', 'other'].map((name) => ({
  _id: name,
  call_sign: name,
  status: 'READY' as const,
}))
if (!one || !other) throw new Error('there are two')
const open = (vehicle: typeof one, item: 'gauze' | 'mask', days: number) => ({
  vehicle,
  item,
  days,
  since,
  status: 'LOW' as const,
})
const mended = (vehicle: typeof one, item: 'gauze' | 'mask', days: number) => ({
  vehicle,
  item,
  days,
  since,
  mended_at: since,
})

test('a fault is of its first day, of a week, of a month or older', () => {
  expect([0, 1, 6, 7, 29, 30, 400].map(findFaultAge)).toEqual([
    'DAY',
    'WEEK',
    'WEEK',
    'MONTH',
    'MONTH',
    'LONGER',
    'LONGER',
  ])
})

test('open and mended faults are counted by vehicle, by item and by age, most open ones first', () => {
  const counted = countFaults({
    faults: [open(other, 'gauze', 0), open(other, 'mask', 40), open(one, 'gauze', 0)],
    mended: [mended(one, 'mask', 3), mended(one, 'mask', 4)],
  })
  expect(counted.units.map(({ of, ...rest }) => [of.call_sign, rest.open, rest.mended])).toEqual([
    ['other', 2, 0],
    ['one', 1, 2],
  ])
  expect(counted.items).toEqual([
    { of: 'gauze', open: 2, mended: 0 },
    { of: 'mask', open: 1, mended: 2 },
  ])
  expect(counted.ages).toEqual([
    { of: 'DAY', open: 2, mended: 0 },
    { of: 'WEEK', open: 0, mended: 2 },
    { of: 'MONTH', open: 0, mended: 0 },
    { of: 'LONGER', open: 1, mended: 0 },
  ])
})

test('if there are no faults, each group by age has a count of 0', () => {
  const { units, items, ages } = countFaults({ faults: [], mended: [] })
  expect([units, items]).toEqual([[], []])
  expect(ages.every((age) => age.open + age.mended === 0)).toBe(true)
})
