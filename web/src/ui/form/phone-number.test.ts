import { expect, test } from 'vitest'
import { formatInternationalPhone, formatPhone, splitPhone } from './phone-number.ts'

test('a number is split after the longest calling code that matches', () => {
  const codes = ['66', '1', '1684', '856']
  expect(splitPhone('+16841234567', codes)).toEqual({ country_code: '1684', phone: '1234567' })
  expect(splitPhone('+12025550123', codes)).toEqual({ country_code: '1', phone: '2025550123' })
  expect(splitPhone('0812345678', codes)).toEqual({ country_code: '66', phone: '0812345678' })
  expect(splitPhone('+99912345', codes)).toEqual({ country_code: '', phone: '99912345' })
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
