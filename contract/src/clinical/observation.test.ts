import { expect, test } from 'vitest'
import type { LatestValue } from '../monitoring.ts'
import { standardTimes } from '../thresholds.ts'
import { isObservationOverdue, planObservation } from './observation.ts'

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
const every = (latest: readonly LatestValue[], ordered: number | null = null) =>
  planObservation(latest, ordered, standardTimes).everyMinutes

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

test('a score from 7 is watched continuously, and 6 is not', () => {
  expect(planObservation(scored(7), null, standardTimes).isContinuous).toBe(true)
  expect(planObservation(scored(6), null, standardTimes).isContinuous).toBe(false)
})

test('the next is counted from the oldest part of the score', () => {
  expect(planObservation(scored(5), null, standardTimes)).toMatchObject({ lastAt: at(6), dueAt: at(7) })
})

test('an order goes before the score, and continuous monitoring is still named', () => {
  const plan = planObservation(scored(8), 120, standardTimes)
  expect(plan).toMatchObject({ everyMinutes: 120, reason: 'order', isContinuous: true, dueAt: at(8) })
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
  expect(planObservation([], 60, standardTimes)).toMatchObject({ dueAt: undefined, reason: 'order' })
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
