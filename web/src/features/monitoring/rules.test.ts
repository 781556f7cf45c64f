import { type Alarm, type LatestValue, standardLimits, standardTimes } from 'contract'
import { expect, test } from 'vitest'
import {
  buildTrendBands,
  computeLevel,
  computeTrendRange,
  getScoreSeverity,
  groupAlarmsByPatient,
  isIntermittent,
  isStaleValue,
  listShownVitals,
} from './rules.ts'

const at = '2026-11-05T07:00:00.000Z'
const value = (vital: LatestValue['vital'], number: number, second: number | null = null): LatestValue => ({
  vital,
  value: number,
  second,
  note: null,
  measured_at: at,
  source: 'watch',
  is_derived: false,
})
const minutesLater = (minutes: number) => Date.parse(at) + minutes * 60_000

test('a value from a watch is old after half an hour, a value from a bedside round after four hours', () => {
  expect(isStaleValue(value('pulse', 80), true, minutesLater(30))).toBe(false)
  expect(isStaleValue(value('pulse', 80), true, minutesLater(31))).toBe(true)
  expect(isStaleValue(value('pulse', 80), false, minutesLater(240))).toBe(false)
  expect(isStaleValue(value('pulse', 80), false, minutesLater(241))).toBe(true)
  expect(isStaleValue(value('blood_glucose', 110), true, minutesLater(31))).toBe(false)
})

test('a vital sign that few patients have is on the tile once it was measured, with the others in their order', () => {
  const others = ['blood_pressure', 'pulse', 'spo2', 'temperature', 'respiration_rate', 'blood_glucose']
  expect(listShownVitals([])).toEqual(others)
  expect(listShownVitals([value('etco2', 38)])).toEqual([...others.slice(0, 5), 'etco2', ...others.slice(5)])
})

test('a disconnected watch is reported, a switched-off scale is not', () => {
  expect((['watch', 'oximeter', 'gateway', 'box'] as const).some(isIntermittent)).toBe(false)
  expect((['scale', 'cuff', 'thermometer', 'glucometer', 'meter'] as const).every(isIntermittent)).toBe(true)
})

test('a pressure is as bad as its worse part', () => {
  const { adult } = standardLimits
  expect(
    computeLevel('blood_pressure', [value('blood_pressure', 120, 80), value('map', 93)], adult),
  ).toBeUndefined()
  expect(computeLevel('blood_pressure', [value('blood_pressure', 95, 60), value('map', 70)], adult)).toBe(
    'low',
  )
  expect(computeLevel('blood_pressure', [value('blood_pressure', 95, 40), value('map', 58)], adult)).toBe(
    'critical_low',
  )
  expect(computeLevel('blood_pressure', [value('blood_pressure', 170, 112)], adult)).toBe('high')
})

test('a pulse that is high for an adult is normal for a baby', () => {
  expect(computeLevel('pulse', [value('pulse', 135)], standardLimits.adult)).toBe('critical_high')
  expect(computeLevel('pulse', [value('pulse', 135)], standardLimits.infant)).toBeUndefined()
  expect(computeLevel('pulse', [], standardLimits.adult)).toBeUndefined()
})

test('a score is urgent from 5 and an emergency from 7', () => {
  expect([4, 5, 6, 7].map((score) => getScoreSeverity(score, standardTimes))).toEqual([
    undefined,
    'medium',
    'medium',
    'high',
  ])
})

test('a patient is shown with their most urgent alarm and the number of their alarms', () => {
  const alarm = (id: string, patient: string | null) =>
    ({ _id: id, patient: patient === null ? null : { _id: patient } }) as Alarm
  const found = groupAlarmsByPatient([alarm('1', 'a'), alarm('2', 'b'), alarm('3', 'a'), alarm('4', null)])
  expect([...found].map(([id, { worst, count }]) => [id, worst._id, count])).toEqual([
    ['a', '1', 2],
    ['b', '2', 1],
  ])
})

test('a trend has a gap where nothing was measured, and no line runs across it', () => {
  const box = { width: 40, height: 10, span: 20 }
  const one = (value: number) => ({ low: value, high: value })
  expect(buildTrendBands([null, null], box)).toEqual([])
  expect(buildTrendBands([one(80), one(100), null, { low: 80, high: 90 }, null], box)).toEqual([
    [
      { x: 0, low: 10, high: 10 },
      { x: 10, low: 0, high: 0 },
    ],
    [{ x: 30, low: 10, high: 5 }],
  ])
  // One beat up and down is no mountain.
  expect(
    buildTrendBands([one(80), one(81), one(80)], box)
      .flat()
      .every(({ low, high }) => Math.min(low, high) > 4 && Math.max(low, high) < 6),
  ).toBe(true)
})

test('the range of a trend is from the lowest to the highest reading', () => {
  expect(computeTrendRange([{ low: 89, high: 97 }, null, { low: 92, high: 96 }])).toEqual({
    low: 89,
    high: 97,
  })
  expect(computeTrendRange([null])).toBeUndefined()
})
