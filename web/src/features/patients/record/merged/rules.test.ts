import { listAddedAllergies, type Patient } from 'contract'
import { expect, test } from 'vitest'
import { isDifferent } from './rules.ts'

const allergy = (substance: string, severity: 'mild' | 'severe' = 'mild') =>
  ({ substance, severity }) as Patient['allergies'][number]
const build = (given: Partial<Patient>) => ({ allergies: [], no_known_allergy: false, ...given }) as Patient

test('an allergy is added unless the kept record has its substance, however it is written', () => {
  const kept = build({ allergies: [allergy('penicillin')] })
  const merged = build({ allergies: [allergy('Penicillin'), allergy('Latex')] })
  expect(listAddedAllergies(merged, kept)).toEqual([allergy('Latex')])
})

test('a graver allergy to a substance is added beside the milder one, and a milder one is not', () => {
  const [mild, severe] = [allergy('penicillin'), allergy('Penicillin', 'severe')]
  expect(listAddedAllergies(build({ allergies: [severe] }), build({ allergies: [mild] }))).toEqual([severe])
  expect(listAddedAllergies(build({ allergies: [mild] }), build({ allergies: [severe] }))).toEqual([])
  expect(isDifferent(build({ allergies: [severe] }), build({ allergies: [mild] }), 'allergies')).toBe(true)
})

test('allergies in another order do not differ, and those nobody asked about differ from none', () => {
  const one = build({ allergies: [allergy('Latex'), allergy('penicillin')] })
  const other = build({ allergies: [allergy('Penicillin'), allergy('Latex')] })
  expect(isDifferent(one, other, 'allergies')).toBe(false)
  expect(isDifferent(build({}), build({ no_known_allergy: true }), 'allergies')).toBe(true)
})

test('the same number of another kind of document is another identity', () => {
  const passport = build({ identity_kind: 'passport', passport_no: 'A1' })
  const migrant = build({ identity_kind: 'migrant', migrant_no: 'A1' })
  expect(isDifferent(passport, migrant, 'identity')).toBe(true)
  expect(isDifferent(passport, passport, 'identity')).toBe(false)
})

test('a year of birth and the first day of that year are not the same', () => {
  const day = build({ date_of_birth: '1947-01-01', birth_date_precision: 'day' })
  const year = build({ date_of_birth: '1947-01-01', birth_date_precision: 'year' })
  expect(isDifferent(day, year, 'date_of_birth')).toBe(true)
  expect(isDifferent(year, year, 'date_of_birth')).toBe(false)
})
