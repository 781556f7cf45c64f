import { expect, test } from 'vitest'
import { operationForms } from './codes.ts'
import { listNeededSheets, listOpenSheets } from './needed-sheets.ts'

type Given = Parameters<typeof listNeededSheets>[0]

const calledAt = '2026-03-01T10:00:00.000Z'
const bare: Given = {
  _id: 'm',
  called_at: calledAt,
  operation: { _id: 'o', name: 'ALS', forms: [...operationForms] },
  referral: null,
  sheets: [],
  check: null,
  patient_count: 1,
  is_mass_casualty: false,
}
const judge = (given: Partial<Given>) =>
  Object.fromEntries(listNeededSheets({ ...bare, ...given }).map(({ form, state }) => [form, state]))

test('a mission without an operation needs no sheets, and with one those that it names', () => {
  expect(listNeededSheets({ ...bare, operation: null })).toEqual([])
  expect(judge({ operation: { _id: 'o', name: 'x', forms: ['OPERATION'] } })).toEqual({
    OPERATION: 'missing',
  })
  expect(judge({})).toEqual({
    REQUEST: 'complete',
    REFERRAL: 'missing',
    TAKE_SHIFT: 'missing',
    OPERATION: 'missing',
    TRANSFER_RECORDING: 'missing',
    EQUIPMENT_CHECK: 'missing',
  })
})

const write = (form: Given['sheets'][number]['form'], state: 'draft' | 'complete', _id = 's') => ({
  _id,
  form,
  number: null,
  state,
})

test('sheets that are written in one record are needed once', () => {
  expect(judge({ sheets: [write('operation-form', 'draft')] })).toMatchObject({
    OPERATION: 'started',
    TRANSFER_RECORDING: 'missing',
  })
  expect(judge({ sheets: [write('transportation-treatment', 'complete')] })).toMatchObject({
    OPERATION: 'missing',
    TRANSFER_RECORDING: 'complete',
  })
  const forms = ['ALS_RECORD', 'TRANSPORTATION_TREATMENT', 'OPERATION', 'TRANSFER_RECORDING'] as const
  const needed = judge({ operation: { _id: 'o', name: 'x', forms: [...forms] } })
  expect(needed).toEqual({ ALS_RECORD: 'missing', TRANSPORTATION_TREATMENT: 'missing' })
})

test('an operation form is needed for each patient of whom the request speaks', () => {
  const operation = { _id: 'o', name: 'x', forms: ['OPERATION' as const, 'TRANSFER_RECORDING' as const] }
  const given = { ...bare, operation, patient_count: 2 }
  const one = [write('operation-form', 'complete', 'one'), write('transportation-treatment', 'complete', 't')]
  expect(
    listNeededSheets({ ...given, sheets: one }).map(({ state, patients }) => ({ state, patients })),
  ).toEqual([
    { state: 'missing', patients: { complete: 1, needed: 2 } },
    { state: 'complete', patients: undefined },
  ])
  const draft = [...one, write('operation-form', 'draft', 'two')]
  expect(listNeededSheets({ ...given, sheets: draft })[0]).toMatchObject({
    state: 'started',
    record: { _id: 'two' },
  })
  expect(listOpenSheets({ ...given, sheets: [...one, write('operation-form', 'complete', 'two')] })).toEqual(
    [],
  )
})

test('of a mass casualty, of which other vehicles take their part, one operation form is needed and each that was begun', () => {
  const operation = { _id: 'o', name: 'x', forms: ['OPERATION' as const] }
  const given = { ...bare, operation, patient_count: 20, is_mass_casualty: true }
  expect(listOpenSheets(given)).toEqual([{ form: 'OPERATION', state: 'missing', record: null }])
  const one = write('operation-form', 'complete', 'one')
  expect(listOpenSheets({ ...given, sheets: [one] })).toEqual([])
  expect(listOpenSheets({ ...given, sheets: [one, write('operation-form', 'draft', 'two')] })).toMatchObject([
    { state: 'started', record: { _id: 'two' } },
  ])
})

test('of several patients each needs a sheet that is complete', () => {
  const sheets = [write('operation-form', 'complete', 'one'), write('operation-form', 'draft', 'two')]
  const operation = { _id: 'o', name: 'x', forms: ['OPERATION' as const] }
  expect(listNeededSheets({ ...bare, operation, sheets })).toEqual([
    { form: 'OPERATION', state: 'started', record: { form: 'operation-form', _id: 'two' } },
  ])
})

test('open are the needed sheets that are not complete, and any other that was begun', () => {
  const operation = { _id: 'o', name: 'x', forms: ['REQUEST' as const, 'OPERATION' as const] }
  const sheets = [write('operation-form', 'complete'), write('transportation-treatment', 'draft', 't')]
  expect(listOpenSheets({ ...bare, operation, sheets })).toEqual([
    {
      form: 'TRANSPORTATION_TREATMENT',
      state: 'started',
      record: { form: 'transportation-treatment', _id: 't' },
    },
  ])
  expect(listOpenSheets({ ...bare, operation }).map(({ form }) => form)).toEqual(['OPERATION'])
  expect(listOpenSheets({ ...bare, operation, sheets: sheets.slice(0, 1) })).toEqual([])
})

test('a referral is started until it has its number, and somebody takes it in hand', () => {
  const referral = { _id: 'r', number: null, risk: null, holder: null }
  expect(judge({ referral })).toMatchObject({ REFERRAL: 'started', TAKE_SHIFT: 'missing' })
  const holder = { act_id: 'a', staff: { _id: 'u', first_name: 'A', last_name: 'B' }, since: calledAt }
  expect(judge({ referral: { ...referral, number: '6903-1', holder } })).toMatchObject({
    REFERRAL: 'complete',
    TAKE_SHIFT: 'complete',
  })
})

test.each([
  ['2026-02-28T21:59:59.000Z', true, 'missing'],
  ['2026-02-28T22:00:00.000Z', true, 'complete'],
  ['2026-03-01T11:00:00.000Z', true, 'complete'],
  ['2026-03-01T09:00:00.000Z', false, 'started'],
])('a check at %s, whole: %s, is %s for a call at 10:00', (at, is_whole, state) => {
  expect(judge({ check: { at, is_whole } })).toMatchObject({ EQUIPMENT_CHECK: state })
})
