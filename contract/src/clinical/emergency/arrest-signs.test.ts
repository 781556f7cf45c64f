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

test.each([
  ['a pressure', { systolic: 120 }],
  ['a diastolic pressure alone', { systolic: { reason: 'UNABLE' }, diastolic: 80 }],
  ['breaths', { respiration_rate: 16 }],
  ['a saturation', { spo2: 98 }],
  ['a rhythm that moves blood', { rhythm: 'SINUS' }],
  ['a patient who is alert', { consciousness: 'A' }],
  ['a patient who is rousable', { basic_consciousness: 'ROUSABLE' }],
  ['a patient who opens their eyes', { eye: '4' }],
])('a pulse of 0 beside %s is no sign of an arrest: it may be a typing error', (_, beside) => {
  expect(isSignOfArrest('pulse', 0, { pulse: 0, ...beside })).toBe(false)
})

test('a pulse of 0 in a patient who does not react is a sign of an arrest', () => {
  const signs = { pulse: 0, consciousness: 'U', basic_consciousness: 'UNROUSABLE', eye: '1', verbal: 'T' }
  expect(isSignOfArrest('pulse', 0, signs)).toBe(true)
})
