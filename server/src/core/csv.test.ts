import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv, formatCsvRows, guardFormula, unguardFormula } from './csv.ts'

test('a cell with a comma, a quote or a line break is quoted', () => {
  expect(formatCsvRows([['a,b', 'say "ah"', 'two\nlines']])).toBe('"a,b","say ""ah""","two\nlines"\r\n')
})

test('no cell can be a formula', () => {
  expect(formatCsvRows([['=HYPERLINK("http://x")', '+66', '-1', '@SUM', '＝1']])).toBe(
    `"'=HYPERLINK(""http://x"")",'+66,'-1,'@SUM,'＝1\r\n`,
  )
})

test('a number stays a number and null is an empty cell', () => {
  expect(formatCsvRows([[-5, null, 'ก']])).toBe('-5,,ก\r\n')
})

const unseen = ['\u200b', '\ufeff', '\u00a0', '\u2060', '\u00ad', '\u3164', '\u0001', ' ', '\t', '\r', '\n']
test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
  'an invisible character in front does not hide a formula: %s',
  (sign) => {
    for (const hidden of unseen) expect(guardFormula(`${hidden}${sign}1`)).toMatch(/^'/)
    expect(guardFormula(`${unseen.join('')}${sign}1`)).toMatch(/^'/)
  },
)

test('nor does a separator of another spreadsheet in front of it', () => {
  for (const separator of [';', '|', '\t', '\n']) {
    for (const text of [`${separator}=1`, `a${separator}\u200b@SUM`, `a${separator}${separator}+1`]) {
      const columns = guardFormula(text).split(/[;|\t\n]/)
      for (const column of columns) expect(column).not.toMatch(/^[\u200b]*[=+@]/)
    }
  }
})

test('guarded text without apostrophes can be restored, and text that was not guarded stays as it is', () => {
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

/** Reads RFC 4180, as spreadsheets do. */
function read(line: string): string[] {
  return [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('a spreadsheet shows any text as it was, except for apostrophes before formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      expect(read(formatCsvRows([cells]))).toEqual(cells.map(guardFormula))
    }),
  )
})

test('a file begins with its headings, with the byte-order mark of UTF-8, and has the rows of one batch at a time', async () => {
  const drawn: number[] = []
  async function* batches() {
    for (const batch of [[1, 2], [], [3]]) {
      drawn.push(batch.length)
      yield batch
    }
  }
  const file = formatCsv(['No.'], batches(), (row) => [row])
  const parts: [text: string, drawnBatches: number][] = []
  for await (const part of file) parts.push([part, drawn.length])
  expect(parts).toEqual([
    ['\uFEFFNo.\r\n', 0],
    ['1\r\n2\r\n', 1],
    ['', 2],
    ['3\r\n', 3],
  ])
})
