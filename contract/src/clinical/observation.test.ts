import { expect, test } from 'vitest'
import type { LatestValue } from '../monitoring.ts'
import { standardTimes } from '../thresholds.ts'
import {
  classifyObservation,
  isObservationOverdue,
  type ObservationRisk,
  planObservation,
} from './observation.ts'

const at = (hour: number) => `2026-11-05T${String(hour).padStart(2, '0')}:00:00.000Z`
const one = (vital: LatestValue['vital'], value: number | null, more: Partial<LatestValue> = {}) => ({
  vital,
  value,
  second: null,
  note: null,
  measured_at: at(8),
  source: 'manual' as const,
  is_derived: false,
  ...more,
})
/** All parts of a score of 0, with its own value in place of the sum. */
const scored = (value: number, changed: readonly LatestValue[] = []) => [
  ...[
    one('blood_pressure', 125, { second: 74 }),
    one('pulse', 80),
    one('respiration_rate', 16),
    one('spo2', 97),
    one('oxygen', 0),
    one('temperature', 37),
    one('consciousness', null, { note: 'A' }),
  ].map((part) => changed.find(({ vital }) => vital === part.vital) ?? part),
  one('news2', value, { second: 1, note: at(6), is_derived: true }),
]
const every = (latest: readonly LatestValue[]) => planObservation(latest, null, standardTimes).everyMinutes
const order = (every_minutes: number, risk: ObservationRisk | null) => ({ every_minutes, risk })

test.each([
  [0, 720],
  [1, 240],
  [4, 240],
  [5, 60],
  [6, 60],
  [7, 30],
  [20, 30],
])('a score of %i asks for vital signs every %i minutes', (value, minutes) => {
  expect(every(scored(value))).toBe(minutes)
})

test('one parameter of 3 asks for an hour at a low score', () => {
  const low = one('respiration_rate', 8)
  expect(every(scored(3, [low]))).toBe(60)
  expect(every(scored(3, [one('respiration_rate', 9)]))).toBe(240)
})

test('a score from 7 is monitored continuously, and 6 is not', () => {
  expect(planObservation(scored(7), null, standardTimes).isContinuous).toBe(true)
  expect(planObservation(scored(6), null, standardTimes).isContinuous).toBe(false)
})

test('the next is counted from the oldest part of the score', () => {
  expect(planObservation(scored(5), null, standardTimes)).toMatchObject({ lastAt: at(6), dueAt: at(7) })
})

test('an order goes before the score, and continuous monitoring is still named', () => {
  const plan = planObservation(scored(8), order(120, 'high'), standardTimes)
  expect(plan).toMatchObject({ everyMinutes: 120, reason: 'order', isContinuous: true, dueAt: at(8) })
})

test('an order lapses while the score is of a higher risk than when it was given, unless it is the shorter', () => {
  const daily = order(1440, 'zero')
  const plan = (value: number, given = daily) => {
    const { everyMinutes, reason } = planObservation(scored(value), given, standardTimes)
    return [everyMinutes, reason]
  }
  expect(plan(0)).toEqual([1440, 'order'])
  expect(plan(9)).toEqual([30, 'lapsed'])
  expect(plan(1)).toEqual([240, 'lapsed'])
  expect(plan(9, order(15, 'zero'))).toEqual([15, 'order'])
  expect(plan(4, order(1440, 'medium'))).toEqual([1440, 'order'])
})

test('an order whose risk nobody knows lapses for a score that asks sooner', () => {
  expect(planObservation(scored(5), order(240, null), standardTimes)).toMatchObject({
    everyMinutes: 60,
    reason: 'lapsed',
  })
  expect(planObservation(scored(5), order(30, null), standardTimes).reason).toBe('order')
  expect(planObservation([one('pulse', 80)], order(1440, null), standardTimes).reason).toBe('order')
})

test('the class of a score depends on its sum, and of a low score on its parameters of 3', () => {
  const risks = [0, 1, 4, 5, 7].map((value) => classifyObservation(scored(value), standardTimes))
  expect(risks).toEqual(['zero', 'low', 'low', 'medium', 'high'])
  expect(classifyObservation(scored(3, [one('respiration_rate', 8)]), standardTimes)).toBe('three')
  expect(classifyObservation([one('pulse', 80)], standardTimes)).toBeUndefined()
})

test('without a score the oldest vital sign of a round decides, not the newest of a watch', () => {
  const latest = [one('temperature', 37, { measured_at: at(3) }), one('pulse', 80), one('weight', 60)]
  expect(planObservation(latest, null, standardTimes)).toMatchObject({
    everyMinutes: 240,
    reason: 'unscored',
    lastAt: at(3),
    dueAt: at(7),
  })
})

test('a patient of whom nothing was measured is due at once', () => {
  expect(planObservation([], order(60, null), standardTimes)).toMatchObject({
    dueAt: undefined,
    reason: 'order',
  })
  expect(planObservation([one('weight', 60)], null, standardTimes).dueAt).toBeUndefined()
})

test('vital signs are overdue after the time at which they are due', () => {
  const now = Date.parse(at(10))
  expect([
    isObservationOverdue({ dueAt: at(10) }, now),
    isObservationOverdue({ dueAt: at(10) }, now + 1),
  ]).toEqual([false, true])
  expect(isObservationOverdue({ dueAt: undefined }, now)).toBe(true)
})
