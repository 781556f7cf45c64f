import type { DrugChanges } from 'contract'
import { expect, test } from 'vitest'
import { changeNumber, type NumberPlace, parseLimit, readChangedNumber, writeStrength } from './drug-edits.ts'

const high: NumberPlace = {
  code: 'ATROPINE',
  indication: 'BRADYCARDIA',
  who: 'adult',
  place: 0,
  name: 'high',
}

test('a drug of which nothing is changed any more is not stored', () => {
  const changed = changeNumber(writeStrength({}, 'ATROPINE', '1 mg/mL'), high, 1.2)
  expect(changed).toEqual({
    ATROPINE: { strength: '1 mg/mL', uses: { BRADYCARDIA: { adult: [{ high: 1.2 }] } } },
  })
  expect(readChangedNumber(changed, high)).toBe(1.2)
  const withoutLimit = changeNumber(changed, high, undefined)
  expect(withoutLimit).toEqual({ ATROPINE: { strength: '1 mg/mL', uses: {} } })
  expect(writeStrength(withoutLimit, 'ATROPINE', ' ')).toEqual({})
})

test('other numbers, patients and drugs stay as they are', () => {
  const before: DrugChanges = {
    MORPHINE: { strength: '15 mg/mL', uses: {} },
    MIDAZOLAM: { uses: { SEIZURE: { adult: [{ high: 6 }], child: [{}, { high: 12 }] } } },
  }
  const place: NumberPlace = {
    ...high,
    code: 'MIDAZOLAM',
    indication: 'SEIZURE',
    who: 'child',
    place: 1,
    name: 'low',
  }
  expect(changeNumber(before, place, 8)).toEqual({
    MORPHINE: { strength: '15 mg/mL', uses: {} },
    MIDAZOLAM: { uses: { SEIZURE: { adult: [{ high: 6 }], child: [{}, { high: 12, low: 8 }] } } },
  })
})

test.each([
  ['', undefined],
  ['  ', undefined],
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['๑.๒', 1.2],
  ['1 mg', Number.NaN],
])('%s is read as %s', (typed, value) => {
  expect(parseLimit(typed)).toBe(value)
})
