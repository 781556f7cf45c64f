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
  const packed = names.map((name) => sql`json_agg(packed.${sql.ref(name)}) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<keyof Row, unknown[] | null>>`
    select ${sql.join(packed)} from (${query}) as packed`.execute(tx)
  const [{ ...values } = {} as Record<keyof Row, null>] = rows
  const instants = names.filter((name) => columns[name] === 'instant')
  for (const name of instants) values[name] = values[name]?.map(formatInstant) ?? null
  // A copy of one object, so that all rows have one shape.
  const empty = Object.fromEntries(names.map((name) => [name, null]))
  const count = values[names[0] as keyof Row]?.length ?? 0
  const unpacked = Array.from({ length: count }, (): Record<string, unknown> => ({ ...empty }))
  // Column by column: to look a column up for each of thousands of fields takes as long as to store them.
  for (const name of names) {
    const column = values[name] ?? []
    let at = 0
    for (const row of unpacked) row[name] = column[at++]
  }
  return unpacked as Row[]
}

const offset = '+00:00'

const formatInstant = (text: unknown) =>
  typeof text === 'string' ? `${text.slice(0, -offset.length)}Z` : null
