import { describe, expect, test } from 'vitest'
import type { Age } from './age.ts'
import {
  findReassessment,
  getLowestSystolic,
  highRiskSigns,
  lifeSavingSigns,
  listDangerZone,
  listTriageNeeds,
  listUnassessedDanger,
  standardTriageMinutes,
  suggestTriage,
  type TriageInput,
  type TriageLevel,
  triageResources,
} from './triage.ts'

const years = (count: number): Age => ({ years: count, months: 0, days: 0 })
const months = (count: number): Age => ({ years: Math.floor(count / 12), months: count % 12, days: 0 })

type Told = Partial<Omit<TriageInput, 'values'>> & { values?: Partial<TriageInput['values']> }

/** An adult with nothing to see and nothing measured, who needs two resources. */
const input = ({ values, ...told }: Told = {}): TriageInput => ({
  lifeSaving: [],
  highRisk: [],
  resources: ['LAB', 'XRAY'],
  age: years(40),
  usesPaediatricPressure: false,
  ...told,
  values: {
    gcs: null,
    consciousness: null,
    spo2: null,
    systolic: null,
    diastolic: null,
    map: null,
    pulse: null,
    respiration_rate: null,
    pain_score: null,
    ...values,
  },
})
const level = (told: Told) => suggestTriage(input(told))?.level
const point = (told: Told) => suggestTriage(input(told))?.rule

describe('point A', () => {
  test.each(lifeSavingSigns)('%s alone is RED', (sign) => {
    expect(suggestTriage(input({ lifeSaving: [sign], resources: null }))).toEqual({
      level: 'RED',
      rule: 'A',
      findings: [{ of: sign }],
    })
  })

  test.each<[string, Partial<TriageInput['values']>, TriageLevel]>([
    ['GCS 8', { gcs: 8 }, 'RED'],
    ['GCS 9', { gcs: 9 }, 'PINK'],
    ['SpO₂ 88', { spo2: 88 }, 'RED'],
    ['SpO₂ 89', { spo2: 89 }, 'RED'],
    ['SpO₂ 90', { spo2: 90 }, 'PINK'],
    ['SpO₂ 91', { spo2: 91 }, 'PINK'],
    ['SpO₂ 92', { spo2: 92 }, 'YELLOW'],
    ['systolic 89', { systolic: 89, diastolic: 60 }, 'RED'],
    ['systolic 90', { systolic: 90, diastolic: 60 }, 'YELLOW'],
    ['92/40, a mean of 57', { systolic: 92, diastolic: 40 }, 'RED'],
    ['100/40, a mean of exactly 60', { systolic: 100, diastolic: 40 }, 'YELLOW'],
    ['99/40, a mean of 59.7', { systolic: 99, diastolic: 40 }, 'RED'],
    ['a measured mean of 59', { systolic: 120, diastolic: 80, map: 59 }, 'RED'],
    ['a measured mean of 60', { systolic: 100, diastolic: 30, map: 60 }, 'YELLOW'],
    ['pain alone wakes', { consciousness: 'P' }, 'RED'],
    ['nothing wakes', { consciousness: 'U' }, 'RED'],
    ['alert', { consciousness: 'A' }, 'YELLOW'],
  ])('%s with two resources is %s', (_what, values, expected) => {
    expect(level({ values })).toBe(expected)
  })

  test('a diastolic pressure alone decides nothing', () => {
    for (const diastolic of [20, 200]) expect(level({ values: { diastolic } })).toBe('YELLOW')
  })

  test('names every value that fired, with the limit it broke', () => {
    expect(
      suggestTriage(
        input({ lifeSaving: ['SEIZING'], values: { spo2: 85, systolic: 80, diastolic: 50, gcs: 7 } }),
      ),
    ).toEqual({
      level: 'RED',
      rule: 'A',
      findings: [
        { of: 'SEIZING' },
        { of: 'gcs', value: 7, letter: null, comparison: '≤', limit: 8 },
        { of: 'spo2', value: 85, letter: null, comparison: '<', limit: 90 },
        { of: 'systolic', value: 80, letter: null, comparison: '<', limit: 90 },
      ],
    })
  })

  test('decides before B, and needs no resources to be named', () => {
    expect(point({ highRisk: ['STROKE'], values: { spo2: 80 }, resources: null })).toBe('A')
  })
})

