import {
  type ImportColumn,
  ImportedUser,
  importColumns,
  isStorable,
  maxImportedUsers,
  type RowProblem,
  staffTypes,
  type UserRow,
} from 'contract'
import { CsvError, parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'
import { type CsvCell, formatCsv, unguardFormula } from '../../core/csv.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/**
 * A column of the exported list that a file of new users cannot have: imported from such a list, its values are
 * ignored.
 */
const statusTitles = { en: 'Status', th: 'สถานะ' }
const headings: Record<'en' | 'th', Record<ImportColumn, string> & { others: string[] }> = {
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    country_code: 'Country code',
    phone: 'Phone',
    staff_type: 'Staff type',
    is_form_user: 'Forms only',
    others: [statusTitles.en, 'Verified', 'LINE userId', 'App version', 'Wallet', 'Registered', 'Last login'],
  },
  th: {
    first_name: 'ชื่อ',
    last_name: 'นามสกุล',
    email: 'อีเมล',
    country_code: 'รหัสประเทศ',
    phone: 'โทรศัพท์',
    staff_type: 'ประเภทเจ้าหน้าที่',
    is_form_user: 'ใช้แบบฟอร์มเท่านั้น',
    others: [
      statusTitles.th,
      'ยืนยันตัวตนแล้ว',
      'LINE userId',
      'รุ่นแอป',
      'กระเป๋าเงิน',
      'วันที่ลงทะเบียน',
      'เข้าสู่ระบบล่าสุด',
    ],
  },
}

const words = {
  en: {
    yes: 'Yes',
    no: 'No',
    status: {
      pending: 'Pending',
      approved: 'Approved',
      declined: 'Declined',
      blocked: 'Blocked',
      deleted: 'Deleted',
    },
  },
  th: {
    yes: 'ใช่',
    no: 'ไม่ใช่',
    status: {
      pending: 'รออนุมัติ',
      approved: 'อนุมัติแล้ว',
      declined: 'ไม่อนุมัติ',
      blocked: 'ถูกระงับ',
      deleted: 'ถูกลบ',
    },
  },
}

/** Which optional columns the hospital uses. */
export type UserColumnsInUse = { line: boolean; wallet: boolean }

/** The list as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. */
export function formatUsersCsv(
  batches: AsyncIterable<Omit<UserRow, 'may_change'>[]>,
  language: 'en' | 'th',
  inUse: UserColumnsInUse,
): AsyncIterable<string> {
  const { others, ...columns } = headings[language]
  const isShown = (_: unknown, at: number) =>
    (inUse.line || at !== lineColumn) && (inUse.wallet || at !== walletColumn)
  const titles = [...importColumns.map((column) => columns[column]), ...others]
  return formatCsv(titles.filter(isShown), batches, (row) => formatUserCells(row, language).filter(isShown))
}

const lineColumn = importColumns.length + headings.en.others.indexOf('LINE userId')
const walletColumn = importColumns.length + headings.en.others.indexOf('Wallet')

function formatUserCells(row: Omit<UserRow, 'may_change'>, language: 'en' | 'th'): CsvCell[] {
  const { yes, no, status } = words[language]
  return [
    row.first_name,
    row.last_name,
    row.email,
    row.country_code,
    row.phone,
    staffTypes[row.staff_type][language],
    row.is_form_user ? yes : no,
    status[row.status],
    row.is_verified ? yes : no,
    row.line_user_id,
    row.app_version,
    row.wallet,
    formatZonedMinute(hospitalTimeZone, row.created_at),
    row.last_login_at && formatZonedMinute(hospitalTimeZone, row.last_login_at),
  ]
}

// ── a file of users ─────────────────────────────────────────────────────────────────────────────────

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

/** A column of the exported list: in an import all extra columns but the status are ignored. */
type Column = ImportColumn | 'status' | 'passed-over'

const columnByTitle = new Map<string, Column>([
  ...[...headings.en.others, ...headings.th.others].map(
    (title) => [normalizeTitle(title), 'passed-over'] as const,
  ),
  ...Object.values(statusTitles).map((title) => [normalizeTitle(title), 'status'] as const),
  ...importColumns.flatMap((column) =>
    [column, headings.en[column], headings.th[column]].map(
      (title) => [normalizeTitle(title), column] as const,
    ),
  ),
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

const approved = new Set(['approved', words.en.status.approved, words.th.status.approved].map(normalizeTitle))
const typeByName = new Map(
  Object.entries(staffTypes).flatMap(([code, { en, th }]) =>
    [code, en, th].map((name) => [normalizeTitle(name), code] as const),
  ),
)
const booleanByWord = new Map([
  ...['yes', 'true', '1', 'ใช่'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'ไม่ใช่', 'ไม่'].map((word) => [word, false] as const),
])

/** The value of a cell; undefined if it is empty and has a default. */
function parseCell(column: ImportColumn, cell: string): string | boolean | undefined | { problem: string } {
  if (cell === '') return undefined
  if (column === 'staff_type')
    return typeByName.get(normalizeTitle(cell)) ?? { problem: 'staff-type-unknown' }
  if (column === 'is_form_user') return booleanByWord.get(normalizeTitle(cell)) ?? { problem: 'yes-or-no' }
  return column === 'country_code' ? cell.replace(/^\+/, '') : cell
}
