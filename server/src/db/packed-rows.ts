import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** For each column of a row whether it is an instant, which JSON has with the offset `+00:00`. */
export type PackedColumns<Row> = { readonly [Column in keyof Row]-?: 'value' | 'instant' }

/**
 * The rows of a query that answers hundreds of them, such as a board: each column arrives as one JSON array. The driver
 * would spend longer on thousands of fields than the database on finding them. A row reads its fields from the columns
 * and has none of its own: a spread or `Object.keys` of it finds nothing.
 */
export async function selectPackedRows<Row>(
  tx: Tx,
  columns: PackedColumns<Row>,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const packed = names.map((name) => {
    const column = sql`json_agg(packed.${sql.ref(name)})`
    return sql`${columns[name] === 'instant' ? sql`${column}::text` : column} as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<keyof Row, unknown[] | string | null>>`
    select ${sql.join(packed)} from (${query}) as packed`.execute(tx)
  const [values = {} as Record<keyof Row, null>] = rows
  const read = names.map((name) => readColumn(values[name]))
  const PackedRow = findRowClass(columns)
  return Array.from({ length: read[0]?.length ?? 0 }, (_, at) => new PackedRow(read, at) as Row)
}

/**
 * A column as its JSON array. In the text of instants the offset is replaced before it is parsed: strings that are put
 * together one by one cost more, here and again when they are written into the answer.
 */
function readColumn(sent: unknown[] | string | null): unknown[] {
  return typeof sent === 'string' ? JSON.parse(sent.replaceAll('+00:00"', 'Z"')) : (sent ?? [])
}

type RowClass = new (columns: readonly unknown[][], at: number) => object

const rowClasses = new WeakMap<object, RowClass>()

function findRowClass(columns: object): RowClass {
  const known = rowClasses.get(columns)
  if (known) return known
  const made = createRowClass(Object.keys(columns))
  rowClasses.set(columns, made)
  return made
}

/** A row of two fields costs a fraction of one that is filled with thirty, to make and to collect. */
function createRowClass(names: readonly string[]): RowClass {
  return class PackedRow {
    readonly #columns: readonly unknown[][]
    readonly #at: number

    constructor(columns: readonly unknown[][], at: number) {
      this.#columns = columns
      this.#at = at
    }

    static {
      for (const [index, name] of names.entries()) {
        Object.defineProperty(PackedRow.prototype, name, {
          get(this: PackedRow) {
            return this.#columns[index]?.[this.#at]
          },
        })
      }
    }
  }
}
