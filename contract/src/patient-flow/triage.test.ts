import { expect, test } from 'vitest'
import { computeTriageScore } from './triage.ts'

const values = {
  systolic: 98,
  diastolic: 60,
  pulse: 112,
  respiration_rate: 23,
  spo2: 94,
  oxygen: false,
  temperature: 38.6,
  consciousness: 'A',
} as const
const adult = { age: { years: 16, months: 0, days: 0 }, isPregnant: false, scale: 1 } as const

test('the values of a triage give the NEWS2 of whoever is 16 or older and not pregnant', () => {
  expect(computeTriageScore({ values }, adult)).toBe(8)
  expect(computeTriageScore({ values: { ...values, oxygen: true } }, { ...adult, scale: 2 })).toBe(10)
  expect(computeTriageScore({ values }, { ...adult, isPregnant: true })).toBeNull()
  expect(computeTriageScore({ values }, { ...adult, age: null })).toBeNull()
  expect(computeTriageScore({ values }, { ...adult, age: { years: 15, months: 11, days: 30 } })).toBeNull()
})

test('they give none while one is missing: the diastolic pressure is no part of it', () => {
  for (const name of [
    'systolic',
    'pulse',
    'respiration_rate',
    'spo2',
    'oxygen',
    'temperature',
    'consciousness',
  ])
    expect(computeTriageScore({ values: { ...values, [name]: null } }, adult), name).toBeNull()
  expect(computeTriageScore({ values: { ...values, diastolic: null } }, adult)).toBe(8)
})
