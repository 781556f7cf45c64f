import {
  type ImportColumn,
  ImportedUser,
  importColumns,
  isStorable,
  type Language,
  maxImportedUsers,
  type RowProblem,
  type StaffTypeCode,
  staffTypes,
  type UserRow,
} from 'contract'
import { CsvError, parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'
import { type CsvCell, formatCsv, unguardFormula } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/** The columns of the exported list, in order: those of a file of new users, then others. */
const exportColumns = [
  ...importColumns,
  'status',
  'is_verified',
  'line',
  'app-version',
  'wallet',
  'registered',
  'last-login',
] as const
type ExportColumn = (typeof exportColumns)[number]

function getHeading(column: ExportColumn, language: Language): string {
  const { users, wallet } = texts[language]
  if (column === 'wallet') return wallet.title
  return column === 'registered' ? users.csv.registered : users.field[column]
}

/** Which optional columns the hospital uses. */
export type UserColumnsInUse = { line: boolean; wallet: boolean }

/** The list as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. */
export function formatUsersCsv(
  batches: AsyncIterable<Omit<UserRow, 'may_change'>[]>,
  language: Language,
  inUse: UserColumnsInUse,
): AsyncIterable<string> {
  const columns = exportColumns.filter(
    (column) => (column !== 'line' && column !== 'wallet') || inUse[column],
  )
  return formatCsv(
    columns.map((column) => getHeading(column, language)),
    batches,
    (row) => columns.map((column) => formatUserCell(row, column, language)),
  )
}

function formatUserCell(row: Omit<UserRow, 'may_change'>, column: ExportColumn, language: Language): CsvCell {
  const { users } = texts[language]
  switch (column) {
    case 'staff_type':
      return texts[language].permissions['staff-types'][row.staff_type]
    case 'is_form_user':
    case 'is_verified':
      return row[column] ? users.yes : users.no
    case 'status':
      return users.status[row.status]
    case 'line':
      return row.line_user_id
    case 'app-version':
      return row.app_version
    case 'registered':
      return formatZonedMinute(hospitalTimeZone, row.created_at)
    case 'last-login':
      return row.last_login_at && formatZonedMinute(hospitalTimeZone, row.last_login_at)
    default:
      return row[column]
  }
}

export type ImportedPerson = z.output<typeof ImportedUser>
/** The values of a row by column, and the person it describes, unless there is a problem. */
export type ImportedRow = {
  row: number
  values: Partial<Record<ImportColumn, string | boolean>>
  person: ImportedPerson | undefined
  problems: RowProblem[]
}

/** The content of a file and its problems as a whole; `count` is the number of rows that are not empty. */
export type ImportedFile = { count: number; rows: ImportedRow[]; problems: RowProblem[] }

/** A file of users as spreadsheets write it: UTF-8, or the Thai of Windows; commas, semicolons or tabs. */
export function readUsers(bytes: Uint8Array): ImportedFile {
  const { records, problems } = parseRecords(decodeText(bytes))
  const [titles = [], ...lines] = records
  const columns = titles.map(findColumn)
  problems.push(...validateColumns(titles, columns))
  const filled = lines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0 && problems.length === 0)
    problems.push({ row: 1, field: null, message: 'file-empty' })
  const [beyond] = filled.slice(maxImportedUsers)
  if (beyond) problems.push({ row: beyond.row, field: null, message: 'too-many' })
  const readable = problems.length === 0 ? filled : []
  return { count: filled.length, rows: readable.map((line) => parseImportedRow(columns, line)), problems }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-874').decode(bytes)
  }
}

function parseRecords(text: string): { records: string[][]; problems: RowProblem[] } {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: firstLine.split(sign).length }))
  const { sign } = counts.reduce((best, one) => (one.count > best.count ? one : best))
  try {
    const records: string[][] = parse(text, { delimiter: sign, relax_column_count: true, relax_quotes: true })
    return { records, problems: [] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const read = (error as { records?: unknown }).records
    const row = typeof read === 'number' ? read + 1 : 1
    return { records: [], problems: [{ row, field: null, message: 'file-unreadable' }] }
  }
}

/**
 * A column of an imported file. Of a list that was exported, the columns that a file of new users cannot have are
 * ignored, but for the status.
 */
