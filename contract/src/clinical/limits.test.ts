import { describe, expect, test } from 'vitest'
import { ageBands, computeAgeBand, toAgeBand } from './age.ts'
import {
  detectBreach,
  isRecovered,
  type LimitedVital,
  Limits,
  limitedVitals,
  listLimitsAtAnyAge,
  standardLimits,
} from './limits.ts'
import { quantities } from './vital-signs.ts'

describe('the age band', () => {
  test.each([
    [0, 0, 0, 'infant'],
    [0, 2, 30, 'infant'],
    [0, 3, 0, 'toddler'],
    [2, 11, 30, 'toddler'],
    [3, 0, 0, 'child'],
    [8, 0, 30, 'child'],
    [8, 1, 0, 'older_child'],
    [15, 11, 30, 'older_child'],
    [16, 0, 0, 'adult'],
    [99, 0, 0, 'adult'],
  ])('at %i years, %i months and %i days is %s', (years, months, days, band) => {
    expect(toAgeBand({ years, months, days })).toBe(band)
  })

  test('changes on the birthday', () => {
    expect(computeAgeBand('2010-11-06', '2026-11-05')).toBe('older_child')
    expect(computeAgeBand('2010-11-06', '2026-11-06')).toBe('adult')
  })

  test('of a patient with unknown date of birth is that of an adult', () => {
    expect(computeAgeBand(null, '2026-11-05')).toBe('adult')
  })
})

describe('a value', () => {
  const limits = { critical_low: 40, low: 50, high: 110, critical_high: 130 }

  test.each([
    [50, undefined],
    [80, undefined],
    [110, undefined],
    [49.9, { bound: 'low', isCritical: false, limit: 50 }],
    [40, { bound: 'low', isCritical: false, limit: 50 }],
    [39.9, { bound: 'low', isCritical: true, limit: 40 }],
    [110.1, { bound: 'high', isCritical: false, limit: 110 }],
    [130, { bound: 'high', isCritical: false, limit: 110 }],
    [130.1, { bound: 'high', isCritical: true, limit: 130 }],
  ])('%f at limits 40, 50, 110, 130 breaks %o', (value, breach) => {
    expect(detectBreach(value, limits)).toEqual(breach)
  })

  test('breaks no limit where there is none', () => {
    const none = { critical_low: null, low: null, high: null, critical_high: null }
    for (const value of [0, 80, 1500]) expect(detectBreach(value, none)).toBeUndefined()
  })

  test('can break a critical limit without another limit', () => {
    expect(detectBreach(39, { ...limits, low: null })).toMatchObject({ bound: 'low', isCritical: true })
    expect(detectBreach(45, { ...limits, low: null })).toBeUndefined()
    expect(detectBreach(131, { ...limits, high: null })).toMatchObject({ bound: 'high', isCritical: true })
    expect(detectBreach(120, { ...limits, high: null })).toBeUndefined()
  })
})

describe('limits', () => {
  const accepts = (...[critical_low, low, high, critical_high]: (number | null)[]) =>
    Limits.safeParse({ critical_low, low, high, critical_high }).success

  test('must rise from the critical low to the critical high', () => {
    expect(accepts(40, 50, 110, 130)).toBe(true)
    expect(accepts(50, 50, 110, 110)).toBe(true)
    expect(accepts(51, 50, 110, 130)).toBe(false)
    expect(accepts(40, 111, 110, 130)).toBe(false)
    expect(accepts(40, 50, 131, 130)).toBe(false)
  })

  test('are compared across limits that are left out', () => {
    expect(accepts(40, null, null, 130)).toBe(true)
    expect(accepts(131, null, null, 130)).toBe(false)
    expect(accepts(null, null, null, null)).toBe(true)
  })

  test('are at least 0 and at most 1500', () => {
    expect(accepts(0, null, null, 1500)).toBe(true)
    expect(accepts(-1, null, null, null)).toBe(false)
    expect(accepts(null, null, null, 1501)).toBe(false)
  })
})

describe.each(ageBands)('the standard limits of %s', (band) => {
  test.each(limitedVitals)('for %s are in order and within the possible values', (vital) => {
    const limits = standardLimits[band][vital]
    expect(Limits.safeParse(limits).error).toBeUndefined()
    const { min, max } = quantities[vital]
    for (const limit of Object.values(limits))
      if (limit !== null) expect(limit > min && limit < max).toBe(true)
  })
})

