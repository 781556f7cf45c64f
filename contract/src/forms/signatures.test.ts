import { expect, test } from 'vitest'
import { findForm } from './forms.ts'
import { compareSigned, SignatureRequest, writeSignedText } from './signatures.ts'

const form = findForm('ambulance-request') ?? expect.fail('the form is not released')

test('what is signed does not depend on the order of the answers, and differs with each of them', () => {
  const signed = writeSignedText(form, { channel: 'RADIO', landmark: 'ใกล้วัด' })
  expect(writeSignedText(form, { landmark: 'ใกล้วัด', channel: 'RADIO' })).toBe(signed)
  expect(writeSignedText(form, { landmark: 'ใกล้วัด', channel: 'LINE' })).not.toBe(signed)
  expect(
    writeSignedText({ ...form, version: form.version + 1 }, { channel: 'RADIO', landmark: 'ใกล้วัด' }),
  ).not.toBe(signed)
})

test('an answer that is not shown is not signed', () => {
  expect(writeSignedText(form, { kind: 'EVENT', is_breathing: true })).toBe(
    writeSignedText(form, { kind: 'EVENT' }),
  )
  expect(writeSignedText(form, { kind: 'SCENE', is_breathing: true })).not.toBe(
    writeSignedText(form, { kind: 'SCENE' }),
  )
})

test('what was signed holds while it stands: what comes beside it is more, and no change', () => {
  const operation = findForm('operation-form') ?? expect.fail('the form is not released')
  const signed = { scene: 'ตลาด', drugs: { a: { dose: 5 }, b: { is_struck_out: true } } } as const
  const judge = (answers: Record<string, unknown>) =>
    compareSigned(operation, signed, { ...signed, ...answers } as Parameters<typeof compareSigned>[2])
  const stands = { holds: true, has_more: false }
  const more = { holds: true, has_more: true }
  const { a, b } = signed.drugs
  expect(judge({})).toEqual(stands)
  expect(judge({ odometer_back: 9 })).toEqual(more)
  expect(judge({ drugs: { a, b, c: { dose: 1 } } })).toEqual(more)
  expect(judge({ drugs: { a: { ...a, unit: 'MG' }, b } })).toEqual(more)
  expect(judge({ scene: 'วัด' }).holds).toBe(false)
  expect(judge({ scene: undefined }).holds).toBe(false)
  expect(judge({ drugs: { b } }).holds).toBe(false)
  expect(judge({ drugs: { a: { ...a, is_struck_out: true }, b } }).holds).toBe(false)
  expect(judge({ drugs: { a, b: {} } }).holds).toBe(false)
})

test.each([
  // An answer of nothing says what no answer says.
  [{ x: null }, true],
  [{ x: { r: null } }, false],
  [{ x: { r: [1] } }, false],
])('a record can be read though what was signed is malformed, as in %j', (signed, holds) => {
  const malformed = signed as unknown as Parameters<typeof compareSigned>[1]
  expect(compareSigned(form, malformed, { channel: 'RADIO' })).toEqual({ holds, has_more: true })
})

test.each([
  ['M1 2L3 4', true],
  ['M1 2L3 4M10 20', true],
  ['', false],
  ['L3 4', false],
  ['M1 2L3 4"/><script>', false],
  ['M1000 2', false],
])('strokes %j can be stored: %j', (strokes, isStored) => {
  const id = '0191e5c0-0000-7000-8000-000000000001'
  const asked = { _id: id, new_id: id, version: 1, role: 'PATIENT', signer_name: 'มาลี', strokes }
  expect(SignatureRequest.safeParse(asked).success).toBe(isStored)
})
