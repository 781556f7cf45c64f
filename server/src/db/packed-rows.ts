import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** For each column of a row whether it is an instant, which JSON has with the offset `+00:00`. */
export type PackedColumns<Row> = { readonly [Column in keyof Row]-?: 'value' | 'instant' }

/**
 * The rows of a query that answers hundreds of them, such as a board: each column arrives as one JSON array. The driver
 * would spend longer on thousands of fields than the database on finding them.
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
  // A copy of one object, so that all rows have one shape.
  const empty = Object.fromEntries(names.map((name) => [name, null]))
  const read = names.map((name) => readColumn(values[name]))
  const unpacked = Array.from({ length: read[0]?.length ?? 0 }, (): Record<string, unknown> => ({ ...empty }))
  // Column by column: to look a column up for each of thousands of fields takes as long as to store them.
  for (const [index, name] of names.entries()) {
    const column = read[index] ?? []
    let at = 0
    for (const row of unpacked) row[name] = column[at++]
  }
  return unpacked as Row[]
}

/**
 * A column as its JSON array. In the text of instants the offset is replaced before it is parsed: strings that are put
 * together one by one cost more, here and again when they are written into the answer.
 */
function readColumn(sent: unknown[] | string | null): unknown[] {
  return typeof sent === 'string' ? JSON.parse(sent.replaceAll('+00:00"', 'Z"')) : (sent ?? [])
}
