import { expect, test } from 'vitest'
import { omitHidden } from '../conditions.ts'
import type { Answers, Row } from '../form.ts'
import { findForm } from '../forms.ts'
import { listMissing, listMissingSignatures } from '../schema.ts'

const form = findForm('ambulance-referral') ?? expect.fail('the form is not released')
const row = '0191f3a0-0000-7000-8000-000000000001'
const lacks = (answers: Answers, field: string) =>
  listMissing(form, answers).some((one) => one.field === field)

test.each([
  ['has_investigations', 'investigations'],
  ['has_treatments', 'treatments'],
  ['has_procedures', 'procedures'],
  ['has_fluids', 'fluids'],
])('somebody says whether there are any, and which if there are: %s', (question, field) => {
  expect(lacks({}, question)).toBe(true)
  expect(lacks({ [question]: false }, field)).toBe(false)
  expect(lacks({ [question]: true }, field)).toBe(true)
})

test('a set of vital signs has each number or why it was not measured, and the pupils where the risk is high', () => {
  const vitals = (values: Row): Answers => ({ vitals: { [row]: values } })
  const path = (name: string) => `vitals/${row}/${name}`
  for (const name of ['systolic', 'diastolic', 'pulse', 'respiration_rate', 'spo2', 'temperature']) {
    expect(lacks(vitals({}), path(name)), name).toBe(true)
    expect(lacks(vitals({ [name]: 90 }), path(name)), name).toBe(false)
    expect(lacks(vitals({ [name]: { reason: 'UNABLE' } }), path(name)), name).toBe(false)
  }
  for (const [risk, expected] of [
    ['U', true],
    ['M', true],
    ['L', false],
  ] as const)
    expect(lacks({ risk, ...vitals({}) }, path('right_pupil')), risk).toBe(expected)
})

test('a refusal needs whether the patient can decide, what they were told, and who saw it', () => {
  const block = ['is_oriented', 'is_sober', 'is_of_age', 'are_risks_told', 'refusal_witness']
  for (const field of block) {
    expect(lacks({ is_consent_refused: true }, field), field).toBe(true)
    expect(lacks({ is_consent_refused: false }, field), field).toBe(false)
  }
})

test('the patient or a relative signs, and the doctor; where nobody does the referral says why', () => {
  const unsigned = (answers: Answers, ...roles: ('PATIENT' | 'RELATIVE' | 'DOCTOR' | 'NURSE')[]) =>
    listMissingSignatures(
      form,
      answers,
      roles.map((role) => ({ role })),
    ).map(({ field }) => field)
  expect(unsigned({})).toEqual(['consent_unsigned', 'doctor_unsigned'])
  expect(unsigned({}, 'RELATIVE', 'DOCTOR')).toEqual([])
  expect(unsigned({}, 'PATIENT', 'NURSE')).toEqual(['doctor_unsigned'])
  expect(unsigned({ consent_unsigned: 'UNABLE' }, 'DOCTOR')).toEqual([])
})

test('with whom a referral out was agreed is asked for, and what the other side has not said is', () => {
  const agreed = ['coordinator_name', 'coordinator_phone', 'accepted_at', 'accepting_doctor', 'bed']
  for (const field of agreed) {
    expect(lacks({ direction: 'OUT' }, field), field).toBe(true)
    expect(lacks({ direction: 'BACK' }, field), field).toBe(false)
  }
  for (const field of ['accepted_at', 'accepting_doctor', 'bed'])
    expect(lacks({ direction: 'OUT', [field]: { reason: 'NOT_DONE' } }, field), field).toBe(false)
})

test('the special diseases are asked for, and there can be none', () => {
  expect(lacks({}, 'special_diseases')).toBe(true)
  expect(lacks({ special_diseases: ['NONE'] }, 'special_diseases')).toBe(false)
})

test('whoever comes here gave their consent elsewhere, and is prepared for no departure from here', () => {
  const asked = ['has_secure_airway', 'is_receiver_called', 'explained_by', 'is_consent_refused']
  for (const direction of ['OUT', 'BACK'])
    for (const field of asked) expect(lacks({ direction, risk: 'U' }, field), field).toBe(true)
  for (const field of asked) expect(lacks({ direction: 'IN', risk: 'U' }, field), field).toBe(false)
  expect(lacks({ direction: 'IN' }, 'doctor_name')).toBe(true)
  expect(listMissingSignatures(form, { direction: 'IN' }, [])).toEqual([])
})

test.each(['ambulance-referral', 'transportation-treatment'] as const)(
  'the %s of a newborn has their age in days, and that of nobody else',
  (name) => {
    const sheet = findForm(name) ?? expect.fail('the form is not released')
    const isHidden = (answers: Answers) =>
      omitHidden(sheet, { ...answers, age_days: 3 }).omitted.includes('age_days')
    expect(isHidden({ age_years: 0, age_months: 0 })).toBe(false)
    expect(isHidden({ age_years: 0, age_months: 1 })).toBe(true)
    expect(isHidden({ age_years: 30 })).toBe(true)
  },
)

test('a drug that was given in spite of an allergy has a reason, also where the record alone knows the allergy', () => {
  const path = `treatments/${row}/drug_reason`
  const give = (drug: string, more: Answers = {}) =>
    lacks({ has_treatments: true, treatments: { [row]: { drug } }, ...more }, path)
  expect(give('Amoxicillin 1 g', { allergies: 'Penicillin' })).toBe(true)
  expect(give('Amoxicillin 1 g', { allergies: 'ไม่แพ้ยา', known_allergies: 'Penicillin' })).toBe(true)
  expect(give('Amoxicillin 1 g', { allergies: 'ไม่แพ้ยา' })).toBe(false)
  expect(give('Paracetamol 500 mg', { allergies: 'Penicillin' })).toBe(false)
})

test('a referral of an earlier version is asked for no such reason', () => {
  const earlier = findForm('ambulance-referral', 9) ?? expect.fail('the form is not released')
  const answers = {
    has_treatments: true,
    treatments: { [row]: { drug: 'Amoxicillin 1 g' } },
    allergies: 'Penicillin',
  }
  expect(listMissing(earlier, answers).map(({ field }) => field)).not.toContain(
    `treatments/${row}/drug_reason`,
  )
})
