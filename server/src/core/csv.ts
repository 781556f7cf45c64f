/** With it a spreadsheet takes the file for UTF-8, Thai included. */
export const byteOrderMark = '\uFEFF'

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula, some of them in signs of full
 * width, is given an apostrophe in front, so that a name cannot run anything.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
