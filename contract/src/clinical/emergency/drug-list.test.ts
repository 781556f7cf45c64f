import { describe, expect, test } from 'vitest'
import english from '../../../locales/en/calculations.json' with { type: 'json' }
import thai from '../../../locales/th/calculations.json' with { type: 'json' }
import { type Dosage, type Drug, drugCodes, drugIndications, drugList, shockEnergies } from './drug-list.ts'

const drugs: [string, Drug][] = drugCodes.map((code) => [code, drugList[code]])

const dosages: [string, Dosage][] = [
  ...drugs.flatMap(([code, { uses }]) => uses.map((use) => [code, use] as const)),
  ...shockEnergies.map((use) => ['SHOCK', use] as const),
].flatMap(([code, use]) =>
  (['adult', 'child'] as const).flatMap((who) => {
    const dosage = use[who]
    return dosage ? [[`${code} ${use.for} ${who}`, dosage] as [string, Dosage]] : []
  }),
)

const listNumbers = (text: string) =>
  [...text.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number)).toSorted((one, other) => one - other)

test('the list has the drugs of an ambulance', () => {
  expect(drugCodes).toHaveLength(37)
  expect(drugCodes.filter((code) => (drugList[code] as Drug).controlled)).toEqual([
    'DIAZEPAM',
    'MIDAZOLAM',
    'MORPHINE',
    'FENTANYL',
    'KETAMINE',
  ])
})

describe('a text and its rules say the same', () => {
  test.each(dosages)('%s', (_which, { text_en, text_th, rules }) => {
    expect(listNumbers(text_th)).toEqual(listNumbers(text_en))
    for (const rule of rules) {
      const { unit, low, high, min, max, everyMinutes, mostDoses, mostTotal, weightKg = [] } = rule
      const told = [low, high, min, max, everyMinutes, mostDoses, mostTotal, ...weightKg].filter(
        (number) => number !== undefined && Number.isFinite(number),
      )
      expect(listNumbers(text_en)).toEqual(expect.arrayContaining(told))
      expect(listNumbers(text_th)).toEqual(expect.arrayContaining(told))
      if (unit !== 'tablet') expect(text_en).toContain(rule.perKg ? `${unit}/kg` : unit)
    }
  })
})

test.each(dosages)('%s has bounds in order', (_which, { rules }) => {
  expect(rules.length).toBeGreaterThan(0)
  for (const { low, high, min = 0, max = Number.POSITIVE_INFINITY } of rules) {
    expect(low).toBeGreaterThan(0)
    expect(high).toBeGreaterThanOrEqual(low)
    expect(max).toBeGreaterThan(min)
  }
})

test.each(drugs)('%s has a dose, a route, and names for its allergies', (_code, drug) => {
  expect(drug.uses.length).toBeGreaterThan(0)
  expect(new Set(drug.uses.map((use) => use.for)).size).toBe(drug.uses.length)
  for (const use of drug.uses) {
    expect(use.adult ?? use.child).toBeDefined()
    expect(use.routes.length).toBeGreaterThan(0)
  }
  for (const name of drug.allergens) expect(name).toBe(name.toLowerCase())
})

test('every indication of a drug has a name in both languages', () => {
  for (const texts of [english, thai])
    expect(Object.keys(texts['drug-indication'])).toEqual([...drugIndications])
})
