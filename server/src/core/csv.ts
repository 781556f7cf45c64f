/** With it a spreadsheet takes the file for UTF-8, Thai included. */
export const byteOrderMark = '\uFEFF'

const unseen = String.raw`[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]`
const sign = '[=+\\-@＝＋－＠]'
/** What may begin a formula at the beginning of a cell. */
const first = new RegExp(`^(?:[\\t\\r\\n]|(?:${unseen}|[;|"'])*${sign})`, 'u')
/** What may begin one where a spreadsheet splits the line at other signs than commas. */
const behindSeparator = new RegExp(String.raw`(?<=[;|\t\r\n])(?=${unseen}*${sign})`, 'gu')

/**
 * A text that no spreadsheet takes for a formula, so that a name cannot run anything: an apostrophe stands before each
 * sign that could begin one, be it of full width or behind what cannot be seen.
 */
export function guardFormula(text: string): string {
  const guarded = text.replace(behindSeparator, "'")
  return first.test(text) ? `'${guarded}` : guarded
}

/** The text that `guardFormula` made this of; any other text as it is. */
export function unguardFormula(guarded: string): string {
  const text = guarded.replace(/^'/, '').replace(/([;|\t\r\n])'/g, '$1')
  return guardFormula(text) === guarded ? text : guarded
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = guardFormula(value)
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