describe('the systolic pressure of children', () => {
  test.each<[Age | null, boolean, number]>([
    [years(6), false, 90],
    [years(6), true, 82],
    [years(1), true, 72],
    [years(9), true, 88],
    [years(10), true, 90],
    [years(11), true, 90],
    [years(40), true, 90],
    [{ years: 0, months: 0, days: 27 }, true, 60],
    [{ years: 0, months: 1, days: 0 }, true, 70],
    [{ years: 0, months: 11, days: 30 }, true, 70],
    [null, true, 90],
  ])('of %o, by age: %s, is too low under %i', (age, byAge, lowest) => {
    expect(getLowestSystolic(age, byAge)).toBe(lowest)
    const at = (systolic: number) => ({
      age,
      usesPaediatricPressure: byAge,
      values: { systolic, diastolic: systolic },
    })
    expect(level(at(lowest - 1))).toBe('RED')
    expect(level(at(lowest))).toBe('YELLOW')
  })

  test('84 at six years is L1 by the rule for adults, and not A by the one for children', () => {
    const six = { age: years(6), values: { systolic: 84 } }
    expect(level(six)).toBe('RED')
    expect(point({ ...six, usesPaediatricPressure: true })).toBe('D')
  })
})

describe('the mean pressure of children', () => {
  const infant = { values: { systolic: 76, diastolic: 44 }, age: months(4) }

  test('under 60 is no sign of A where the systolic pressure of their age decides', () => {
    expect(level({ ...infant, usesPaediatricPressure: true })).toBe('YELLOW')
    const measured = { age: years(9), values: { systolic: 90, diastolic: 40, map: 57 } }
    expect(level({ ...measured, usesPaediatricPressure: true })).toBe('YELLOW')
  })

  test('under 60 is one from the age at which the pressure of adults decides, and at every age without the rule', () => {
    const low = { values: { systolic: 96, diastolic: 40 } }
    expect(level({ ...low, age: years(10), usesPaediatricPressure: true })).toBe('RED')
    expect(level({ ...low, age: null, usesPaediatricPressure: true })).toBe('RED')
    expect(level(infant)).toBe('RED')
  })
})

describe('point B', () => {
  test.each(highRiskSigns.filter((sign) => sign !== 'PAIN_SIGNS'))('%s alone is PINK', (sign) => {
    expect(suggestTriage(input({ highRisk: [sign], resources: [] }))).toEqual({
      level: 'PINK',
      rule: 'B',
      findings: [{ of: sign }],
    })
  })

  test.each<[number, TriageLevel]>([
    [8, 'RED'],
    [9, 'PINK'],
    [12, 'PINK'],
    [13, 'YELLOW'],
    [15, 'YELLOW'],
  ])('a GCS of %i with two resources is %s', (gcs, expected) => {
    expect(level({ values: { gcs } })).toBe(expected)
  })

  test.each(['C', 'V'] as const)('%s is confused or lethargic: PINK', (consciousness) => {
    expect(level({ values: { consciousness }, resources: [] })).toBe('PINK')
  })

  test('pain counts from 7, and with objective signs alone', () => {
    expect(level({ values: { pain_score: 8 } })).toBe('YELLOW')
    expect(level({ values: { pain_score: 10 } })).toBe('YELLOW')
    expect(level({ highRisk: ['PAIN_SIGNS'], values: { pain_score: 6 } })).toBe('YELLOW')
    expect(level({ highRisk: ['PAIN_SIGNS'], values: {} })).toBe('YELLOW')
    expect(level({ highRisk: ['PAIN_SIGNS'], values: { pain_score: 7 } })).toBe('PINK')
  })
})

describe('point C', () => {
  test('no resource is WHITE, one is GREEN, and more go on to D', () => {
    expect(level({ resources: [] })).toBe('WHITE')
    expect(level({ resources: ['EKG'] })).toBe('GREEN')
    expect(point({ resources: ['EKG'] })).toBe('C')
    expect(level({ resources: ['EKG', 'CT'] })).toBe('YELLOW')
    expect(level({ resources: [...triageResources] })).toBe('YELLOW')
  })

  test('a group counts once', () => {
    expect(level({ resources: ['LAB', 'LAB', 'LAB'] })).toBe('GREEN')
  })

  test('nothing is suggested until somebody has said which resources are expected', () => {
    expect(suggestTriage(input({ resources: null, values: { pulse: 180 } }))).toBeNull()
  })

  test('with too few resources values in the danger zone change no level, and are listed', () => {
    const danger = { values: { pulse: 130, respiration_rate: 30 } }
    expect(level({ ...danger, resources: [] })).toBe('WHITE')
    expect(level({ ...danger, resources: ['LAB'] })).toBe('GREEN')
    expect(listDangerZone(input({ ...danger, resources: [] }))).toHaveLength(2)
  })
})

