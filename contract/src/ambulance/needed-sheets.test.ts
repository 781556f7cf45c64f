import { expect, test } from 'vitest'
import { operationForms } from './codes.ts'
import type { MissionReason } from './mission-reasons.ts'
import type { MissionStep } from './mission-states.ts'
import { listNeededSheets, listOpenSheets } from './needed-sheets.ts'

type Given = Parameters<typeof listNeededSheets>[0]

const calledAt = '2026-03-01T10:00:00.000Z'
const bare: Given = {
  _id: 'm',
  called_at: calledAt,
  kind: 'SCENE',
  events: [],
  operation: { _id: 'o', name: 'ALS', forms: [...operationForms] },
  patient: null,
  referral: null,
  sheets: [],
  check: null,
  met_patients: 0,
}
const judge = (given: Partial<Given>) =>
  Object.fromEntries(listNeededSheets({ ...bare, ...given }).map(({ form, state }) => [form, state]))

test('a mission needs the sheets that its operation names', () => {
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

const patient = { _id: 'p', hn: '1', title: 'นาย', name: 'ก', surname: 'ข', ward: null, bed: null }
const take = (...steps: MissionStep[]): Given['events'] =>
  steps.map((step, i) => ({
    _id: `e${i}`,
    step,
    at: calledAt,
    recorded_at: calledAt,
    source: 'BUTTON',
    by: null,
    reason: null,
    note: null,
    doctor: null,
    vehicle: null,
    operation: null,
    destination: null,
    withdraws: null,
    crew: null,
    accepted_by: null,
  }))
const leaveThere = (reason: MissionReason): Given['events'] =>
  take('ASSIGNED', 'AT_SCENE', 'NO_TRANSPORT', 'BACK_AT_BASE').map((event) => ({
    ...event,
    ...(event.step === 'NO_TRANSPORT' && { reason }),
  }))
const noTransport = leaveThere('NO_PATIENT')

test.each<[string, string, Partial<Given>, string[]]>([
  ['a scene', 'SCENE', {}, ['OPERATION']],
  ['a scene where nobody was found', 'SCENE', { events: noTransport }, []],
  ['a scene to which the vehicle did not come', 'SCENE', { events: take('ASSIGNED', 'STOOD_DOWN') }, []],
  [
    'a scene with somebody who was left there',
    'SCENE',
    { events: noTransport, met_patients: 1 },
    ['OPERATION'],
  ],
  ['a scene with somebody who was treated there', 'SCENE', { events: leaveThere('TREATED') }, ['OPERATION']],
  ['an event', 'EVENT', {}, []],
  ['an event that brought somebody', 'EVENT', { events: take('ASSIGNED', 'HANDED_OVER') }, ['OPERATION']],
  ['an event with a patient of whom the request speaks', 'EVENT', { patient }, ['OPERATION']],
  ['an event with a patient', 'EVENT', { met_patients: 1 }, ['OPERATION']],
  ['a referral', 'REFER_OUT', {}, ['TRANSPORTATION_TREATMENT']],
  ['a referral back', 'REFER_BACK', {}, ['TRANSPORTATION_TREATMENT']],
  ['an appointment', 'APPOINTMENT', {}, ['TRANSPORTATION_TREATMENT']],
  ['a way home', 'DISCHARGE_HOME', {}, ['TRANSPORTATION_TREATMENT']],
  ['a transport of nobody', 'DISCHARGE_HOME', { events: noTransport }, []],
  ['a body', 'BODY', {}, []],
])(
  '%s without an operation, or with one that names no sheets, needs those of its kind',
  (_, kind, given, forms) => {
    for (const operation of [null, { _id: 'o', name: 'x', forms: [] }])
      expect(listNeededSheets({ ...bare, ...given, kind, operation }).map(({ form }) => form)).toEqual(forms)
  },
)

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

test('an operation form is needed for each patient whom the vehicle brings or its crew treated, and for one at least', () => {
  const operation = { _id: 'o', name: 'x', forms: ['OPERATION' as const, 'TRANSFER_RECORDING' as const] }
  const given = { ...bare, operation, met_patients: 2 }
  const one = [write('operation-form', 'complete', 'one'), write('transportation-treatment', 'complete', 't')]
  expect(listOpenSheets({ ...given, sheets: one.slice(1), met_patients: 0 })).toEqual([
    { form: 'OPERATION', state: 'missing', record: null },
  ])
  expect(listOpenSheets({ ...given, sheets: one, met_patients: 1 })).toEqual([])
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

test('a mission with several patients needs a complete sheet for each of them', () => {
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

const referral = {
  _id: 'r',
  number: null,
  risk: null,
  isolation: [],
  equipment: [],
  holder: null,
  was_held_by_crew: false,
}

test('a referral is started until it has its number, and somebody takes it in hand', () => {
  expect(judge({ referral })).toMatchObject({ REFERRAL: 'started', TAKE_SHIFT: 'missing' })
  const holder = { act_id: 'a', staff: { _id: 'u', first_name: 'A', last_name: 'B' }, since: calledAt }
  expect(judge({ referral: { ...referral, number: '6903-1', holder } })).toMatchObject({
    REFERRAL: 'complete',
    TAKE_SHIFT: 'complete',
  })
})

test('somebody of the crew who had a referral in hand keeps it taken when it is released', () => {
  const released = { ...referral, number: '6903-1', was_held_by_crew: true }
  expect(judge({ referral: released })).toMatchObject({ TAKE_SHIFT: 'complete' })
})

test.each([
  ['2026-02-28T21:59:59.000Z', true, 'missing'],
  ['2026-02-28T22:00:00.000Z', true, 'complete'],
  ['2026-03-01T11:00:00.000Z', true, 'complete'],
  ['2026-03-01T09:00:00.000Z', false, 'started'],
])('a check at %s, whole: %s, is %s for a call at 10:00', (at, is_whole, state) => {
  expect(judge({ check: { at, is_whole } })).toMatchObject({ EQUIPMENT_CHECK: state })
})
