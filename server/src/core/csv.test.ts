import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a cell with a comma, a quote or a line break is quoted', () => {
  expect(csvLine(['a,b', 'say "ah"', 'two\nlines'])).toBe('"a,b","say ""ah""","two\nlines"\r\n')
})

test('a cell cannot be a formula', () => {
  expect(csvLine(['=HYPERLINK("http://x")', '+66', '-1', '@SUM', '＝1'])).toBe(
    `"'=HYPERLINK(""http://x"")",'+66,'-1,'@SUM,'＝1\r\n`,
  )
})

test('numbers stay numbers and nothing stays empty', () => {
  expect(csvLine([-5, null, 'ก'])).toBe('-5,,ก\r\n')
})

/** A reader of RFC 4180, as a spreadsheet has one. */
function read(line: string): string[] {
  return [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('any text comes out of a spreadsheet as it went in, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      const expected = cells.map((cell) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell))
      expect(read(csvLine(cells))).toEqual(expected)
    }),
  )
})
