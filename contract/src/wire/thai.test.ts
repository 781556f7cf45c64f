import { describe, expect, test } from 'vitest'
import { completeThaiPhone, formatNationalId, isThaiNationalId, isThaiPhone } from './thai.ts'

describe('a national ID', () => {
  test('is distinguished from a mistyped one by its check digit', () => {
    expect(isThaiNationalId('1234567890121')).toBe(true)
    expect(isThaiNationalId('1234567890123')).toBe(false)
  })

  test('with two neighbouring digits swapped is refused', () => {
    expect(isThaiNationalId('1234567980121')).toBe(false)
  })

  test('has thirteen digits and does not begin with 9', () => {
    expect(isThaiNationalId('123456789012')).toBe(false)
    expect(isThaiNationalId('9234567890125')).toBe(false)
    expect(isThaiNationalId('12345678901a1')).toBe(false)
  })

  test('is written in groups, masked but for its last three digits', () => {
    expect(formatNationalId('1234567890121')).toBe('1-2345-67890-12-1')
    expect(formatNationalId('1234567890121', true)).toBe('x-xxxx-xxxxx-12-1')
  })
})

test.each([
  ['0812345678', true],
  ['0612345678', true],
  ['021234567', true],
  ['042123456', true],
  ['1669', true],
  ['191', true],
  ['0112345678', false],
  ['08123456', false],
  ['812345678', false],
  ['081-234-5678', false],
])('%s is a Thai phone number: %s', (digits, isPhone) => {
  expect(isThaiPhone(digits)).toBe(isPhone)
})

test('a Thai number typed after +66 gets the zero that Thais write; a short number does not', () => {
  expect(completeThaiPhone('812345678')).toBe('0812345678')
  expect(completeThaiPhone('1669')).toBe('1669')
  expect(completeThaiPhone('0812345678')).toBe('0812345678')
})
