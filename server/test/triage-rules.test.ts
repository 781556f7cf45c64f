import {
  type Age,
  compareTriageLevels,
  highRiskSigns,
  lifeSavingSigns,
  suggestTriage,
  type TriageInput,
  triageResources,
} from 'contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const maybe = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }))
const age: fc.Arbitrary<Age | null> = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 11 }))
    .map(([years, months]) => ({ years, months, days: 0 })),
)
const input: fc.Arbitrary<TriageInput> = fc.record({
  lifeSaving: fc.oneof(fc.constant([]), fc.subarray([...lifeSavingSigns])),
  highRisk: fc.oneof(fc.constant([]), fc.subarray([...highRiskSigns])),
  resources: fc.option(fc.subarray([...triageResources])),
  age,
  usesPaediatricPressure: fc.boolean(),
  values: fc.record({
    gcs: maybe(3, 15),
    consciousness: fc.option(fc.constantFrom('A', 'C', 'V', 'P', 'U')),
    spo2: maybe(80, 100),
    systolic: maybe(50, 200),
    diastolic: maybe(30, 120),
    map: maybe(40, 120),
    pulse: maybe(30, 200),
    respiration_rate: maybe(6, 60),
    pain_score: maybe(0, 10),
  }),
})

/** Whether the second is at least as urgent; a triage without a suggestion is the least urgent. */
const isAsUrgent = (one: TriageInput, worse: TriageInput) => {
  const [before, after] = [suggestTriage(one), suggestTriage(worse)]
  return before === null || (after !== null && compareTriageLevels(after.level, before.level) <= 0)
}

test('one more sign, or one more resource, never makes a triage less urgent', () => {
  fc.assert(
    fc.property(
      input,
      fc.constantFrom(...lifeSavingSigns),
      fc.constantFrom(...highRiskSigns),
      fc.constantFrom(...triageResources),
      (one, threat, risk, resource) => {
        expect(isAsUrgent(one, { ...one, lifeSaving: [...one.lifeSaving, threat] })).toBe(true)
        expect(isAsUrgent(one, { ...one, highRisk: [...one.highRisk, risk] })).toBe(true)
        if (one.resources)
          expect(isAsUrgent(one, { ...one, resources: [...one.resources, resource] })).toBe(true)
      },
    ),
  )
})

test('a worse value never makes a triage less urgent', () => {
  const worse = [
    ['gcs', -1],
    ['spo2', -1],
    ['systolic', -1],
    ['map', -1],
    ['pulse', 1],
    ['respiration_rate', 1],
    ['pain_score', 1],
  ] as const
  fc.assert(
    fc.property(
      input,
      fc.constantFrom(...worse),
      fc.integer({ min: 1, max: 30 }),
      (one, [name, sign], by) => {
        const value = one.values[name]
        if (value === null) return
        expect(isAsUrgent(one, { ...one, values: { ...one.values, [name]: value + sign * by } })).toBe(true)
      },
    ),
  )
})

test('a suggestion says what decided, and each point gives its own levels', () => {
  const levels = { A: ['RED'], B: ['PINK'], C: ['WHITE', 'GREEN'], D: ['PINK', 'YELLOW'] }
  fc.assert(
    fc.property(input, (one) => {
      const suggestion = suggestTriage(one)
      if (suggestion === null) {
        expect(one.resources).toBeNull()
        return
      }
      expect(levels[suggestion.rule]).toContain(suggestion.level)
      expect(suggestion.findings.length).toBeGreaterThan(0)
    }),
  )
})

test('the order in which something was found, and finding it twice, change nothing', () => {
  const turned = <Row>(rows: readonly Row[]) => [...rows.toReversed(), ...rows]
  fc.assert(
    fc.property(input, (one) => {
      const again = suggestTriage({
        ...one,
        lifeSaving: turned(one.lifeSaving),
        highRisk: turned(one.highRisk),
        resources: one.resources && turned(one.resources),
      })
      const first = suggestTriage(one)
      expect([again?.level, again?.rule]).toEqual([first?.level, first?.rule])
    }),
  )
})
