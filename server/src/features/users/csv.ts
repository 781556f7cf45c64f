import {
  completeThaiPhone,
  type FieldProblem,
  type ImportColumn,
  importColumns,
  isKeepable,
  maxImportedUsers,
  NewUser,
  type RowProblem,
  staffTypes,
  type UserRow,
} from 'contract'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { byteOrderMark, csvLine, unguardFormula } from '../../core/csv.ts'
import { hospitalTimeZone, minuteIn } from '../../core/moments.ts'

const headings: Record<'en' | 'th', Record<ImportColumn, string> & { others: string[] }> = {
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    country_code: 'Country code',
    phone: 'Phone',
    staff_type: 'Staff type',
    is_form_user: 'Forms only',
    others: ['Status', 'Verified', 'LINE userId', 'App version', 'Wallet', 'Registered', 'Last login'],
  },
  th: {
    first_name: 'ชื่อ',
    last_name: 'นามสกุล',
    email: 'อีเมล',
    country_code: 'รหัสประเทศ',
    phone: 'โทรศัพท์',
    staff_type: 'ประเภทเจ้าหน้าที่',
    is_form_user: 'ใช้แบบฟอร์มเท่านั้น',
    others: ['สถานะ', 'ยืนยันตัวตนแล้ว', 'LINE userId', 'รุ่นแอป', 'กระเป๋าเงิน', 'วันที่ลงทะเบียน', 'เข้าสู่ระบบล่าสุด'],
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

/** The list as CSV for a spreadsheet. Moments are ISO, of the Christian Era and the hospital's clock. */
export async function* usersAsCsv(
  batches: AsyncIterable<Omit<UserRow, 'may_change'>[]>,
  language: 'en' | 'th',
): AsyncGenerator<string> {
  const { others, ...columns } = headings[language]
  yield byteOrderMark + csvLine([...importColumns.map((column) => columns[column]), ...others])
  for await (const batch of batches) yield batch.map((row) => csvLine(cellsOf(row, language))).join('')
}

function cellsOf(row: Omit<UserRow, 'may_change'>, language: 'en' | 'th') {
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
    minuteIn(hospitalTimeZone, row.created_at),
    row.last_login_at && minuteIn(hospitalTimeZone, row.last_login_at),
  ]
}

// ── a file of users ─────────────────────────────────────────────────────────────────────────────────

const ImportedUser = z.pick(NewUser, {
  first_name: true,
  last_name: true,
  email: true,
  country_code: true,
  phone: true,
  staff_type: true,
  is_form_user: true,
})
export type ImportedUser = z.output<typeof ImportedUser> & { row: number }

/** Who is in a file, and what is wrong with it; `rows` are those that are not empty. */
export type ImportedFile = { rows: number; people: ImportedUser[]; problems: RowProblem[] }

/** A file of users as spreadsheets write it: UTF-8, or the Thai of Windows; commas, semicolons or tabs. */
export function readUsers(bytes: Uint8Array): ImportedFile {
  const { records, problems } = recordsOf(textOf(bytes))
  const [titles = [], ...lines] = records
  const columns = titles.map(columnOf)
  problems.push(...problemsOfColumns(titles, columns))
  const filled = lines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const rows = filled.length
  if (rows === 0 && problems.length === 0) problems.push({ row: 1, field: null, message: 'file-empty' })
  if (rows > maxImportedUsers) {
    const [first] = filled.slice(maxImportedUsers)
    problems.push({ row: first?.row ?? 1, field: null, message: 'too-many' })
  }
  if (problems.length > 0) return { rows, people: [], problems }

  const people: ImportedUser[] = []
  for (const { row, cells } of filled) {
    const read = personOf(columns, cells)
    if ('person' in read) people.push({ ...read.person, row })
    else problems.push(...read.problems.map((problem) => ({ row, ...problem })))
  }
  return { rows, people, problems }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-874').decode(bytes)
  }
}

function recordsOf(text: string): { records: string[][]; problems: RowProblem[] } {
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

const columnByTitle = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    [column, headings.en[column], headings.th[column]].map((title) => [plain(title), column] as const),
  ),
)

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function columnOf(title: string): ImportColumn | undefined {
  return columnByTitle.get(plain(title))
}

/** Everything may be left out that has a value of its own when it is. */
const mayLack = new Set<ImportColumn>(['country_code', 'is_form_user'])

function problemsOfColumns(
  titles: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
): RowProblem[] {
  if (titles.length === 0) return []
  const inHeadings = (field: string, message: string) => ({ row: 1, field: field.slice(0, 100), message })
  return [
    ...titles.flatMap((title, at) => {
      const column = columns[at]
      if (column === undefined) return [inHeadings(title, 'column-unknown')]
      return columns.indexOf(column) < at ? [inHeadings(title, 'column-repeated')] : []
    }),
    ...importColumns.flatMap((column) =>
      columns.includes(column) || mayLack.has(column) ? [] : [inHeadings(column, 'column-missing')],
    ),
  ]
}

type Read = { person: z.output<typeof ImportedUser> } | { problems: (FieldProblem | RowLess)[] }
type RowLess = Omit<RowProblem, 'row'>

function personOf(columns: readonly (ImportColumn | undefined)[], cells: readonly string[]): Read {
  if (cells.length !== columns.length) return { problems: [{ field: null, message: 'cells-wrong' }] }
  const values: Record<string, unknown> = {}
  const problems: RowLess[] = []
  for (const [at, column] of columns.entries()) {
    if (!column) continue
    const cell = unguardFormula((cells[at] ?? '').trim())
    const value = valueOf(column, cell)
    if (!isKeepable(cell)) problems.push({ field: column, message: 'invalid' })
    else if (typeof value === 'object') problems.push({ field: column, message: value.problem })
    else values[column] = value
  }
  const refused = new Set(problems.map(({ field }) => field))
  const parsed = ImportedUser.safeParse(values)
  if (parsed.success && problems.length === 0) return { person: withItsZero(parsed.data) }
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0])
    if (!refused.has(field)) problems.push({ field, message: issue.message })
  }
  return { problems }
}

/** A spreadsheet takes a phone for a number and its first zero away. */
function withItsZero(person: z.output<typeof ImportedUser>) {
  return person.country_code === '66' ? { ...person, phone: completeThaiPhone(person.phone) } : person
}

const typeByName = new Map(
  Object.entries(staffTypes).flatMap(([code, { en, th }]) =>
    [code, en, th].map((name) => [plain(name), code] as const),
  ),
)
const truths = new Map([
  ...['yes', 'true', '1', 'ใช่'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'ไม่ใช่', 'ไม่'].map((word) => [word, false] as const),
])

/** What a cell says; nothing where it says nothing and something stands for that. */
function valueOf(column: ImportColumn, cell: string): string | boolean | undefined | { problem: string } {
  if (cell === '') return undefined
  if (column === 'staff_type') return typeByName.get(plain(cell)) ?? { problem: 'staff-type-unknown' }
  if (column === 'is_form_user') return truths.get(plain(cell)) ?? { problem: 'yes-or-no' }
  return column === 'country_code' ? cell.replace(/^\+/, '') : cell
}
