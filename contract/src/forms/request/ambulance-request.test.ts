import { expect, test } from 'vitest'
import type { Answers } from '../form.ts'
import { findForm } from '../forms.ts'
import { listMissing } from '../schema.ts'

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
