import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Age } from '../age.ts'
import {
  compareReferralRisks,
  listMeasuredSigns,
  type ReferralRisk,
  type ReferralRiskInput,
  type ReferralValues,
  referralSigns,
  suggestReferralRisk,
} from './referral-risk.ts'

const years = (count: number): Age => ({ years: count, months: 0, days: 0 })

type Told = Partial<Omit<ReferralRiskInput, 'values'>> & { values?: Partial<ReferralValues> }
const input = ({ values, ...told }: Told = {}): ReferralRiskInput => ({
  signs: [],
  isAirwaySecured: null,
  age: years(40),
  usesPaediatricPressure: false,
  ...told,
  values: {
    systolic: null,
    diastolic: null,
    map: null,
    gcs: null,
    news2: null,
    oxygen_device: null,
    oxygen_flow: null,
    ...values,
  },
})
const level = (told: Told) => suggestReferralRisk(input(told))?.level
const signs = Object.entries(referralSigns).flatMap(([risk, list]) =>
  list.map((sign) => [sign, risk as ReferralRisk] as const),
)

test('nothing is suggested until somebody has said what there is', () => {
  expect(suggestReferralRisk(input({ signs: null }))).toBeNull()
  expect(suggestReferralRisk(input({ signs: null, values: { systolic: 120, news2: 2 } }))).toBeNull()
  expect(suggestReferralRisk(input())).toEqual({ level: 'N', findings: [] })
  expect(level({ signs: null, values: { news2: 9 } })).toBe('U')
})

test.each(signs)('%s alone is %s', (sign, risk) => {
  expect(suggestReferralRisk(input({ signs: [sign] }))).toEqual({ level: risk, findings: [{ of: sign }] })
})

test.each<[Partial<ReferralValues>, ReferralRisk]>([
  [{ systolic: 89 }, 'U'],
  [{ systolic: 90 }, 'N'],
  [{ map: 64 }, 'U'],
  [{ map: 65 }, 'N'],
  [{ systolic: 95, diastolic: 49 }, 'U'],
  [{ systolic: 95, diastolic: 50 }, 'N'],
  [{ gcs: 8 }, 'U'],
  [{ gcs: 9 }, 'H'],
  [{ gcs: 12 }, 'H'],
  [{ gcs: 13 }, 'N'],
  [{ news2: 9 }, 'U'],
  [{ news2: 8 }, 'H'],
  [{ news2: 7 }, 'H'],
  [{ news2: 6 }, 'M'],
  [{ news2: 5 }, 'M'],
  [{ news2: 4 }, 'N'],
  [{ oxygen_flow: 0 }, 'N'],
  [{ oxygen_flow: 0.5 }, 'L'],
  [{ oxygen_flow: 5 }, 'L'],
  [{ oxygen_flow: 5.5 }, 'M'],
  [{ oxygen_device: 'CANNULA' }, 'L'],
  [{ oxygen_device: 'CANNULA', oxygen_flow: 0 }, 'N'],
  [{ oxygen_device: 'CANNULA', oxygen_flow: 6 }, 'M'],
  [{ oxygen_device: 'SIMPLE_MASK' }, 'L'],
  [{ oxygen_device: 'RESERVOIR' }, 'M'],
  [{ oxygen_device: 'RESERVOIR', oxygen_flow: 4 }, 'L'],
  [{ oxygen_device: 'TRACHEOSTOMY' }, 'L'],
  [{ oxygen_device: 'VENTURI' }, 'M'],
  [{ oxygen_device: 'HFNC' }, 'M'],
  [{ oxygen_device: 'HFNC', oxygen_flow: 3 }, 'M'],
])('values of %o are the risk %s', (values, risk) => {
  expect(level({ values })).toBe(risk)
})

describe('the airway', () => {
  test('of somebody deeply unconscious counts as open only if somebody says so', () => {
    for (const isAirwaySecured of [false, null])
      expect(level({ values: { gcs: 8 }, isAirwaySecured })).toBe('U')
    expect(level({ values: { gcs: 8 }, isAirwaySecured: true })).toBe('H')
    expect(level({ values: { gcs: 3 }, isAirwaySecured: true })).toBe('H')
  })
})

describe('the pressure of a child', () => {
  test.each<[Age | null, boolean, number]>([
    [years(3), false, 90],
    [years(3), true, 76],
    [years(10), true, 90],
    [null, true, 90],
  ])('of %o, by age: %s, is too low under %i', (age, usesPaediatricPressure, lowest) => {
    const at = (systolic: number) => level({ age, usesPaediatricPressure, values: { systolic } })
    expect(at(lowest - 1)).toBe('U')
    expect(at(lowest)).toBe('N')
  })

  test('has no lowest mean where the systolic one is by age', () => {
    const low = { values: { systolic: 80, map: 60 }, age: years(3) }
    expect(level({ ...low, usesPaediatricPressure: true })).toBe('N')
    expect(level(low)).toBe('U')
  })
})

test.each([
  ['NIV', null, ['VENTILATED']],
  ['ETT', 'VF', ['VENTILATED', 'VENTRICULAR_ARRHYTHMIA']],
  [null, 'PVT', ['VENTRICULAR_ARRHYTHMIA']],
  ['ROOM_AIR', 'VT_PULSE', ['VENTRICULAR_ARRHYTHMIA']],
  ['HFNC', 'ASYSTOLE', ['ARREST']],
  ['RESERVOIR', 'SINUS_TACHY', []],
  [null, null, []],
])('breathing through %s with the rhythm %s shows %j', (device, rhythm, expected) => {
  expect(listMeasuredSigns({ device, rhythm })).toEqual(expected)
})

test('the suggested risk names everything that fired at the worst risk, with its limits', () => {
  expect(
    suggestReferralRisk(
      input({
        signs: ['DRIP', 'CANNOT_STABILISE'],
        values: { systolic: 82, diastolic: 51, gcs: 7, news2: 11 },
      }),
    ),
  ).toEqual({
    level: 'U',
    findings: [
      { of: 'CANNOT_STABILISE' },
      { of: 'systolic', value: 82, comparison: '<', limit: 90 },
      { of: 'map', value: 61.3, comparison: '<', limit: 65 },
      { of: 'gcs', value: 7, comparison: '≤', limit: 8 },
      { of: 'news2', value: 11, comparison: '≥', limit: 9 },
    ],
  })
})

test('the suggested risk names the device if the device alone says how much oxygen there is', () => {
  const findings = (values: Partial<ReferralValues>) => suggestReferralRisk(input({ values }))?.findings
  expect(findings({ oxygen_device: 'VENTURI' })).toEqual([{ of: 'OXYGEN_HIGH' }])
  expect(findings({ oxygen_device: 'CANNULA' })).toEqual([{ of: 'OXYGEN_FLOW_UNKNOWN' }])
})

test('another sign never makes the risk smaller', () => {
  const sign = fc.constantFrom(...signs.map(([one]) => one))
  fc.assert(
    fc.property(fc.array(sign), sign, fc.option(fc.integer({ min: 0, max: 20 })), (given, more, news2) => {
      const before = suggestReferralRisk(input({ signs: given, values: { news2 } }))
      const after = suggestReferralRisk(input({ signs: [...given, more], values: { news2 } }))
      if (before === null || after === null) throw new Error('the signs are known')
      expect(compareReferralRisks(after.level, before.level)).toBeLessThanOrEqual(0)
    }),
  )
})
