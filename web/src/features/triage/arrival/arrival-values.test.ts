import type { Visit } from 'contract'
import { expect, test } from 'vitest'
import { listIssues } from '../../../ui/form/create-schema.ts'
import {
  arrivalSchema,
  createArrival,
  createCorrectionSchema,
  toArrival,
  toArrivalValues,
  toCorrection,
} from './arrival-values.ts'

const patientId = '0191e5c0-0000-7000-8000-000000000001'
const empty = createArrival(patientId, 'ER')
const typed = { ...empty, source: '1', mode: 'WALK', is_accident: 'unknown' } as const
const refuse = (values: object) =>
  listIssues(arrivalSchema, { ...typed, ...values }).map(({ path, message }) => [path.join('.'), message])

test('nothing is answered before somebody says it, and each answer that is needed is asked for', () => {
  expect(empty).toMatchObject({ source: '', mode: '', is_accident: '', accident: { source: '', belt: '' } })
  const listMissing = (values: object) =>
    listIssues(arrivalSchema, values).map(({ path, message }) => `${path.join('.')} ${message}`)
  const needed = ['source field-required', 'mode field-required', 'is_accident field-required']
  expect(listMissing(empty)).toEqual(needed)
  expect(listMissing({ ...empty, kind: 'OPD' })).toEqual(needed.slice(0, 2))
  expect(listMissing(typed)).toEqual([])
  const hurt = { ...typed, is_accident: 'yes' } as const
  expect(toArrival(hurt).accident).toMatchObject({ source: null, belt: null, helmet: null, alcohol: null })
})

test('an arrival is sent with what is shown: no accident, no weeks of somebody who is not pregnant', () => {
  const hidden = { ...typed, accident: { ...typed.accident, place: '1' }, pregnancy_weeks: 99 }
  expect(toArrival(hidden)).toMatchObject({ accident: null, pregnancy: 'not_asked', pregnancy_weeks: null })
  expect(listIssues(arrivalSchema, hidden)).toEqual([])
})

test('typed codes of an accident are sent, also in Thai digits; what is empty or unknown is null', () => {
  const accident = { ...typed.accident, source: '5', place: '๐๗', role: ' 1 ', helmet: 'no' } as const
  expect(toArrival({ ...typed, is_accident: 'yes', accident }).accident).toEqual({
    source: 5,
    place: '07',
    role: 1,
    vehicle: null,
    belt: null,
    helmet: false,
    alcohol: null,
  })
})

test('each field of an accident has a problem of its own', () => {
  const accident = { ...typed.accident, place: '7', role: 'x', vehicle: '123' }
  expect(refuse({ is_accident: 'yes', accident })).toEqual([
    ['accident.place', 'two-digits'],
    ['accident.role', 'number-invalid'],
    ['accident.vehicle', 'two-digits'],
  ])
  expect(refuse({ is_accident: 'yes', accident: { ...typed.accident, role: '10' } })).toEqual([
    ['accident.role', 'number-range'],
  ])
})

test.each([
  [46, 'number-range'],
  [0, 'number-range'],
  ['-', 'number-invalid'],
])('%s weeks of pregnancy are refused as %s', (pregnancy_weeks, message) => {
  expect(refuse({ pregnancy: 'yes', pregnancy_weeks })).toEqual([['pregnancy_weeks', message]])
})

test('whoever is pregnant need not know since when', () => {
  expect(refuse({ pregnancy: 'yes' })).toEqual([])
})

test('the beginning needs a day and a time', () => {
  expect(refuse({ onset: { date: '2026-11-05', time: '25:00' } })).toEqual([['onset_at', 'time-invalid']])
  expect(refuse({ onset: { date: 'x', time: '10:00' } })).toEqual([['onset_at', 'date-invalid']])
})

