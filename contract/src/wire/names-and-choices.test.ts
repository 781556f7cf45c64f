import { describe, expect, test } from 'vitest'
import { GroupDraft } from '../groups.ts'
import { HospitalDraft, WardDraft } from '../hospitals.ts'
import { contract } from '../index.ts'
import { Allergy, Registration } from '../patients.ts'
import { SelfRegistration } from '../sign-in/registration.ts'
import { NewUser } from '../users.ts'
import type { ObjectSchema } from './endpoint.ts'

/** The problem of one field when the form is sent with that field alone. */
function findProblem(form: ObjectSchema, field: string, value: unknown): string | undefined {
  const { error } = form.safeParse({ [field]: value })
  return error?.issues.find(({ path }) => path.join('.') === field)?.message
}

describe('a name', () => {
  const names: [string, ObjectSchema, string[]][] = [
    ['user', NewUser, ['first_name', 'last_name']],
    ['applicant', SelfRegistration, ['first_name', 'last_name']],
    ['patient', Registration, ['title', 'name', 'surname', 'name_en', 'surname_en', 'contact_name', 'road']],
    ['group', GroupDraft, ['name']],
    ['ward', WardDraft, ['code', 'name_en', 'name_th']],
    ['hospital', HospitalDraft, ['name_en', 'name_th']],
    ['device', contract.devices.register.body, ['name', 'model']],
    ['sender', contract.ingest.addSender.body, ['name']],
  ]
  const fields = names.flatMap(([whose, form, all]) => all.map((field) => ({ whose, form, field })))

  test.each(fields)('of a $whose ($field) is a single line', ({ form, field }) => {
    for (const sign of ['\n', '\r\n', '\t', '\u0007', '\u007f', '\u0085', '\u2028', '\u2029'])
      expect(findProblem(form, field, `ก${sign}ข`)).toBe('one-line')
    expect(findProblem(form, field, ' กนกวรรณ ณ อยุธยา\n')).toBeUndefined()
  })

  test('is a single line, though a note may have several', () => {
    expect(findProblem(GroupDraft, 'note', 'หนึ่ง\nสอง')).toBeUndefined()
    expect(findProblem(HospitalDraft, 'address_th', '1 ถนน\nเมือง')).toBeUndefined()
  })
})

describe('a choice from a list', () => {
  const choices: [ObjectSchema, string, string][] = [
    [NewUser, 'staff_type', 'field-required'],
    [SelfRegistration, 'staff_type', 'field-required'],
    [Registration, 'gender', 'gender-required'],
    [Allergy, 'kind', 'field-required'],
    [Allergy, 'severity', 'field-required'],
    [contract.devices.register.body, 'kind', 'field-required'],
  ]

  test.each(choices.map(([form, field, required]) => ({ form, field, required })))(
    'for $field is required, and a value that is not on the list is refused',
    ({ form, field, required }) => {
      for (const nothing of [undefined, null, '']) expect(findProblem(form, field, nothing)).toBe(required)
      for (const unknown of ['wizard', 7, {}])
        expect(findProblem(form, field, unknown)).toBe('choice-invalid')
    },
  )
})
