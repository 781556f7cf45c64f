import { type RawBuilder, sql } from 'kysely'

/**
 * Arrays in the database's binary form. The driver would send them as text, which costs the database as much to read
 * as it costs to keep what they hold. Null and undefined are null.
 */
type Cell = string | number | boolean | null | undefined

const objectIds = {
  boolean: 16,
  smallint: 21,
  integer: 23,
  text: 25,
  real: 700,
  'double precision': 701,
  timestamptz: 1184,
  uuid: 2950,
} as const
export type ElementType = keyof typeof objectIds

const sizes: Record<Exclude<ElementType, 'text'>, number> = {
  boolean: 1,
  smallint: 2,
  integer: 4,
  real: 4,
  'double precision': 8,
  timestamptz: 8,
  uuid: 16,
}

const headBytes = 20
const lengthBytes = 4
/** A UTF-16 unit takes no more bytes than these in UTF-8. */
const bytesPerUnit = 3

/** `values` as a parameter of a statement. Instants are ISO 8601, uuids have their hyphens. */
export function sqlArray(type: ElementType, values: readonly Cell[]): RawBuilder<unknown> {
  return sql`${binaryArray(type, values)}::${sql.raw(type)}[]`
}

/** The way to a column of rows, as an array for a statement to unnest. */
export function columnsOf<Row>(rows: readonly Row[]) {
  return (type: ElementType, pick: (row: Row) => Cell) =>
    sqlArray(
      type,
      rows.map((row) => pick(row)),
    )
}

function binaryArray(type: ElementType, values: readonly Cell[]): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + roomFor(type, values))
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(objectIds[type], 8)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  let at = headBytes
  for (const value of values) {
    const start = at + lengthBytes
    const end = value === null || value === undefined ? start : write(buffer, type, value, start)
    buffer.writeInt32BE(value === null || value === undefined ? -1 : end - start, at)
    at = end
  }
  return buffer.subarray(0, at)
}

function roomFor(type: ElementType, values: readonly Cell[]): number {
  if (type !== 'text') return values.length * (lengthBytes + sizes[type])
  let units = 0
  for (const value of values) if (typeof value === 'string') units += value.length
  return values.length * lengthBytes + units * bytesPerUnit
}

/** Writes one element and answers where it ends. */
function write(buffer: Buffer, type: ElementType, value: string | number | boolean, at: number): number {
  switch (type) {
    case 'text':
      return at + buffer.write(String(value), at)
    case 'uuid':
      return writeUuid(buffer, String(value), at)
    case 'timestamptz':
      return writeMicroseconds(buffer, Date.parse(String(value)) - epochMs, at)
    case 'smallint':
      return buffer.writeInt16BE(whole(value), at)
    case 'integer':
      return buffer.writeInt32BE(whole(value), at)
    case 'real':
      return buffer.writeFloatBE(Number(value), at)
    case 'double precision':
      return buffer.writeDoubleBE(Number(value), at)
    case 'boolean':
      return buffer.writeUInt8(value ? 1 : 0, at)
  }
}

/** A buffer cuts a fraction off and takes what is no number for 0. */
function whole(value: string | number | boolean): number {
  const number = Number(value)
  if (!Number.isInteger(number)) throw new RangeError('an element is no whole number')
  return number
}

/** The database counts its microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const word = 2 ** 32

/** In two halves: of an instant far away there are more microseconds than a number can tell apart. */
function writeMicroseconds(buffer: Buffer, ms: number, at: number): number {
  if (Number.isNaN(ms)) throw new RangeError('an element is no instant')
  const high = Math.floor(ms / word)
  const rest = (ms - high * word) * 1000
  const carried = Math.floor(rest / word)
  buffer.writeInt32BE(high * 1000 + carried, at)
  return buffer.writeUInt32BE(rest - carried * word, at + 4)
}

const hyphen = 45

function writeUuid(buffer: Buffer, uuid: string, at: number): number {
  let end = at
  for (let place = 0; place < uuid.length; place += 2) {
    if (uuid.charCodeAt(place) === hyphen) place += 1
    buffer[end] = (nibble(uuid.charCodeAt(place)) << 4) | nibble(uuid.charCodeAt(place + 1))
    end += 1
  }
  return end
}

/** Of a digit, or of a letter of either case. */
function nibble(code: number): number {
  return (code & 15) + (code > 57 ? 9 : 0)
}