describe('point D', () => {
  test.each<[string, Age | null, 'pulse' | 'respiration_rate', number]>([
    ['a newborn', months(0), 'pulse', 180],
    ['a newborn', months(0), 'respiration_rate', 50],
    ['2 months', months(2), 'pulse', 180],
    ['3 months', months(3), 'pulse', 160],
    ['3 months', months(3), 'respiration_rate', 40],
    ['2 years', years(2), 'pulse', 160],
    ['35 months', months(35), 'respiration_rate', 40],
    ['3 years', years(3), 'pulse', 140],
    ['3 years', years(3), 'respiration_rate', 30],
    ['96 months', months(96), 'pulse', 140],
    ['97 months', months(97), 'pulse', 100],
    ['97 months', months(97), 'respiration_rate', 20],
    ['an adult', years(40), 'pulse', 100],
    ['an adult', years(40), 'respiration_rate', 20],
    ['an unknown age', null, 'pulse', 100],
  ])('at %s (%o) a %s of %i is not in the danger zone, and one more is', (_what, age, vital, limit) => {
    expect(level({ age, values: { [vital]: limit } })).toBe('YELLOW')
    expect(suggestTriage(input({ age, values: { [vital]: limit + 1 } }))).toEqual({
      level: 'PINK',
      rule: 'D',
      findings: [
        { of: vital, value: limit + 1, letter: null, comparison: '>', limit },
        { of: 'resources', value: 2, letter: null, comparison: '≥', limit: 2 },
      ],
    })
  })

  test.each([
    ['a pulse of 105 in an adult', years(40), { pulse: 105 }, 'PINK'],
    ['a pulse of 105 at five', years(5), { pulse: 105 }, 'YELLOW'],
    ['100 and 20 in an adult', years(40), { pulse: 100, respiration_rate: 20 }, 'YELLOW'],
    ['101 on the eighth birthday', years(8), { pulse: 101 }, 'YELLOW'],
    ['101 a month later', months(97), { pulse: 101 }, 'PINK'],
    ['160 at two', years(2), { pulse: 160 }, 'YELLOW'],
    ['161 at two', years(2), { pulse: 161 }, 'PINK'],
    ['SpO₂ 91 in a newborn', months(0), { spo2: 91 }, 'PINK'],
  ])('with %s (%o, %o) suggests %s', (_what, age, values, expected) => {
    expect(level({ age, values })).toBe(expected)
  })
})

test('point D names what was not measured of the three that it looks at', () => {
  expect(listUnassessedDanger({})).toEqual(['pulse', 'respiration_rate', 'spo2'])
  expect(listUnassessedDanger({ pulse: 80, respiration_rate: null, spo2: 97 })).toEqual(['respiration_rate'])
  expect(listUnassessedDanger({ pulse: 0, respiration_rate: 0, spo2: 0 })).toEqual([])
})

describe('another level than the suggested', () => {
  const byA = { level: 'RED', rule: 'A' } as const
  const byD = { level: 'PINK', rule: 'D' } as const

  test('needs a reason in both directions, and the suggested level none', () => {
    expect(listTriageNeeds('PINK', byD, null)).toEqual([])
    expect(listTriageNeeds('RED', byD, null)).toEqual(['override'])
    expect(listTriageNeeds('GREEN', byD, null)).toEqual(['override'])
  })

  test('needs words if it is less urgent than A or B suggests', () => {
    expect(listTriageNeeds('PINK', byA, 'BASELINE')).toEqual(['override', 'override_words'])
    expect(listTriageNeeds('YELLOW', { level: 'PINK', rule: 'B' }, 'IMPROVED')).toEqual([
      'override',
      'override_words',
    ])
    expect(listTriageNeeds('RED', { level: 'PINK', rule: 'B' }, 'LOOKS_WORSE')).toEqual(['override'])
  })

  test('needs words if the reason is another one', () => {
    expect(listTriageNeeds('RED', byD, 'OTHER')).toEqual(['override', 'override_words'])
  })

  test('without a suggestion needs the resources, or a reason for the two levels that ask for none', () => {
    expect(listTriageNeeds('YELLOW', null, null)).toEqual(['resources'])
    expect(listTriageNeeds('RED', null, null)).toEqual(['override'])
    expect(listTriageNeeds('PINK', null, 'LOOKS_WORSE')).toEqual(['override'])
  })
})

