import { expect, test } from 'vitest'
import { calculate } from '../calculations/calculations.ts'
import { omitHidden } from '../conditions.ts'
import type { Answers } from '../form.ts'
import { findForm } from '../forms.ts'
import { optionLists } from '../options.ts'
import { listMissing, parseAnswer } from '../schema.ts'

const form = findForm('ambulance-request') ?? expect.fail('the form is not released')
const needsName = (answers: Answers) =>
  listMissing(form, answers).some(({ field }) => field === 'patient_name')

test.each(['REFER_OUT', 'REFER_BACK', 'APPOINTMENT', 'DISCHARGE_HOME'])(
  'a request for %s says who is carried, or that nobody knows',
  (kind) => {
    expect(needsName({ kind })).toBe(true)
    expect(needsName({ kind, patient_name: 'นายทดลอง' })).toBe(false)
    expect(needsName({ kind, is_patient_unknown: true })).toBe(false)
  },
)

test.each(['SCENE', 'EVENT', 'BODY'])('a request for %s needs no name', (kind) => {
  expect(needsName({ kind })).toBe(false)
})

test('the age is told where there is no date of birth, from which it derives otherwise', () => {
  const known = { received_at: '2026-11-26T18:00:00.000Z', date_of_birth: '1960-11-27', age_years: 40 }
  expect(omitHidden(form, known).omitted).toEqual(['age_years'])
  expect(omitHidden(form, { age_years: 40 }).omitted).toEqual([])
  const say = (answers: Answers) => calculate({ rule: 'age-at-call' }, answers)
  const old = (count: number) => [
    { key: 'age-exact', values: { age: [{ key: 'age.years', values: { count } }] } },
  ]
  // In Thailand it is the 27th already.
  expect(say(known)?.phrases).toEqual(old(66))
  expect(say({ ...known, received_at: '2026-11-26T16:00:00.000Z' })?.phrases).toEqual(old(65))
  expect(say({ age_years: 40 })?.phrases).toEqual(old(40))
  expect(say({ ...known, date_of_birth: '2026-11-28' })).toEqual({
    phrases: [{ key: 'born-after-call' }],
    isWarning: true,
  })
})

test.each(['2569-11-27', '1960-02-30', '1899-12-31', '1 May 1960'])('%s is no date of birth', (given) => {
  expect(parseAnswer(form, 'date_of_birth', given)).toEqual({
    problem: { field: 'date_of_birth', message: 'date-invalid' },
  })
})

const listLacks = (answers: Answers) => listMissing(form, answers).map(({ field }) => field)

test.each(optionLists['request-kind'])('a request for %s says how many patients there are', (kind) => {
  expect(listLacks({ kind })).toContain('patient_count')
  expect(listLacks({ kind, patient_count: 2 })).not.toContain('patient_count')
  expect(omitHidden(form, { kind, patient_count: 2 }).omitted).toEqual([])
})

test.each(optionLists['request-kind'])(
  'a request for %s says when the appointment is, if it is one',
  (kind) => {
    expect(listLacks({ kind }).includes('appointment_at')).toBe(kind === 'APPOINTMENT')
  },
)

test.each([
  [{ kind: 'SCENE' }, true],
  [{ kind: 'REFER_OUT', patient_count: 2 }, true],
  [{ kind: 'REFER_OUT', patient_count: 1 }, false],
  [{ kind: 'REFER_OUT' }, false],
])('a request of %j may be of a mass casualty: %s', (answers, may) => {
  const { omitted } = omitHidden(form, { ...answers, is_mass_casualty: true })
  expect(omitted.includes('is_mass_casualty')).toBe(!may)
})

test('a request for several patients at a scene says whether it is a mass casualty incident', () => {
  const isAsked = (answers: Answers) => listLacks(answers).includes('is_mass_casualty')
  expect(isAsked({ kind: 'SCENE', patient_count: 2 })).toBe(true)
  expect(isAsked({ kind: 'SCENE', patient_count: 2, is_mass_casualty: false })).toBe(false)
  expect(isAsked({ kind: 'SCENE', patient_count: 1 })).toBe(false)
  expect(isAsked({ kind: 'SCENE' })).toBe(false)
  expect(isAsked({ kind: 'REFER_OUT', patient_count: 2 })).toBe(false)
})
