import { expect, test } from 'vitest'
import { today } from '../../../ui/date/use-today.ts'
import { ageOf, type Refusal, schemaOf } from './rules.ts'
import { type PatientValues, patientValues } from './values.ts'

const whole: PatientValues = {
  ...patientValues(),
  hn: '67-1',
  title: 'นาย',
  name: 'สมชาย',
  surname: 'ใจดี',
  gender: 'male',
  national_id: '1234567890121',
}
const all = ['information', 'profile', 'address', 'clinical'] as const

function problemsOf(changes: Partial<PatientValues>, sections: Parameters<typeof schemaOf>[0] = all) {
  const { issues = [] } = schemaOf(sections)['~standard'].validate({ ...whole, ...changes })
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('an empty form reports the missing identity fields, and nothing else', () => {
  expect(problemsOf({ ...patientValues() })).toEqual({
    hn: 'hn-required',
    title: 'title-required',
    name: 'name-required',
    surname: 'surname-required',
    gender: 'gender-required',
    national_id: 'national-id-required',
  })
  expect(problemsOf({})).toEqual({})
})

test('a section validates its own fields only', () => {
  expect(problemsOf({ hn: '', mobile: '12' }, ['profile'])).toEqual({ mobile: 'phone-invalid' })
})

test('the kind of identity decides which number is required', () => {
  expect(problemsOf({ national_id: '1234567890120' })).toEqual({ national_id: 'national-id-check-digit' })
  expect(problemsOf({ identity_kind: 'passport', national_id: '' })).toEqual({
    passport_no: 'passport-required',
  })
  expect(problemsOf({ identity_kind: 'none', national_id: '' })).toEqual({})
})

test('a birth date in the future or 131 years ago is refused, and so is an incomplete place', () => {
  const year = Number(today().slice(0, 4))
  expect(problemsOf({ date_of_birth: `${year + 1}-01-01` })).toEqual({ date_of_birth: 'date-in-future' })
  expect(problemsOf({ date_of_birth: `${year - 131}-01-01` })).toEqual({ date_of_birth: 'date-too-old' })
  expect(problemsOf({ lat: 18.8 })).toEqual({ lang: 'field-required' })
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
  expect(problemsOf({ no_known_allergy: true, allergies: [allergy] })).toEqual({
    'allergies.0.substance': 'field-required',
    no_known_allergy: 'allergies-listed',
  })
})

test('a value that the server refused stays refused until it is changed', () => {
  const refusals: Refusal[] = [
    { field: 'hn', message: 'hn-taken', value: '67-1' },
    { field: 'allergies.0.substance', message: 'choice-invalid', value: 'Aspirin' },
  ]
  const schema = schemaOf(all, refusals)['~standard']
  expect(schema.validate(whole).issues).toEqual([{ path: ['hn'], message: 'hn-taken' }])
  expect(schema.validate({ ...whole, hn: '67-2' }).issues).toBeUndefined()
})

test('an age is known once the birth date is in the past', () => {
  expect(ageOf('2012-11-05', '2026-11-05')?.years).toBe(14)
  expect(ageOf('5/11', '2026-11-05')).toBeUndefined()
  expect(ageOf('2027-01-01', '2026-11-05')).toBeUndefined()
})
