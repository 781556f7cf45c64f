import { expect, test } from 'vitest'
import type { Answer, Answers, RowsField } from './form.ts'
import { findField } from './form.ts'
import type { FormName } from './form-names.ts'
import { findForm } from './forms.ts'
import { listMissing, parseAnswer } from './schema.ts'

const requireForm = (name: FormName, version?: number) =>
  findForm(name, version) ?? expect.fail(`${name} is not released`)
const reason: Answer = { reason: 'UNABLE' }
const row = '0199a0c0-0000-7000-8000-000000000001'

const inRows: readonly [form: FormName, rows: string, field: string, before: number][] = [
  ['operation-form', 'drugs', 'dose', 5],
  ['operation-form', 'fluids', 'hung_ml', 5],
  ['operation-form', 'shocks', 'energy', 5],
  ['transportation-treatment', 'drugs', 'dose', 6],
  ['transportation-treatment', 'fluids', 'hung_ml', 6],
  ['ambulance-referral', 'treatments', 'dose', 6],
  ['ambulance-referral', 'treatments', 'given_at', 9],
]

test.each(inRows)('a reason may stand for an answer in %s: %s, %s', (name, rows, field, before) => {
  const path = `${rows}/${row}/${field}`
  expect(parseAnswer(requireForm(name), path, reason)).toEqual({ answer: reason })
  expect(parseAnswer(requireForm(name, before), path, reason)).toHaveProperty('problem')
  const inner = (findField(requireForm(name), rows) as RowsField).fields[field]
  expect(inner?.need).toBe('always')
})

test.each(['tourniquet_at', 'aspirin_at', 'antibiotic'])(
  'a reason may stand for what was done before the crew came: %s',
  (field) => {
    expect(parseAnswer(requireForm('operation-form'), field, reason)).toEqual({ answer: reason })
    expect(parseAnswer(requireForm('operation-form', 9), field, reason)).toHaveProperty('problem')
    expect(findField(requireForm('operation-form'), field)?.need).toBe('always')
  },
)

test('nobody has to say whether a patient is infectious of whom they do not know', () => {
  expect(parseAnswer(requireForm('ambulance-referral'), 'is_infectious', reason)).toEqual({ answer: reason })
  const listTransport = (answers: Answers) =>
    listMissing(requireForm('ambulance-referral'), answers)
      .map(({ field }) => field)
      .filter((field) => ['is_infectious', 'infection', 'isolation'].includes(field))
  expect(listTransport({})).toContain('is_infectious')
  expect(listTransport({ is_infectious: reason })).not.toContain('is_infectious')
  expect(listTransport({ is_infectious: reason })).not.toContain('infection')
})

test.each(['operation-form', 'transportation-treatment'] as const)(
  'a dose of the %s has a unit, and a reason why there is no dose has none',
  (name) => {
    const listLacking = (values: Readonly<Record<string, Answer>>) =>
      listMissing(requireForm(name), { unit_level: 'ALS', result: 'FOUND', drugs: { [row]: values } })
        .map(({ field }) => field)
        .filter((field) => field.endsWith('/dose') || field.endsWith('/dose_unit'))
    expect(listLacking({ drug: 'ADRENALINE' })).toEqual([`drugs/${row}/dose`])
    expect(listLacking({ drug: 'ADRENALINE', dose: 1 })).toEqual([`drugs/${row}/dose_unit`])
    expect(listLacking({ drug: 'ADRENALINE', dose: 100_000 })).toEqual([`drugs/${row}/dose_unit`])
    expect(listLacking({ drug: 'ADRENALINE', dose: reason })).toEqual([])
  },
)