test('an accident is unknown until somebody says so, and "now" is sent as no time', () => {
  expect(toArrival(typed)).toMatchObject({ is_accident: null, accident: null })
  expect(toArrival({ ...typed, is_accident: 'no' })).toMatchObject({ is_accident: false, accident: null })
  expect(toArrival(typed)).not.toHaveProperty('visited_at')
  const arrived = { date: '2026-11-05', time: '0905' }
  expect(toArrival({ ...typed, arrived }).visited_at).toBe('2026-11-05T02:05:00.000Z')
  expect(refuse({ arrived: { ...arrived, time: '9' } })).toEqual([['visited_at', 'time-invalid']])
})

const visit: Visit = {
  _id: patientId,
  vn: '69000001',
  kind: 'ER',
  visited_at: '2026-11-05T02:05:31.000Z',
  source: 4,
  mode: 'STRETCHER',
  referring_hospital: null,
  referral_number: null,
  complaint: 'ล้ม',
  symptom_groups: [24],
  onset_at: null,
  is_accident: true,
  accident: { source: 5, place: '07', role: 1, vehicle: null, belt: null, helmet: false, alcohol: null },
  pregnancy: 'not_asked',
  pregnancy_weeks: null,
  infection_signs: ['NONE'],
  last_correction: null,
  er_since: null,
  opd_seen_at: null,
  first_seen_at: null,
  is_open: true,
  left_at: null,
  disposition: null,
  brought: null,
  referral: null,
  voided: null,
}

test('a correction sends what was changed, and nothing else: not the seconds that nobody typed', () => {
  const told = toArrivalValues(patientId, visit)
  expect(toCorrection(told, visit).changed).toEqual({})
  const corrected = { ...told, mode: 'WHEELCHAIR', is_accident: 'no', reason: 'asked again' } as const
  expect(toCorrection(corrected, visit)).toEqual({
    changed: { mode: 'WHEELCHAIR', is_accident: false, accident: null },
    reason: 'asked again',
  })
})

test('a correction of when a doctor of the clinic saw the patient sends it, or that none did', () => {
  const sent = { ...visit, er_since: '2026-11-05T02:40:00.000Z', opd_seen_at: '2026-11-05T02:30:12.000Z' }
  const told = toArrivalValues(patientId, sent)
  expect(toCorrection(told, sent).changed).toEqual({})
  const opd_seen = { date: '2026-11-05', time: '09:20' }
  expect(toCorrection({ ...told, opd_seen }, sent).changed).toEqual({
    opd_seen_at: '2026-11-05T02:20:00.000Z',
  })
  expect(toCorrection({ ...told, opd_seen: null }, sent).changed).toEqual({ opd_seen_at: null })
  const wrong = { ...told, opd_seen: { ...opd_seen, time: '25:00' }, reason: 'กดช้า' }
  expect(listIssues(createCorrectionSchema(sent), wrong)).toMatchObject([
    { path: ['opd_seen_at'], message: 'time-invalid' },
  ])
})

test('a correction needs a reason', () => {
  const told = toArrivalValues(patientId, visit)
  expect(listIssues(createCorrectionSchema(visit), told)).toMatchObject([
    { path: ['reason'], message: 'reason-required' },
  ])
})

test('a correction leaves unanswered what nobody said at the arrival', () => {
  const older = { ...visit, source: null, mode: null, is_accident: null, accident: null }
  const told = { ...toArrivalValues(patientId, older), complaint: 'ล้มในห้องน้ำ', reason: 'asked again' }
  expect(told).toMatchObject({ source: '', mode: '', is_accident: '' })
  expect(listIssues(createCorrectionSchema(older), told)).toEqual([])
  expect(toCorrection(told, older).changed).toEqual({ complaint: 'ล้มในห้องน้ำ' })
})

test('each field of a correction has a problem of its own', () => {
  const told = { ...toArrivalValues(patientId, visit), reason: 'asked again' }
  const accident = { ...told.accident, place: '7' }
  expect(listIssues(createCorrectionSchema(visit), { ...told, accident })).toMatchObject([
    { path: ['accident', 'place'], message: 'two-digits' },
  ])
})
