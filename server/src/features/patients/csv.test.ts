import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a cell with a comma, a quote or a line break is quoted', () => {
  expect(csvLine(['a,b', 'say "ah"', 'two\nlines'])).toBe('"a,b","say ""ah""","two\nlines"\r\n')
})

test('a cell cannot be a formula', () => {
  expect(csvLine(['=HYPERLINK("http://x")', '+66', '-1', '@SUM'])).toBe(
    `"'=HYPERLINK(""http://x"")",'+66,'-1,'@SUM\r\n`,
  )
})

test('numbers stay numbers and nothing stays empty', () => {
  expect(csvLine([-5, null, 'ก'])).toBe('-5,,ก\r\n')
})
