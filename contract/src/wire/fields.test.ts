import { describe, expect, test } from 'vitest'
import { ChosenInstant, Icd10, Instant } from './fields.ts'

const refused = [
  `2026-11-05T07:32:00.${'1'.repeat(129)}Z`,
  `2026-11-05T07:32:00.${'1'.repeat(10)}+07:00`,
  '2026-11-05T07:32:00.Z',
  '2026-11-05T07:32:00',
  '2026-02-30T00:00:00Z',
  '2026-11-05T24:00:00Z',
  '2026-11-05T07:32:00+15:00',
  '+012026-11-05T07:32:00Z',
  '0000-12-31T23:59:59Z',
]
test.each(refused)('%s is not a valid instant', (text) => {
  expect(Instant.safeParse(text).success).toBe(false)
  expect(ChosenInstant.safeParse(text).success).toBe(false)
})

test.each(['2026-11-05T07:32:00Z', '2026-11-05T14:32:00.1+07:00', '2026-11-05T07:32:00.123456789Z'])(
  '%s is a valid instant, and a person may choose it',
  (text) => {
    expect(Instant.parse(text)).toBe(text)
    expect(ChosenInstant.parse(text)).toBe(text)
  },
)

test.each(['2569-11-05T07:32:00Z', '1899-12-31T23:59:59Z', '2400-01-01T00:00:00Z'])(
  '%s is a valid instant, but a person cannot choose it',
  (text) => {
    expect(Instant.safeParse(text).success).toBe(true)
    expect(ChosenInstant.safeParse(text).success).toBe(false)
  },
)

describe('a code of ICD-10', () => {
  test.each([
    ['J18.9', 'J18.9'],
    [' j189 ', 'J18.9'],
    ['A09', 'A09'],
    ['S72.00', 'S72.00'],
    ['S7200', 'S72.00'],
    ['U07.1', 'U07.1'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(Icd10.parse(typed)).toBe(stored)
  })

  test.each(['J1', 'J18.', '18.9', 'J18.9.1', 'ปอดอักเสบ', 'J18.12345'])('%j is none', (typed) => {
    expect(Icd10.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['icd-invalid'])
  })
})