/** The danger zone of MOPH ED Triage 2561: the last values that are still in order. */
test.each([
  ['infant', 180, 50],
  ['toddler', 160, 40],
  ['child', 140, 30],
  ['older_child', 100, 20],
] as const)(
  'a pulse and respiration in the danger zone of %s break the standard limits',
  (band, pulse, respiration) => {
    const high = (vital: LimitedVital, value: number) =>
      detectBreach(value, standardLimits[band][vital])?.bound
    expect(high('pulse', pulse)).toBeUndefined()
    expect(high('pulse', pulse + 1)).toBe('high')
    expect(high('respiration_rate', respiration)).toBeUndefined()
    expect(high('respiration_rate', respiration + 1)).toBe('high')
  },
)

test.each(ageBands)(
  'for %s, an oxygen saturation under 92 breaks a limit and one under 90 a critical limit',
  (band) => {
    const breach = (value: number) => detectBreach(value, standardLimits[band].spo2)?.isCritical
    expect([92, 91, 90, 89].map(breach)).toEqual([undefined, false, false, true])
  },
)

test('a value of an adult that scores 3 in NEWS2 is critical', () => {
  const isCritical = (vital: LimitedVital, value: number) =>
    detectBreach(value, standardLimits.adult[vital])?.isCritical
  for (const [vital, low, high] of [
    ['systolic', 90, 220],
    ['pulse', 40, 131],
    ['respiration_rate', 8, 25],
  ] as const) {
    expect([low, high].map((value) => isCritical(vital, value))).toEqual([true, true])
    expect([low + 1, high - 1].map((value) => isCritical(vital, value))).toEqual([false, false])
  }
})

describe('a value recovers', () => {
  const pressure = { critical_low: 91, low: 101, high: 179, critical_high: 219 }

  test.each([
    [179, 'high', 4, false],
    [176, 'high', 4, false],
    [175, 'high', 4, true],
    [104, 'low', 4, false],
    [105, 'low', 4, true],
    [179, 'high', 0, true],
  ] as const)('at %i within its %s limit with a dead band of %i: %s', (value, bound, band, isBack) => {
    expect(isRecovered(value, bound, pressure, band)).toBe(isBack)
  })

  test('at exactly the dead band, also in tenths', () => {
    const temperature = { critical_low: null, low: 35, high: 38.4, critical_high: null }
    expect(isRecovered(38.2, 'high', temperature, 0.2)).toBe(true)
    expect(isRecovered(38.3, 'high', temperature, 0.2)).toBe(false)
  })

  test('at the middle of limits that leave less room than the dead band', () => {
    const narrow = { critical_low: null, low: 88, high: 92, critical_high: null }
    expect([89, 90, 91].map((value) => isRecovered(value, 'low', narrow, 10))).toEqual([false, true, true])
    expect([89, 90, 91].map((value) => isRecovered(value, 'high', narrow, 10))).toEqual([true, true, false])
  })

  test('by the critical limit if there is no other, and always if there is no limit', () => {
    const critical = { critical_low: 90, low: null, high: null, critical_high: null }
    expect(isRecovered(90, 'low', critical, 1)).toBe(false)
    expect(isRecovered(91, 'low', critical, 1)).toBe(true)
    expect(isRecovered(50, 'high', critical, 1)).toBe(true)
  })
})

describe('the limits of an unknown patient', () => {
  test('are broken only by values that are critical for an adult and in order at no age', () => {
    const atAnyAge = listLimitsAtAnyAge(standardLimits)
    const bounds = limitedVitals.map((vital) => [
      vital,
      atAnyAge[vital].critical_low,
      atAnyAge[vital].critical_high,
    ])
    expect(bounds.filter(([, low, high]) => low !== null || high !== null)).toEqual([
      ['systolic', 65, 219],
      ['diastolic', null, 129],
      ['map', 55, null],
      ['pulse', 41, 180],
      ['spo2', 90, null],
      ['temperature', 32, 40.4],
      ['respiration_rate', 9, 50],
      ['blood_glucose', 54, 399],
    ])
  })

  test('do not exist for a vital without limits for adults', () => {
    const none = { critical_low: null, low: null, high: null, critical_high: null }
    const table = { ...standardLimits, adult: { ...standardLimits.adult, spo2: none } }
    expect(listLimitsAtAnyAge(table).spo2).toEqual(none)
  })
})
