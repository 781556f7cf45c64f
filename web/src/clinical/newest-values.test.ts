import { type LatestValue, standardLimits, standardTimes } from 'contract'
import { expect, test } from 'vitest'
import {
  computeLevel,
  getScoreSeverity,
  isIntermittent,
  isStaleValue,
  listMeasuredVitals,
} from './newest-values.ts'

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

test('a value of a watch is old after half an hour, and one of anything else after four hours', () => {
  const ofWatch = value('pulse', 80)
  expect(isStaleValue(ofWatch, minutesLater(30))).toBe(false)
  expect(isStaleValue(ofWatch, minutesLater(31))).toBe(true)
  for (const source of ['manual', 'gateway', 'box', 'system'] as const) {
    const ofRound = { ...value('respiration_rate', 18), source }
    expect(isStaleValue(ofRound, minutesLater(240))).toBe(false)
    expect(isStaleValue(ofRound, minutesLater(241))).toBe(true)
  }
})

test('a tile shows what was measured, in the order of the vital signs', () => {
  expect(listMeasuredVitals([])).toEqual([])
  const [glucose, etco2, pressure] = [
    value('blood_glucose', 110),
    value('etco2', 38),
    value('blood_pressure', 120, 80),
  ]
  expect(listMeasuredVitals([glucose, value('weight', 60), etco2, pressure])).toEqual([
    { vital: 'blood_pressure', value: pressure },
    { vital: 'etco2', value: etco2 },
    { vital: 'blood_glucose', value: glucose },
  ])
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

test.each([
  [102, 46, 65, true, 'low'],
  [102, 46, 65, false, undefined],
  [103, 46, 65, true, undefined],
])(
  'a mean of %i/%i that is shown as %i and derived (%s) is %s',
  (systolic, diastolic, mean, is_derived, level) => {
    const latest = [value('blood_pressure', systolic, diastolic), { ...value('map', mean), is_derived }]
    expect(computeLevel('blood_pressure', latest, standardLimits.adult)).toBe(level)
  },
)

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
