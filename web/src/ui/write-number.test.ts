import { expect, test } from 'vitest'
import { writeNumber } from './write-number.ts'

test('a number has its decimals, and thousands are set apart', () => {
  expect(writeNumber(36.95, 1)).toBe('37.0')
  expect(writeNumber(999, 0)).toBe('999')
  expect(writeNumber(1240, 0)).toBe('1,240')
  expect(writeNumber(-1240.5, 1)).toBe('-1,240.5')
})
