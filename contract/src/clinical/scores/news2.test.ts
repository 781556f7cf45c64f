import { describe, expect, test } from 'vitest'
import { consciousnessLevels } from '../vital-signs.ts'
import { classifyNews2Risk, computeNews2, type News2Input, news2Parameters } from './news2.ts'

const well: News2Input = {
  respiration_rate: 16,
  spo2: 98,
  oxygen: false,
  systolic: 120,
  pulse: 70,
  consciousness: 'A',
  temperature: 37,
}

test('a patient with all values in order scores 0', () => {
  expect(computeNews2(well)).toEqual({
    total: 0,
    hasSingleThree: false,
    parts: {
      respiration_rate: 0,
      spo2: 0,
      oxygen: 0,
      systolic: 0,
      pulse: 0,
      consciousness: 0,
      temperature: 0,
    },
  })
})

/** The chart of the Royal College of Physicians: each score with its first and last value. */
const chart: { [Name in keyof News2Input]?: [first: number, last: number, score: number][] } = {
  respiration_rate: [
    [1, 8, 3],
    [9, 11, 1],
    [12, 20, 0],
    [21, 24, 2],
    [25, 120, 3],
  ],
  spo2: [
    [30, 91, 3],
    [92, 93, 2],
    [94, 95, 1],
    [96, 100, 0],
  ],
  systolic: [
    [30, 90, 3],
    [91, 100, 2],
    [101, 110, 1],
    [111, 219, 0],
    [220, 300, 3],
  ],
  pulse: [
    [10, 40, 3],
    [41, 50, 1],
    [51, 90, 0],
    [91, 110, 1],
    [111, 130, 2],
    [131, 350, 3],
  ],
  temperature: [
    [20, 35, 3],
    [35.1, 36, 1],
    [36.1, 38, 0],
    [38.1, 39, 1],
    [39.1, 45, 2],
  ],
}

const rows = news2Parameters.flatMap((name) => (chart[name] ?? []).map((row) => [name, ...row] as const))

test.each(rows)('%s from %f to %f scores %i', (name, first, last, score) => {
  for (const value of [first, last]) {
    const result = computeNews2({ ...well, [name]: value })
    expect(result?.parts[name]).toBe(score)
    expect(result?.total).toBe(score)
    expect(result?.hasSingleThree).toBe(score === 3)
  }
})

test('supplemental oxygen scores 2', () => {
  expect(computeNews2({ ...well, oxygen: true })).toMatchObject({ total: 2, hasSingleThree: false })
})

test.each(consciousnessLevels)('consciousness %s scores 3 unless alert', (consciousness) => {
  expect(computeNews2({ ...well, consciousness })?.total).toBe(consciousness === 'A' ? 0 : 3)
})

describe('with a target of 88–92 %', () => {
  test.each([
    [30, 83, 3, 3],
    [84, 85, 2, 2],
    [86, 87, 1, 1],
    [88, 92, 0, 0],
    [93, 94, 0, 1],
    [95, 96, 0, 2],
    [97, 100, 0, 3],
  ])('from %i to %i scores %i on air and %i on oxygen', (first, last, onAir, onOxygen) => {
    for (const spo2 of [first, last]) {
      expect(computeNews2({ ...well, spo2 }, 2)?.parts.spo2).toBe(onAir)
      expect(computeNews2({ ...well, spo2, oxygen: true }, 2)?.parts.spo2).toBe(onOxygen)
    }
  })
})

test('the highest score is 20', () => {
  const worst: News2Input = {
    respiration_rate: 30,
    spo2: 80,
    oxygen: true,
    systolic: 80,
    pulse: 140,
    consciousness: 'U',
    temperature: 34,
  }
  expect(computeNews2(worst)).toMatchObject({ total: 20, hasSingleThree: true })
})

test('several small scores do not count as a single three', () => {
  expect(computeNews2({ ...well, respiration_rate: 22, pulse: 115, temperature: 39.5 })).toMatchObject({
    total: 6,
    hasSingleThree: false,
  })
})

test.each(news2Parameters)('without %s there is no score', (name) => {
  expect(computeNews2({ ...well, [name]: null })).toBeNull()
})

test.each([
  ['temperature', 35.04, 3],
  ['temperature', 35.06, 1],
  ['temperature', 38.04, 0],
  ['spo2', 91.4, 3],
  ['pulse', 90.4, 0],
  ['respiration_rate', 8.4, 3],
  ['systolic', 90.4, 3],
] as const)('%s %f is scored as it is written, %i', (name, value, score) => {
  expect(computeNews2({ ...well, [name]: value })?.parts[name]).toBe(score)
})

test.each([
  [0, false, 'low'],
  [4, false, 'low'],
  [3, true, 'low_medium'],
  [4, true, 'low_medium'],
  [5, false, 'medium'],
  [6, true, 'medium'],
  [7, false, 'high'],
  [20, true, 'high'],
] as const)('a total of %i, with one parameter of 3: %s, is a %s risk', (total, hasSingleThree, risk) => {
  expect(classifyNews2Risk({ total, hasSingleThree })).toBe(risk)
})