type Column = ImportColumn | 'status' | 'passed-over'

const isImportColumn = (column: string): column is ImportColumn =>
  (importColumns as readonly string[]).includes(column)

const columnByTitle = new Map<string, Column>([
  ...exportColumns.flatMap((column) =>
    (['en', 'th'] as const).map((language) => {
      const target = isImportColumn(column) || column === 'status' ? column : 'passed-over'
      return [normalizeTitle(getHeading(column, language)), target] as const
    }),
  ),
  ...importColumns.map((column) => [column, column] as const),
])

function normalizeTitle(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function findColumn(title: string): Column | undefined {
  return columnByTitle.get(normalizeTitle(title))
}

/** Columns that may be left out because they have a default. */
const omittableColumns = new Set<ImportColumn>(['country_code', 'is_form_user'])

function validateColumns(titles: readonly string[], columns: readonly (Column | undefined)[]): RowProblem[] {
  if (titles.length === 0) return []
  const inHeadings = (field: string, message: string) => ({ row: 1, field: field.slice(0, 100), message })
  return [
    ...titles.flatMap((title, at) => {
      const column = columns[at]
      if (column === undefined) return [inHeadings(title, 'column-unknown')]
      const isRepeated = column !== 'passed-over' && columns.indexOf(column) < at
      return isRepeated ? [inHeadings(title, 'column-repeated')] : []
    }),
    ...importColumns.flatMap((column) =>
      columns.includes(column) || omittableColumns.has(column) ? [] : [inHeadings(column, 'column-missing')],
    ),
  ]
}

function parseImportedRow(
  columns: readonly (Column | undefined)[],
  { row, cells }: { row: number; cells: readonly string[] },
): ImportedRow {
  const values: ImportedRow['values'] = {}
  const problems: RowProblem[] = []
  const refuse = (field: string | null, message: string) => problems.push({ row, field, message })
  if (cells.length !== columns.length) {
    refuse(null, 'cells-wrong')
    return { row, values, person: undefined, problems }
  }
  for (const [at, column] of columns.entries()) {
    const cell = unguardFormula((cells[at] ?? '').trim())
    if (!column || column === 'passed-over') continue
    if (column === 'status') {
      if (cell !== '' && !approved.has(normalizeTitle(cell))) refuse('status', 'status-not-approved')
      continue
    }
    const value = parseCell(column, cell)
    if (!isStorable(cell)) refuse(column, 'invalid')
    else if (typeof value === 'object') refuse(column, value.problem)
    else if (value !== undefined) values[column] = value
  }
  const refused = new Set(problems.map(({ field }) => field))
  const parsed = ImportedUser.safeParse(values)
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0])
    if (!refused.has(field)) refuse(field, issue.message)
  }
  return { row, values, person: problems.length === 0 ? parsed.data : undefined, problems }
}

const approved = new Set(
  ['approved', texts.en.users.status.approved, texts.th.users.status.approved].map(normalizeTitle),
)
const typeByName = new Map(
  (Object.keys(staffTypes) as StaffTypeCode[]).flatMap((code) =>
    [code, texts.en.permissions['staff-types'][code], texts.th.permissions['staff-types'][code]].map(
      (name) => [normalizeTitle(name), code] as const,
    ),
  ),
)
const booleanByWord = new Map([
  ...['true', '1', texts.en.users.yes, texts.th.users.yes].map(
    (word) => [normalizeTitle(word), true] as const,
  ),
  ...['false', '0', texts.en.users.no, texts.th.users.no, texts.th.devices.no].map(
    (word) => [normalizeTitle(word), false] as const,
  ),
])

/** The value of a cell; undefined if it is empty and has a default. */
function parseCell(column: ImportColumn, cell: string): string | boolean | undefined | { problem: string } {
  if (cell === '') return undefined
  if (column === 'staff_type')
    return typeByName.get(normalizeTitle(cell)) ?? { problem: 'staff-type-unknown' }
  if (column === 'is_form_user') return booleanByWord.get(normalizeTitle(cell)) ?? { problem: 'yes-or-no' }
  return column === 'country_code' ? cell.replace(/^\+/, '') : cell
}
