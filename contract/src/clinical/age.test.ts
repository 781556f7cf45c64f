import { expect, test } from 'vitest'
import { toAgeParts } from './age.ts'

test.each([
  [{ years: 0, months: 0, days: 12 }, [{ unit: 'days', count: 12 }]],
  [{ years: 1, months: 2, days: 3 }, [{ unit: 'months', count: 14 }]],
  [{ years: 2, months: 0, days: 3 }, [{ unit: 'years', count: 2 }]],
  [
    { years: 5, months: 3, days: 0 },
    [
      { unit: 'years', count: 5 },
      { unit: 'months', count: 3 },
    ],
  ],
  [{ years: 42, months: 3, days: 0 }, [{ unit: 'years', count: 42 }]],
])('an age of %o is counted as %o', (age, parts) => {
  expect(toAgeParts(age)).toEqual(parts)
})
