import { expect, test } from 'vitest'
import { isSignOfArrest } from './arrest-signs.ts'

const zeros = { systolic: 0, diastolic: 0, pulse: 0, respiration_rate: 0, spo2: 0, etco2: 0 }

test.each(['VF', 'PVT', 'PEA', 'ASYSTOLE'])('each 0 is a sign of an arrest with the rhythm %s', (rhythm) => {
  for (const [name, value] of Object.entries(zeros))
    expect(isSignOfArrest(name, value, { ...zeros, pulse: undefined, rhythm }), name).toBe(true)
})

test('each 0 is a sign of an arrest beside a pulse of 0, also where no rhythm is seen', () => {
  for (const [name, value] of Object.entries(zeros))
    expect(isSignOfArrest(name, value, zeros), name).toBe(true)
  expect(isSignOfArrest('pulse', 0, { pulse: 0, systolic: { reason: 'UNABLE' } })).toBe(true)
})

test('an EtCO₂ is a sign of an arrest however low it is, and other low numbers are not', () => {
  expect(isSignOfArrest('etco2', 8, { rhythm: 'PEA' })).toBe(true)
  for (const name of ['systolic', 'pulse', 'respiration_rate', 'spo2', 'temperature', 'blood_glucose'])
    expect(isSignOfArrest(name, 4, { rhythm: 'PEA', pulse: 0 }), name).toBe(false)
})

test('a 0 of somebody whose heart beats is no sign of an arrest', () => {
  for (const signs of [{ rhythm: 'VT_PULSE' }, { rhythm: 'SINUS', pulse: 80 }, { pulse: 80 }, {}])
    expect(isSignOfArrest('spo2', 0, signs)).toBe(false)
  expect(isSignOfArrest('temperature', 0, { rhythm: 'VF' })).toBe(false)
})

test('a pulse of 0 beside a pressure is no sign of an arrest: one of the two may be a typing error', () => {
  expect(isSignOfArrest('pulse', 0, { pulse: 0, systolic: 120 })).toBe(false)
})
