import { expect, test } from 'vitest'
import {
  alignSeries,
  computeAxisRange,
  type Dot,
  findNearestDot,
  findWorstLevel,
  splitAtGaps,
} from './time-series.ts'

const minute = 60_000
const dot = (minutes: number, value = 70): Dot => ({
  at: minutes * minute,
  from: minutes * minute,
  to: minutes * minute,
  min: value,
  max: value,
  count: 1,
  isManual: false,
})
const toMinutes = (runs: Dot[][]) => runs.map((run) => run.map(({ at }) => at / minute))

test('a line bridges gaps of up to three usual intervals and no longer ones', () => {
  const at = (minutes: number[]) => toMinutes(splitAtGaps(minutes.map((one) => dot(one))))
  expect(at([0, 5, 10, 15, 30, 35])).toEqual([[0, 5, 10, 15, 30, 35]])
  expect(at([0, 5, 10, 15, 31, 36])).toEqual([
    [0, 5, 10, 15],
    [31, 36],
  ])
  expect(at([0])).toEqual([[0]])
  expect(at([])).toEqual([])
})

test('where nearly every part of the span has a value, an empty part is a gap', () => {
  const whole = Array.from({ length: 20 }, (_, part) => part * 10)
  const runs = splitAtGaps(
    whole.filter((at) => at !== 120).map((one) => dot(one)),
    10 * minute,
  )
  expect(toMinutes(runs)).toEqual([whole.slice(0, 12), whole.slice(13)])
})

test('an interval slightly longer than a part does not break the line', () => {
  // One value every ten minutes, in parts of six: the next value is one or two parts further on.
  const times = [0, 6, 18, 30, 36, 48, 60, 66]
  const runs = splitAtGaps(
    times.map((one) => dot(one)),
    6 * minute,
  )
  expect(toMinutes(runs)).toEqual([times])
})

test('rarely measured values are joined even if most parts of the span are empty', () => {
  const runs = splitAtGaps(
    [0, 240, 480, 720].map((one) => dot(one)),
    10 * minute,
  )
  expect(toMinutes(runs)).toEqual([[0, 240, 480, 720]])
})

test('on a shared axis a line ends at its own gap and continues over the times of other series', () => {
  const pulse = { runs: [[dot(0, 70), dot(10, 72)], [dot(60, 75)]], apart: [] }
  const spo2 = { runs: [[dot(5, 97), dot(10, 96)]], apart: [] }
  const { times, stops, lines } = alignSeries([pulse, spo2])
  expect(times.map((at) => at / minute)).toEqual([0, 5, 10, 35, 60])
  expect(stops.map((at) => at / minute)).toEqual([0, 5, 10, 60])
  expect(lines).toEqual([
    { index: 0, values: [70, undefined, 72, null, 75] },
    { index: 1, values: [undefined, 97, 96, undefined, undefined] },
  ])
})

test('the lowest and the highest of several readings are a line each, with nothing between them', () => {
  const band = [
    { ...dot(0), min: 118, max: 143 },
    { ...dot(10), min: 121, max: 121 },
  ]
  expect(alignSeries([{ runs: [band], apart: [] }]).lines).toEqual([
    { index: 0, values: [143, 121] },
    { index: 0, values: [118, 121] },
  ])
})

test('a value charted by hand is on no line of a device, and the cursor stops at it', () => {
  const { stops, lines } = alignSeries([{ runs: [[dot(0, 120), dot(10, 122)]], apart: [dot(4, 165)] }])
  expect(stops.map((at) => at / minute)).toEqual([0, 4, 10])
  expect(lines).toEqual([{ index: 0, values: [120, undefined, 122] }])
})

test('a value belongs to the worst band that contains it', () => {
  const band = (from: number | null, to: number | null, level: 'normal' | 'high' | 'critical_high') => ({
    from,
    to,
    level,
    word: level,
  })
  const bands = [band(null, 140, 'normal'), band(140, 180, 'high'), band(180, null, 'critical_high')]
  expect([139, 140, 180].map((value) => findWorstLevel(value, bands))).toEqual([
    'normal',
    'high',
    'critical_high',
  ])
  expect(findWorstLevel(200, [])).toBe('normal')
})

test('the cursor reads a dot nearby and none further away', () => {
  const dots = [dot(0, 1), dot(10, 2)]
  expect(findNearestDot(dots, 6 * minute, 5 * minute)?.max).toBe(2)
  expect(findNearestDot(dots, 30 * minute, 5 * minute)).toBeUndefined()
  expect(findNearestDot([], 0, 5)).toBeUndefined()
})

test("the axis shows the usual range and grows for values outside it, also for a band's lowest and highest", () => {
  expect(computeAxisRange([[dot(0, 80)]], [40, 120])).toEqual([40, 120])
  const [low, high] = computeAxisRange([[{ ...dot(0, 100), min: 31, max: 213 }]], [40, 120])
  expect(low).toBeLessThan(31)
  expect(high).toBeGreaterThan(213)
})

test('an axis centred on the values shows a small change, and never goes below zero', () => {
  expect(computeAxisRange([[dot(0, 71), dot(10, 73)]], { around: 10 })).toEqual([67, 77])
  expect(computeAxisRange([[dot(0, 3)]], { around: 10 })).toEqual([0, 10])
  const [low, high] = computeAxisRange([[dot(0, 60), dot(10, 90)]], { around: 10 })
  expect(low).toBeLessThan(60)
  expect(high).toBeGreaterThan(90)
  expect(computeAxisRange([[]], { around: 10 })).toEqual([0, 10])
})
