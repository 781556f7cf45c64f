import { expect, test } from 'vitest'
import { today } from '../../../ui/date/use-today.ts'
import { createPatientSchema, parseAge, type RefusedValue } from './rules.ts'
import { type PatientValues, toPatientValues } from './values.ts'

const completeValues: PatientValues = {
  ...toPatientValues(),
  hn: '67-1',
  title: 'นาย',
  name: 'สมชาย',
  surname: 'ใจดี',
  gender: 'male',
  national_id: '1234567890121',
}
const all = ['information', 'profile', 'address', 'clinical'] as const

function listProblems(
  changes: Partial<PatientValues>,
  sections: Parameters<typeof createPatientSchema>[0] = all,
) {
  const { issues = [] } = createPatientSchema(sections)['~standard'].validate({
    ...completeValues,
    ...changes,
  })
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('an empty form reports the missing identity fields, and nothing else', () => {
  expect(listProblems({ ...toPatientValues() })).toEqual({
    hn: 'hn-required',
    title: 'title-required',
    name: 'name-required',
    surname: 'surname-required',
    gender: 'gender-required',
    national_id: 'national-id-required',
  })
  expect(listProblems({})).toEqual({})
})

test('a section validates its own fields only', () => {
  expect(listProblems({ hn: '', mobile: '12' }, ['profile'])).toEqual({ mobile: 'phone-invalid' })
})

test('the kind of identity decides which number is required', () => {
  expect(listProblems({ national_id: '1234567890120' })).toEqual({ national_id: 'national-id-check-digit' })
  expect(listProblems({ identity_kind: 'passport', national_id: '' })).toEqual({
    passport_no: 'passport-required',
  })
  expect(listProblems({ identity_kind: 'migrant', national_id: '', migrant_no: '#' })).toEqual({
    migrant_no: 'migrant-number-invalid',
  })
  expect(listProblems({ identity_kind: 'unknown', national_id: '' })).toEqual({
    appearance: 'appearance-required',
  })
  expect(listProblems({ identity_kind: 'none', national_id: '' })).toEqual({})
})

test('a birth date in the future or 131 years ago is refused, and so is an incomplete place', () => {
  const year = Number(today().slice(0, 4))
  expect(listProblems({ date_of_birth: `${year + 1}-01-01` })).toEqual({ date_of_birth: 'date-in-future' })
  expect(listProblems({ date_of_birth: `${year - 131}-01-01` })).toEqual({ date_of_birth: 'date-too-old' })
  expect(listProblems({ lat: 18.8 })).toEqual({ lang: 'field-required' })
})

test('an entry since a day in the future is refused at its field', () => {
  const tomorrow = `${Number(today().slice(0, 4)) + 1}-01-01`
  const drug = { key: '1', name: 'Metformin', dose: '', route: '', frequency: '', since: tomorrow }
  expect(listProblems({ medication: [drug] })).toEqual({ 'medication.0.since': 'date-in-future' })
  expect(listProblems({ medication: [drug] }, ['profile'])).toEqual({})
  expect(listProblems({ medication: [{ ...drug, since: today() }] })).toEqual({})
})

test('no known allergy and an allergy exclude each other; an invalid row is refused at its field', () => {
  const allergy = {
    key: 'a',
    kind: 'drug',
    substance: '',
    severity: 'mild',
    reaction: '',
    certainty: 'certain',
    since: '',
  } as const
  expect(listProblems({ no_known_allergy: true, allergies: [allergy] })).toEqual({
    'allergies.0.substance': 'field-required',
    no_known_allergy: 'allergies-listed',
  })
})

test('a value that the server refused stays refused until it is changed', () => {
  const refusals: RefusedValue[] = [
    { field: 'hn', message: 'hn-taken', value: '67-1' },
    { field: 'allergies.0.substance', message: 'choice-invalid', value: 'Aspirin' },
  ]
  const schema = createPatientSchema(all, refusals)['~standard']
  expect(schema.validate(completeValues).issues).toEqual([{ path: ['hn'], message: 'hn-taken' }])
  expect(schema.validate({ ...completeValues, hn: '67-2' }).issues).toBeUndefined()
})

test('an age is known once the birth date is in the past', () => {
  expect(parseAge('2012-11-05', '2026-11-05')?.years).toBe(14)
  expect(parseAge('5/11', '2026-11-05')).toBeUndefined()
  expect(parseAge('2027-01-01', '2026-11-05')).toBeUndefined()
})
