import { expect, test } from 'vitest'
import { groupNationalId, toNationalIdDigits } from './national-id.ts'

test('a national ID is grouped as it is typed', () => {
  expect(['', '1', '12', '12345', '123456', '1234567890', '123456789012'].map(groupNationalId)).toEqual([
    '',
    '1',
    '1-2',
    '1-2345',
    '1-2345-6',
    '1-2345-67890',
    '1-2345-67890-12',
  ])
  expect(groupNationalId('1234567890121')).toBe('1-2345-67890-12-1')
})

test('pasted groups and Thai digits are read, and everything after the thirteenth digit is dropped', () => {
  expect(toNationalIdDigits('1-2345-67890-12-1')).toBe('1234567890121')
  expect(toNationalIdDigits('๑ ๒๓๔๕ ๖๗๘๙๐ ๑๒ ๑')).toBe('1234567890121')
  expect(toNationalIdDigits('12345678901219')).toBe('1234567890121')
})
