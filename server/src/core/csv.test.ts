import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, guardFormula, unguardFormula } from './csv.ts'

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

const unseen = ['\u200b', '\ufeff', '\u00a0', '\u2060', '\u00ad', '\u3164', '\u0001', ' ', '\t', '\r', '\n']
test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
  'nothing that cannot be seen hides a formula: %s',
  (sign) => {
    for (const hidden of unseen) expect(guardFormula(`${hidden}${sign}1`)).toMatch(/^'/)
    expect(guardFormula(`${unseen.join('')}${sign}1`)).toMatch(/^'/)
  },
)

test('nor does a separator of another spreadsheet, wherever it stands', () => {
  for (const separator of [';', '|', '\t', '\n']) {
    for (const text of [`${separator}=1`, `a${separator}\u200b@SUM`, `a${separator}${separator}+1`]) {
      const columns = guardFormula(text).split(/[;|\t\n]/)
      for (const column of columns) expect(column).not.toMatch(/^[\u200b]*[=+@]/)
    }
  }
})

test('a guarded text without apostrophes can be read back, and one that was not guarded stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('=', '-', ';', '|', '\t', ' ', '"', 'a', '\u200b') }),
      (text) => {
        expect(unguardFormula(guardFormula(text))).toBe(text)
      },
    ),
  )
  for (const text of ["'a", "O'Neill", "a;'b"]) expect(unguardFormula(text)).toBe(text)
})

/** A reader of RFC 4180, as a spreadsheet has one. */
function read(line: string): string[] {
  return [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('any text comes out of a spreadsheet as it went in, but for the apostrophes before formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      expect(read(csvLine(cells))).toEqual(cells.map(guardFormula))
    }),
  )
})
