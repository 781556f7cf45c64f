import { describe, expect, test } from 'vitest'
import { listFutureEntries, validatePatientRecord } from './patient-record.ts'

describe('the record as a whole', () => {
  const whole = { identity_kind: 'none', date_of_birth: null }
  const today = '2026-11-05'

  test('each kind of identity requires its number', () => {
    expect(validatePatientRecord({ ...whole, identity_kind: 'national_id' }, today)).toEqual([
      { field: 'national_id', message: 'national-id-required' },
    ])
    expect(validatePatientRecord({ ...whole, identity_kind: 'passport' }, today)).toEqual([
      { field: 'passport_no', message: 'passport-required' },
    ])
    expect(validatePatientRecord({ ...whole, identity_kind: 'migrant' }, today)).toEqual([
      { field: 'migrant_no', message: 'migrant-number-required' },
    ])
    expect(validatePatientRecord(whole, today)).toEqual([])
  })

  test('a person whom nobody knows is described', () => {
    expect(validatePatientRecord({ ...whole, identity_kind: 'unknown' }, today)).toEqual([
      { field: 'appearance', message: 'appearance-required' },
    ])
    expect(
      validatePatientRecord({ ...whole, identity_kind: 'unknown', appearance: 'รอยสักที่แขนซ้าย' }, today),
    ).toEqual([])
  })

  test('a date of birth can be today but not tomorrow', () => {
    expect(validatePatientRecord({ ...whole, date_of_birth: '2026-11-06' }, today)).toEqual([
      { field: 'date_of_birth', message: 'date-in-future' },
    ])
    expect(validatePatientRecord({ ...whole, date_of_birth: today }, today)).toEqual([])
    expect(validatePatientRecord({ ...whole, date_of_birth: '1895-01-01' }, today)).toEqual([
      { field: 'date_of_birth', message: 'date-too-old' },
    ])
  })

  test('of a baby the year of birth is not enough, because limits differ within it', () => {
    const baby = { ...whole, date_of_birth: '2025-01-01' }
    expect(validatePatientRecord({ ...baby, birth_date_precision: 'year' }, today)).toEqual([
      { field: 'date_of_birth', message: 'birth-month-needed' },
    ])
    expect(validatePatientRecord({ ...baby, birth_date_precision: 'month' }, today)).toEqual([])
    expect(
      validatePatientRecord({ ...whole, date_of_birth: '2024-01-01', birth_date_precision: 'year' }, today),
    ).toEqual([])
  })

  test('an address requires the levels above each filled level, from the province down', () => {
    expect(validatePatientRecord({ ...whole, district: '4301' }, today)).toEqual([
      { field: 'province', message: 'field-required' },
    ])
    expect(validatePatientRecord({ ...whole, sub_district: '430101', province: '43' }, today)).toEqual([
      { field: 'district', message: 'field-required' },
    ])
  })

  test('a position needs both coordinates or none', () => {
    expect(validatePatientRecord({ ...whole, lat: 17.8 }, today)).toEqual([
      { field: 'lang', message: 'field-required' },
    ])
    expect(validatePatientRecord({ ...whole, lang: 102.7 }, today)).toEqual([
      { field: 'lat', message: 'field-required' },
    ])
  })

  test('"no known allergy" and a listed allergy contradict each other', () => {
    expect(validatePatientRecord({ ...whole, no_known_allergy: true, allergies: [{}] }, today)).toEqual([
      { field: 'no_known_allergy', message: 'allergies-listed' },
    ])
  })
})

test('no entry of a clinical list begins in the future, nor in a year of the Buddhist Era', () => {
  const today = '2026-11-05'
  const lists = {
    underlying_disease: [{ since: '2569-01-01' }],
    allergies: [{ since: today }, { since: '2026-11-06' }],
    medication: [{ since: null }, { since: '' }, {}],
    ward_medication: [{ since: '31/02/2569' }],
  }
  expect(listFutureEntries(lists, today)).toEqual([
    { field: 'underlying_disease.0.since', message: 'date-in-future' },
    { field: 'allergies.1.since', message: 'date-in-future' },
  ])
})
