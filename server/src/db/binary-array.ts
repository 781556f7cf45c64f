import { type RawBuilder, sql } from 'kysely'

/**
 * Encodes arrays in the database's binary form. The driver would send them as text, which takes the database as long to
 * parse as to store the values. Null and undefined become null.
 */
type Cell = string | number | boolean | Buffer | null | undefined

const objectIds = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  'double precision': 701,
  timestamptz: 1184,
  uuid: 2950,
} as const
export type ElementType = keyof typeof objectIds

/** The size of an element in bytes, for the types in which all have the same. */
const sizes = {
  boolean: 1,
  bigint: 8,
  smallint: 2,
  integer: 4,
  'double precision': 8,
  timestamptz: 8,
  uuid: 16,
} satisfies Partial<Record<ElementType, number>>

const headBytes = 20
const lengthBytes = 4
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const bytesPerUnit = 3

/** `values` as a parameter of a statement. Instants are milliseconds or ISO 8601; uuids have their hyphens. */
export function sqlArray(type: ElementType, values: readonly Cell[]): RawBuilder<unknown> {
  return buildParameter(type, values, (value) => value)
}

/** Words that never change, as part of a statement's text: the planner then knows them. */
export const sqlWords = (words: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.lit(`{${words.join(',')}}`)}::text[]`

/** Any value as JSON for a column of texts, which the statement casts to `jsonb`; one that is missing is null. */
export const toJsonCell = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** Any value for a column of JSON, in which one that is missing is the `null` of JSON. */
export const toJsonb = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value ?? null)}::jsonb`

/** Ids as an array for a column of texts, which the statement casts to `uuid[]`: rows hold no arrays. */
export const toIdsCell = (ids: readonly string[]): string => `{${ids.join(',')}}`

/** The columns of a table by their names: the type of each, and its value in a row. */
type Columns<Row> = Readonly<Record<string, readonly [type: ElementType, pick: (row: Row) => Cell]>>

/**
 * `rows` as a table for the `from` of a statement, under an alias. `numberedBy`: the name of one more column, in which
 * the rows are counted from 1.
 */
export function sqlRows<Row>(
  alias: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  numberedBy?: string,
): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(([type, pick]) => buildParameter(type, rows, pick))
  const names = [...Object.keys(columns), ...(numberedBy === undefined ? [] : [numberedBy])]
  const numbered = sql.raw(numberedBy === undefined ? '' : 'with ordinality')
  return sql`unnest(${sql.join(arrays)}) ${numbered} as ${sql.ref(alias)} (${sql.join(names.map((name) => sql.ref(name)))})`
}

function buildParameter<Row>(
  type: ElementType,
  rows: readonly Row[],
  pick: (row: Row) => Cell,
): RawBuilder<unknown> {
  return sql`${encodeArray(type, rows, pick)}::${sql.raw(type)}[]`
}

function encodeArray<Row>(type: ElementType, rows: readonly Row[], pick: (row: Row) => Cell): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + computeCapacity(type, rows, pick))
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
  view.setInt32(0, 1)
  view.setInt32(4, 1)
  view.setInt32(8, objectIds[type])
  view.setInt32(12, rows.length)
  view.setInt32(16, 1)
  const target = { view, buffer }
  let at = headBytes
  for (const row of rows) {
    const value = pick(row)
    const start = at + lengthBytes
    const end = value === null || value === undefined ? start : writeElement(target, type, value, start)
    view.setInt32(at, value === null || value === undefined ? -1 : end - start)
    at = end
  }
  return buffer.subarray(0, at)
}

function computeCapacity<Row>(type: ElementType, rows: readonly Row[], pick: (row: Row) => Cell): number {
  if (type !== 'text' && type !== 'bytea') return rows.length * (lengthBytes + sizes[type])
  let bytes = 0
  for (const row of rows) {
    const value = pick(row)
    if (typeof value === 'string') bytes += value.length * bytesPerUnit
    else if (Buffer.isBuffer(value)) bytes += value.length
  }
  return rows.length * lengthBytes + bytes
}

/** Writes one element and returns the position after it. */
function writeElement(
  { view, buffer }: { view: DataView; buffer: Buffer },
  type: ElementType,
  value: NonNullable<Cell>,
  at: number,
): number {
  switch (type) {
    case 'text':
      return writeText(buffer, String(value), at)
    case 'bytea':
      return at + requireBuffer(value).copy(buffer, at)
    case 'bigint':
      view.setBigInt64(at, BigInt(requireInteger(value, Number.MAX_SAFE_INTEGER)))
      return at + sizes.bigint
    case 'uuid':
      return writeUuid(buffer, String(value), at)
    case 'timestamptz':
      return writeMicroseconds(view, typeof value === 'number' ? value : Date.parse(String(value)), at)
    case 'smallint':
      view.setInt16(at, requireInteger(value, 0x7fff))
      return at + sizes.smallint
    case 'integer':
      view.setInt32(at, requireInteger(value, 0x7fff_ffff))
      return at + sizes.integer
    case 'double precision':
      view.setFloat64(at, Number(value))
      return at + sizes['double precision']
    case 'boolean':
      view.setUint8(at, value ? 1 : 0)
      return at + sizes.boolean
  }
}

/** For a short ASCII text the call of the encoder takes longer than writing it unit by unit. */
const wordUnits = 24

function writeText(buffer: Buffer, text: string, at: number): number {
  if (text.length > wordUnits) return at + buffer.write(text, at)
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (unit > 0x7f) return at + buffer.write(text, at)
    buffer[at + place] = unit
  }
  return at + text.length
}

/**
 * Throws for what `DataView` would silently change: it drops fractions, turns NaN into 0, and wraps numbers that are
 * too large.
 */
function requireInteger(value: NonNullable<Cell>, most: number): number {
  const number = Number(value)
  if (!Number.isInteger(number)) throw new RangeError('an element is no whole number')
  if (number > most || number < -most - 1) throw new RangeError('an element is too large')
  return number
}

function requireBuffer(value: NonNullable<Cell>): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('an element is no bytes')
  return value
}

/** The database counts its microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const word = 2 ** 32

/** Writes two halves: the microseconds of a distant instant exceed the integers that a number can represent. */
function writeMicroseconds(view: DataView, instant: number, at: number): number {
  if (Number.isNaN(instant)) throw new RangeError('an element is no instant')
  const ms = instant - epochMs
  const high = Math.floor(ms / word)
  const rest = (ms - high * word) * 1000
  const carried = Math.floor(rest / word)
  view.setInt32(at, high * 1000 + carried)
  view.setUint32(at + 4, rest - carried * word)
  return at + sizes.timestamptz
}

/** The positions of the two digits of each byte, between the hyphens. */
const digitPositions = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** The values of the hexadecimal digits, in upper or lower case, by their character codes. */
const nibbles = new Uint8Array(128)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  nibbles[digit.charCodeAt(0)] = value
  nibbles[digit.toUpperCase().charCodeAt(0)] = value
}

function writeUuid(buffer: Buffer, uuid: string, at: number): number {
  let end = at
  for (const place of digitPositions) {
    const high = nibbles[uuid.charCodeAt(place)] ?? 0
    buffer[end] = (high << 4) | (nibbles[uuid.charCodeAt(place + 1)] ?? 0)
    end += 1
  }
  return end
}
