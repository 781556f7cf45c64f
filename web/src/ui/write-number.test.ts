import { expect, test } from 'vitest'
import { writeBaht, writeNumber } from './write-number.ts'

test('a number has its decimals, and thousands are set apart', () => {
  expect(writeNumber(36.95, 1)).toBe('37.0')
  expect(writeNumber(999, 0)).toBe('999')
  expect(writeNumber(1240, 0)).toBe('1,240')
  expect(writeNumber(-1240.5, 1)).toBe('-1,240.5')
})

test('an amount has the sign of the baht before it', () => {
  expect(writeBaht(1000)).toBe('฿1,000.00')
  expect(writeBaht(250.5, 'always')).toBe('+฿250.50')
})
