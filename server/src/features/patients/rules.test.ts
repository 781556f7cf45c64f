import { describe, expect, test } from 'vitest'
import {
  describeSearch,
  diffPatient,
  listNameSpellings,
  mergeDiseases,
  normalizeDiseaseLists,
  normalizeIdentity,
  pickIdentityFields,
  stripNumberLabel,
} from './rules.ts'

describe('what changed', () => {
  test('a field sent unchanged is no change', () => {
    expect(diffPatient({ name: 'สมชาย' }, { name: 'สมชาย' })).toEqual([])
  })

  test('a missing value and null are the same', () => {
    expect(diffPatient({ mobile: null }, { mobile: null })).toEqual([])
    expect(diffPatient({}, { mobile: null })).toEqual([])
  })

  test('a change names its section, and the value before and after', () => {
    expect(diffPatient({ road: 'สุขุมวิท' }, { road: null })).toEqual([
      { section: 'address', field: 'road', from: 'สุขุมวิท', to: null },
    ])
  })

  test('an entry of a list is compared by its content, not by its id', () => {
    const entry = { disease: 'I10', since: null, note: null }
    expect(diffPatient({ chronic_disease: [{ _id: 'a', ...entry }] }, { chronic_disease: [entry] })).toEqual(
      [],
    )
    expect(
      diffPatient({ chronic_disease: [entry] }, { chronic_disease: [{ ...entry, note: 'ใหม่' }] }),
    ).toHaveLength(1)
  })

  test('fields that are not of the record are ignored', () => {
    expect(diffPatient({}, { version: 3, _id: 'x' })).toEqual([])
  })
})

describe('the one list of diseases', () => {
  const entry = (underlying_disease: string, more: { _id?: string; since?: string; note?: string } = {}) => ({
    since: null,
    note: null,
    ...more,
    underlying_disease,
  })
  const pressure = entry('I10', { _id: 'a', note: 'กินยาไม่สม่ำเสมอ' })
  const diabetes = entry('E11.9', { _id: 'b' })
  const standing = [pressure, diabetes]

  test('accepts either name, and stores a word under the code that it stands for', () => {
    const { underlying_disease: disease, ...said } = diabetes
    const sent = {
      underlying_disease: [entry('hypertension'), entry('diabetes')],
      chronic_disease: [{ ...said, disease }],
    }
    const lists = [[entry('I10'), entry('diabetes')], [diabetes]]
    expect(normalizeDiseaseLists(sent, new Map([['hypertension', 'I10']]))).toEqual(lists)
    expect(normalizeDiseaseLists({}, new Map())).toEqual([])
  })

  test('follows the list with a change when the other is sent unchanged', () => {
    const noted = { ...diabetes, note: 'HbA1c 8.4%' }
    for (const changed of [[], [diabetes], [pressure, noted], [...standing, entry('E78.5')]]) {
      expect(mergeDiseases(standing, [changed])).toEqual(changed)
      expect(mergeDiseases(standing, [standing, changed])).toEqual(changed)
      expect(mergeDiseases(standing, [changed, standing])).toEqual(changed)
    }
  })

  test('keeps what either list adds, and ends what is missing from either', () => {
    const [gout, asthma] = [entry('M10.9'), entry('J45.9')]
    expect(
      mergeDiseases(standing, [
        [pressure, gout],
        [...standing, asthma],
      ]),
    ).toEqual([pressure, gout, asthma])
  })

  test('has a disease once if one entry contains all of the other, and twice if each contains more', () => {
    const since = entry('N40', { since: '2019-01-01' })
    const note = entry('N40', { note: 'กำลังนัดผ่าตัด' })
    for (const lists of [
      [[entry('N40')], [since]],
      [[since], [entry('N40')]],
      [[since, since], [since]],
    ])
      expect(mergeDiseases([], lists)).toEqual([since])
    expect(mergeDiseases([], [[since], [note]])).toEqual([since, note])
    expect(mergeDiseases(standing, [[...standing, entry('I10')]])).toEqual(standing)
  })
})

describe('identity', () => {
  test('the numbers of other kinds of identity are removed', () => {
    const person = { identity_kind: 'passport', national_id: '1234567890121', passport_no: 'P1234567' }
    expect(normalizeIdentity(person)).toEqual({
      identity_kind: 'passport',
      national_id: null,
      passport_no: 'P1234567',
      migrant_kind: null,
      migrant_no: null,
      appearance: null,
    })
  })

  test('a change outside the identity changes none of its fields', () => {
    expect(pickIdentityFields({ road: 'x' }, { identity_kind: 'none' })).toEqual({})
  })
})

describe('the spellings that are searched for a typed name', () => {
  test('are those with and without its title, with or without dots', () => {
    expect(listNameSpellings('นาย สมชาย ใจดี')).toEqual(['นาย สมชาย ใจดี', 'สมชาย ใจดี'])
    expect(listNameSpellings('น.ส.สมหญิง')).toEqual(['นสสมหญิง', 'สมหญิง'])
    expect(listNameSpellings('Mrs. Somsri')).toEqual(['Mrs Somsri', 'Somsri'])
  })

  test('keep a name whole that only begins like a title', () => {
    expect(listNameSpellings('นายิกา')).toContain('นายิกา')
  })

  test('include a title alone', () => {
    expect(listNameSpellings('พระ')).toEqual(['พระ'])
  })
})

test('a number is searched without its label', () => {
  expect(stripNumberLabel(' HN 67-000123')).toBe('67-000123')
  expect(stripNumberLabel('vn:69')).toBe('69')
  expect(stripNumberLabel('AN 69-1')).toBe('69-1')
})

test.each([
  ['1-1007-02345-67-2', 'national_id', true],
  ['๑๑๐๐๗๐๒๓๔๕๖๗๒', 'national_id', true],
  ['081 234 5678', 'phone', true],
  ['+66 81 234 5678', 'phone', true],
  ['1100', 'number', false],
  ['HN 67-000123', 'text', false],
  ['สมชาย', 'text', false],
] as const)(
  'the audit records a search for %s as one for a %s, complete or not',
  (search_value, typed, is_whole) => {
    const kept = describeSearch({ search_field: 'any', search_value })
    expect(kept).toEqual({ field: 'any', typed, is_whole, characters: search_value.length })
    expect(describeSearch({ search_field: 'phone', search_value: '0' }).typed).toBe('phone')
  },
)
