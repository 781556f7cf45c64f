/** With it a spreadsheet reads the file as UTF-8, Thai included. */
export const byteOrderMark = '\uFEFF'

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

/** One line of a CSV file (RFC 4180). */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

function formatCsvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = guardFormula(value)
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
