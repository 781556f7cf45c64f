import { expect, test } from 'vitest'
import { ageBands } from './age.ts'
import { detectDoubt } from './plausibility.ts'

const at = '2026-11-05T07:00:00Z'
const last = (value: number, measured_at = '2026-11-03T07:00:00Z') => ({ value, measured_at })

test('a weight of 5 kg needs confirmation for an adult and is usual for an infant', () => {
  expect(detectDoubt('weight', 5, { band: 'adult', at })).toBe('low')
  expect(detectDoubt('weight', 5, { band: 'infant', at })).toBeUndefined()
})

test.each([
  ['systolic', 300, 'high'],
  ['temperature', 43, 'high'],
  ['temperature', 31, 'low'],
  ['pulse', 12, 'low'],
  ['blood_glucose', 900, 'high'],
  ['height', 17, 'low'],
] as const)('%s of %d needs confirmation', (name, value, doubt) => {
  expect(detectDoubt(name, value, { band: 'adult', at })).toBe(doubt)
})

test('values of the very ill that occur on a ward need no confirmation', () => {
  for (const [name, value] of [
    ['systolic', 70],
    ['systolic', 230],
    ['pulse', 180],
    ['spo2', 72],
    ['temperature', 41],
    ['respiration_rate', 44],
    ['blood_glucose', 480],
  ] as const)
    expect([name, detectDoubt(name, value, { band: 'adult', at })]).toEqual([name, undefined])
})

test('a value ten times the last one, or a tenth of it, needs confirmation', () => {
  expect(detectDoubt('blood_glucose', 590, { band: 'adult', at, last: last(59) })).toBe('changed')
  expect(detectDoubt('weight', 14, { band: 'child', at, last: last(140, '2020-01-01T00:00:00Z') })).toBe(
    'changed',
  )
})

test('a weight that changed by more than a quarter needs confirmation within a month, and not later', () => {
  const weigh = (value: number, before: string) =>
    detectDoubt('weight', value, { band: 'adult', at, last: last(52.4, before) })
  expect(weigh(72.4, '2026-11-03T07:00:00Z')).toBe('changed')
  expect(weigh(55.1, '2026-11-03T07:00:00Z')).toBeUndefined()
  expect(weigh(72.4, '2025-11-03T07:00:00Z')).toBeUndefined()
})

test.each(ageBands)('for %s each usual range contains values', (band) => {
  for (const [name, least, most] of [
    ['weight', 0.2, 635],
    ['height', 20, 260],
    ['systolic', 30, 300],
    ['pulse', 10, 350],
  ] as const) {
    const asked = Array.from({ length: 400 }, (_, step) => least + ((most - least) * step) / 400)
    const doubts = new Set(asked.map((value) => detectDoubt(name, value, { band, at })))
    expect([name, doubts.has(undefined), doubts.has('low'), doubts.has('high')]).toEqual([
      name,
      true,
      true,
      true,
    ])
  }
})