describe('triage is due again', () => {
  const at = '2026-11-05T07:00:00.000Z'
  const later = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const due = (
    level: TriageLevel,
    news2: number | null,
    value?: number,
    {
      measuredAt = later(5),
      before = null,
    }: { measuredAt?: string; before?: { level: TriageLevel; news2: number | null } | null } = {},
  ) =>
    findReassessment(
      { level, at, news2, before },
      value === undefined ? null : { value, measured_at: measuredAt },
      standardTriageMinutes,
    )

  test.each<[TriageLevel, number]>([
    ['PINK', 15],
    ['YELLOW', 30],
    ['GREEN', 60],
    ['WHITE', 120],
  ])('in %s after %i minutes', (level, minutes) => {
    expect(due(level, null)).toEqual({ due_at: later(minutes), reason: 'level' })
  })

  test('in RED continuously', () => {
    expect(due('RED', 3)).toEqual({ due_at: at, reason: 'continuous' })
  })

  test.each<[TriageLevel, number | null, number, string]>([
    ['PINK', 6, 7, 'news2-high'],
    ['RED', 9, 7, 'news2-high'],
    ['PINK', 5, 6, 'level'],
    ['YELLOW', 5, 5, 'level'],
    ['GREEN', 4, 5, 'news2-level'],
    ['WHITE', null, 5, 'news2-level'],
    ['GREEN', 3, 4, 'level'],
    ['WHITE', 2, 4, 'news2-rise'],
    ['YELLOW', 4, 6, 'news2-rise'],
    ['YELLOW', null, 6, 'level'],
    ['YELLOW', 6, 4, 'level'],
  ])('in %s with a NEWS2 of %s then and %i now: %s', (level, then, now, reason) => {
    const found = due(level, then, now)
    expect(found.reason).toBe(reason)
    if (reason !== 'level') expect(found.due_at).toBe(later(5))
  })

  test.each<[TriageLevel, number, string]>([
    ['RED', 12, 'continuous'],
    ['PINK', 12, 'level'],
    ['YELLOW', 6, 'level'],
    ['YELLOW', 7, 'news2-high'],
    ['GREEN', 5, 'news2-level'],
    ['WHITE', 4, 'level'],
  ])(
    'in %s at once by a NEWS2 of %i that was there before the triage, or else not: %s',
    (level, value, reason) => {
      const found = due(level, value, value, { measuredAt: later(-5) })
      expect(found.reason).toBe(reason)
      if (reason.startsWith('news2')) expect(found.due_at).toBe(at)
    },
  )

  test('no more by a score that the triage before knew at such a level: whoever triaged again has judged it', () => {
    const known = (level: TriageLevel, news2: number | null) =>
      due('YELLOW', 8, 8, { measuredAt: later(-5), before: { level, news2 } })
    expect(known('YELLOW', 8).reason).toBe('level')
    expect(known('GREEN', 9).reason).toBe('level')
    expect(known('YELLOW', 7).reason).toBe('news2-high')
    expect(known('YELLOW', null).reason).toBe('news2-high')
    expect(known('PINK', 8).reason).toBe('news2-high')
    const before = { level: 'YELLOW', news2: 8 } as const
    expect(due('YELLOW', 8, 8, { measuredAt: at, before }).reason).toBe('level')
    expect(due('YELLOW', 8, 8, { measuredAt: later(1), before }).reason).toBe('news2-high')
  })

  test('by a score from before the triage that arrived later, and not by one that fell', () => {
    expect(due('YELLOW', 3, 7, { measuredAt: later(-1) }).reason).toBe('news2-high')
    expect(due('YELLOW', 3, 5, { measuredAt: later(-1) })).toEqual({ due_at: at, reason: 'news2-rise' })
    expect(due('YELLOW', 3, 2, { measuredAt: later(-1) }).reason).toBe('level')
    expect(due('GREEN', null, 8, { measuredAt: later(-1) })).toEqual({ due_at: at, reason: 'news2-high' })
    expect(due('RED', null, 12, { measuredAt: later(-1) }).reason).toBe('news2-high')
    expect(due('RED', 9, 7, { measuredAt: later(-1) }).reason).toBe('continuous')
    expect(due('YELLOW', 9, 7, { measuredAt: later(-1), before: { level: 'YELLOW', news2: 9 } }).reason).toBe(
      'level',
    )
    expect(due('GREEN', 9, 5, { measuredAt: later(-1) }).reason).toBe('news2-level')
  })

  test.each<[TriageLevel, number, string]>([
    ['RED', 12, 'continuous'],
    ['PINK', 12, 'level'],
    ['YELLOW', 6, 'level'],
    ['YELLOW', 7, 'news2-high'],
    ['GREEN', 4, 'level'],
    ['GREEN', 5, 'news2-level'],
    ['GREEN', 7, 'news2-high'],
    ['WHITE', 5, 'news2-level'],
  ])('in %s at once by a NEWS2 of %i that its own values made, or else not: %s', (level, value, reason) => {
    const found = due(level, value, value, { measuredAt: at })
    expect(found.reason).toBe(reason)
    if (reason.startsWith('news2')) expect(found.due_at).toBe(at)
  })
})
