import { expect, test } from 'vitest'
import { computeScoreHistory, news2KeptMs, type ScoredReading } from './score-history.ts'

const hourMs = 60 * 60_000
/** All parts in order: a score of 0. */
const whole = {
  respiration_rate: 16,
  spo2: 97,
  oxygen: false,
  systolic: 125,
  pulse: 80,
  consciousness: 'A',
  temperature: 37,
} as const
const byScale1 = () => 1 as const
const listScores = (...history: Parameters<typeof computeScoreHistory>) =>
  computeScoreHistory(...history).map(({ at, value }) => ({ at, value }))

test('each reading makes the score anew from the newest value of each parameter', () => {
  const readings: ScoredReading[] = [
    { at: 0, ...whole },
    { at: hourMs, spo2: 93 },
    { at: 2 * hourMs, pulse: 120 },
    { at: 3 * hourMs, spo2: 97, pulse: 80 },
  ]
  expect(listScores(readings, byScale1)).toEqual([
    { at: 0, value: 0 },
    { at: hourMs, value: 2 },
    { at: 2 * hourMs, value: 4 },
    { at: 3 * hourMs, value: 0 },
  ])
})

test('readings of one instant make one score', () => {
  const { spo2, ...others } = whole
  expect(
    listScores(
      [
        { at: 0, ...others },
        { at: 0, spo2 },
        { at: 0, temperature: 39.5 },
      ],
      byScale1,
    ),
  ).toEqual([{ at: 0, value: 2 }])
})

test('there is no score while a parameter is missing, or after it is older than the longest interval', () => {
  const { consciousness, ...others } = whole
  const readings = [
    { at: 0, ...others },
    { at: 1, consciousness },
    { at: news2KeptMs, ...others },
    { at: news2KeptMs + 1, ...others },
  ]
  expect(computeScoreHistory(readings, byScale1).map(({ at }) => at)).toEqual([1, news2KeptMs])
})

test('the oxygen saturation is scored by the scale that applied then', () => {
  const readings = [
    { at: 0, ...whole, spo2: 90 },
    { at: hourMs, spo2: 90 },
  ]
  expect(listScores(readings, (at) => (at < hourMs ? 1 : 2))).toEqual([
    { at: 0, value: 3 },
    { at: hourMs, value: 0 },
  ])
})

test('a score says its scale, and of each parameter the points, the value and when it was measured', () => {
  const [, score] = computeScoreHistory(
    [
      { at: 5, ...whole },
      { at: 9, respiration_rate: 22 },
    ],
    byScale1,
  )
  expect(score).toMatchObject({ at: 9, value: 2, scale: 1, input: { ...whole, respiration_rate: 22 } })
  expect(score?.points).toMatchObject({ respiration_rate: 2, pulse: 0 })
  expect([score?.measuredAt.get('respiration_rate'), score?.measuredAt.get('pulse')]).toEqual([9, 5])
})

test('after half a pressure there is no score until the next whole one', () => {
  const readings = [
    { at: 0, ...whole },
    { at: 1, systolic: null, diastolic: 70 },
    { at: 2, pulse: 120 },
    { at: 3, systolic: 125, diastolic: null },
  ]
  expect(listScores(readings, byScale1)).toEqual([
    { at: 0, value: 0 },
    { at: 3, value: 2 },
  ])
})
