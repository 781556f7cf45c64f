import { type Birth, computeAge, type Language, toKnownBirthDate } from 'contract'
import { stringify } from 'csv-stringify/sync'
import { fillText, texts } from './texts.ts'
import { formatZonedMinute, hospitalTimeZone } from './time.ts'

const invisible = String.raw`[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]`
const formulaSign = '[=+\\-@＝＋－＠]'
/** What can begin a formula at the beginning of a cell. */
const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|(?:${invisible}|[;|"'])*${formulaSign})`, 'u')
/** What can begin one after characters other than commas at which a spreadsheet splits the line. */
const formulaAfterSeparator = new RegExp(String.raw`(?<=[;|\t\r\n])(?=${invisible}*${formulaSign})`, 'gu')

/**
 * Changes a text so that no spreadsheet takes it for a formula: an apostrophe is put before each character that could
 * begin one, also if that character is full-width or follows an invisible character.
 */
export function guardFormula(text: string): string {
  const guarded = text.replace(formulaAfterSeparator, "'")
  return formulaStart.test(text) ? `'${guarded}` : guarded
}

/** The text before `guardFormula`; any other text is returned unchanged. */
export function unguardFormula(guarded: string): string {
  const text = guarded.replace(/^'/, '').replace(/([;|\t\r\n])'/g, '$1')
  return guardFormula(text) === guarded ? text : guarded
}

export type CsvCell = string | number | null

/**
 * Lines of a CSV file (RFC 4180). The library's own guard against formulas misses those behind an invisible character
 * or behind another spreadsheet's separator, so `guardFormula` is used instead.
 */
export function formatCsvRows(rows: CsvCell[][]): string {
  return stringify(rows, {
    record_delimiter: 'windows',
    quoted_match: /[;|\t\r\n]/,
    cast: { string: guardFormula },
  })
}

/** With it a spreadsheet reads the file as UTF-8, Thai included. */
const byteOrderMark = '\uFEFF'

/** A CSV file as a stream of texts: its headings, then the rows of one batch at a time. */
export async function* formatCsv<Row>(
  headings: string[],
  batches: AsyncIterable<Row[]>,
  formatCells: (row: Row) => CsvCell[],
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRows([headings])
  for await (const rows of batches) yield formatCsvRows(rows.map(formatCells))
}

/** An instant to the minute, in the hospital's time zone. */
export function formatMinuteCell(at: string | null | undefined): CsvCell {
  return at ? formatZonedMinute(hospitalTimeZone, at) : null
}

/** A birth date as far as it is known, in ISO form: `1947-05-12`, `1947-05`, `1947`, "about 1986". */
export function formatBirthCell(
  { date_of_birth: date, birth_date_precision: precision }: Birth,
  language: Language,
): CsvCell {
  if (date === null) return null
  const known = toKnownBirthDate(date, precision)
  return precision === 'estimated' ? fillText(texts[language].ui.about, { what: known }) : known
}

/** An age in years: a number, or "about 40" where the day of birth is not known. */
export function formatAgeCell(
  { date_of_birth: date, birth_date_precision: precision }: Birth,
  today: string,
  language: Language,
): CsvCell {
  if (date === null) return null
  const { years } = computeAge(date, today)
  return precision === 'day' ? years : fillText(texts[language].ui.about, { what: years })
}
