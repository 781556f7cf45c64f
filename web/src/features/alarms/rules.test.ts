import type { Alarm } from 'contract'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../test/build-alarm.ts'
import {
  countBySeverity,
  getClosingRequirement,
  getRuleMeasure,
  isMine,
  listSnoozeMinutes,
  listUnseenHighAlarms,
  replaceOpenAlarm,
  sortByUrgency,
  type WardDuty,
} from './rules.ts'

const me = { _id: 'me', first_name: 'มาลี', last_name: 'ศรีสุข' }
const ward = { _id: 'ward-1', name_en: 'Medicine', name_th: 'อายุรกรรม' }
const patient = { _id: 'p', hn: '1', title: 'นาย', name: 'ก', surname: 'ข', ward, bed: '1' }
const duties: WardDuty[] = [{ ward, nurse_in_charge: me, doctor: null, groups: [] }]
const now = Date.parse('2026-11-05T07:40:00Z')
const alarm = (id: string, more: Partial<Alarm> = {}) => buildAlarm({ _id: id, ...more })
const order = (open: readonly Alarm[], myWards: readonly string[] = []) =>
  sortByUrgency(open, me._id, duties, new Set(myWards)).map(({ _id }) => _id)

test("an alarm is the user's own when it is assigned to them or passed on to them as nurse in charge of its ward", () => {
  expect(isMine(alarm('a', { assigned_to: me }), me._id, duties)).toBe(true)
  expect(isMine(alarm('a', { patient, level: 'nurse_in_charge' }), me._id, duties)).toBe(true)
  expect(isMine(alarm('a', { patient }), me._id, duties)).toBe(false)
  expect(isMine(alarm('a', { patient, level: 'doctor' }), me._id, duties)).toBe(false)
  expect(isMine(alarm('a', { level: 'nurse_in_charge' }), me._id, duties)).toBe(false)
})

test("an alarm is the user's own when it was passed on to one of their groups", () => {
  const group = { _id: 'g', name: 'On call', level: 'doctor' as const, member_ids: ['somebody', me._id] }
  const onCall: WardDuty[] = [{ ward, nurse_in_charge: null, doctor: null, groups: [group] }]
  expect(isMine(alarm('a', { patient, level: 'doctor' }), me._id, onCall)).toBe(true)
  expect(isMine(alarm('a', { patient, level: 'nurse_in_charge' }), me._id, onCall)).toBe(false)
  expect(isMine(alarm('a', { patient, level: 'doctor' }), 'another', onCall)).toBe(false)
})

test("alarms that still last come first: the most severe, then the user's own, the unseen, and the newest", () => {
  const earlier = '2026-11-05T07:00:00.000Z'
  expect(
    order([
      alarm('low', { severity: 'low' }),
      alarm('seen', { state: 'acknowledged', raised_at: earlier }),
      alarm('new'),
      alarm('old', { raised_at: earlier }),
      alarm('medium', { severity: 'medium' }),
      alarm('over', { ended_at: earlier }),
      alarm('mine', { severity: 'low', assigned_to: me, raised_at: earlier }),
      alarm('over, newer', { severity: 'low', ended_at: earlier, raised_at: '2026-11-05T07:39:00.000Z' }),
    ]),
  ).toEqual(['new', 'old', 'seen', 'medium', 'mine', 'low', 'over', 'over, newer'])
})

test("among alarms of one severity those of the user's wards come first, but never before a more severe alarm", () => {
  const elsewhere = { ...patient, ward: { ...ward, _id: 'ward-2' } }
  expect(
    order(
      [
        alarm('medium here', { patient, severity: 'medium' }),
        alarm('elsewhere', { patient: elsewhere }),
        alarm('nobody', { raised_at: '2026-11-05T07:00:00.000Z' }),
        alarm('here, seen', { patient, state: 'acknowledged' }),
        alarm('here', { patient }),
      ],
      [ward._id],
    ),
  ).toEqual(['here', 'here, seen', 'elsewhere', 'nobody', 'medium here'])
})

test('alarms are counted by severity, the most severe first, and severities without alarms are left out', () => {
  expect(countBySeverity([alarm('a', { severity: 'low' }), alarm('b'), alarm('c')])).toEqual([
    { severity: 'high', count: 2 },
    { severity: 'low', count: 1 },
  ])
})

test('the banner shows high alarms that are neither acknowledged nor snoozed, the newest first and ended ones last', () => {
  const until = (instant: string) => ({ snoozed_until: instant })
  const open = [
    alarm('old', { raised_at: '2026-11-05T07:00:00.000Z' }),
    alarm('new'),
    alarm('over', { ended_at: '2026-11-05T07:39:30.000Z' }),
    alarm('seen', { state: 'acknowledged' }),
    alarm('medium', { severity: 'medium' }),
    alarm('snoozed', until('2026-11-05T07:41:00.000Z')),
    alarm('snoozed no more', { ...until('2026-11-05T07:39:00.000Z'), raised_at: '2026-11-05T06:00:00.000Z' }),
  ]
  expect(listUnseenHighAlarms(open, now).map(({ _id }) => _id)).toEqual([
    'new',
    'old',
    'snoozed no more',
    'over',
  ])
})

test('a high alarm is snoozed for ten minutes at most', () => {
  expect(listSnoozeMinutes(alarm('a'))).toEqual([5, 10])
  expect(listSnoozeMinutes(alarm('a', { severity: 'medium' }))).toEqual([5, 10, 15, 30])
})

test('closing a fall needs its outcome, closing an ongoing alarm a note, closing an ended alarm neither', () => {
  const over = '2026-11-05T07:39:00.000Z'
  expect(getClosingRequirement(alarm('a', { rule: 'fall', ended_at: over }))).toBe('outcome')
  expect(getClosingRequirement(alarm('a', { rule: 'sos' }))).toBe('outcome')
  expect(getClosingRequirement(alarm('a'))).toBe('note')
  expect(getClosingRequirement(alarm('a', { ended_at: over }))).toBeUndefined()
})

test("a value is shown in the unit of the alarm's measurement", () => {
  expect(getRuleMeasure('temperature-high')).toMatchObject({ unit: '°C', decimals: 1 })
  expect(getRuleMeasure('battery').unit).toBe('%')
  expect(getRuleMeasure('news2').unit).toBe('')
})

test('a changed alarm replaces its earlier state, a cleared one is removed, a new one is added', () => {
  const open = [alarm('a'), alarm('b')]
  expect(replaceOpenAlarm(open, alarm('a', { state: 'acknowledged' }))).toMatchObject([
    { _id: 'a', state: 'acknowledged' },
    { _id: 'b' },
  ])
  expect(replaceOpenAlarm(open, alarm('a', { state: 'cleared' }))).toMatchObject([{ _id: 'b' }])
  expect(replaceOpenAlarm(open, alarm('c'))).toHaveLength(3)
})
