import { expect, test } from 'vitest'
import { formatInternationalPhone, formatPhone, joinPhone, splitPhone } from './phone-number.ts'

test('only digits are kept, Thai ones included', () => {
  expect(joinPhone('+66', '081-234 5678x')).toBe('0812345678')
  expect(joinPhone('+66', '๐๘๑๒๓๔๕๖๗๘')).toBe('0812345678')
  expect(joinPhone('+856', 'abc')).toBe('')
})

test('a foreign number is international, without its domestic leading zero', () => {
  expect(joinPhone('+856', '020 5555 1234')).toBe('+8562055551234')
  expect(joinPhone('+39', '06 1234')).toBe('+39061234')
})

test('a number is split after the longest calling code that matches', () => {
  const codes = ['+66', '+1', '+1684', '+856']
  expect(splitPhone('+16841234567', codes)).toEqual({ callingCode: '+1684', digits: '1234567' })
  expect(splitPhone('+12025550123', codes)).toEqual({ callingCode: '+1', digits: '2025550123' })
  expect(splitPhone('0812345678', codes)).toEqual({ callingCode: '+66', digits: '0812345678' })
  expect(splitPhone('+99912345', codes)).toEqual({ callingCode: '+', digits: '99912345' })
})

test.each([
  ['0812345678', '081 234 5678'],
  ['021234567', '02 123 4567'],
  ['053123456', '053 123 456'],
  ['1669', '1669'],
  ['+8562055512345', '+8562055512345'],
])('%s is read as %s', (number, text) => {
  expect(formatPhone(number)).toBe(text)
})

test('a Thai number is formatted the Thai way, a foreign one after its calling code', () => {
  expect(formatInternationalPhone('66', '0812345678')).toBe('081 234 5678')
  expect(formatInternationalPhone('66', '812345678')).toBe('081 234 5678')
  expect(formatInternationalPhone(null, '053123456')).toBe('053 123 456')
  expect(formatInternationalPhone('856', '2055512345')).toBe('+856 2055512345')
  expect(formatInternationalPhone('66', null)).toBeNull()
})
