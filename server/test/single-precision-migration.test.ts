import { readFileSync } from 'node:fs'
import { quantities } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const migration = readFileSync(new URL('../migrations/0036-as-measured.sql', import.meta.url), 'utf8')
const tables = ['readings', 'notify_settings']
const measured = Object.entries(quantities).filter(([name]) => migration.includes(`column ${name} type`))

/** Numbers of six significant digits, from a millionth to millions. */
const sixDigits = Array.from({ length: 20_000 }, (_, nth) =>
  Number(`${100_000 + ((nth * 44_987) % 900_000)}e${(nth % 12) - 11}`),
)

/** Every number that a device or a person can have sent: the range of the quantity, in steps of its last decimal. */
const listValues = ({ min, max, decimals }: { min: number; max: number; decimals: number }) =>
  Array.from({ length: Math.round((max - min) * 10 ** decimals) + 1 }, (_, nth) =>
    Number((min + nth / 10 ** decimals).toFixed(decimals)),
  )

/**
 * The cast from single precision to `numeric` keeps six significant digits, as many as single precision holds of any
 * number; later ones were lost when the number was stored. No quantity has more in its range, with its decimals.
 */
test('a number that was stored in single precision is the number that was measured again', async () => {
  expect(measured).toHaveLength(14)
  const expected = measured.map(
    ([name, quantity]) => [name, [...listValues(quantity), ...sixDigits]] as const,
  )
  const kept = await panel.root.transaction().execute(async (tx) => {
    await sql`create schema earlier`.execute(tx)
    await sql`set local search_path = earlier`.execute(tx)
    const columns = [...migration.matchAll(/column (\w+) type/g)].map(([, name]) => name ?? '')
    for (const table of tables)
      await sql`create table ${sql.table(table)} (${sql.raw(columns.map((name) => `${name} real`).join(', '))})`.execute(
        tx,
      )
    for (const [name, values] of expected)
      await sql`insert into readings (${sql.ref(name)}) select unnest(${values}::float8[])`.execute(tx)
    for (const statement of migration.split(';').filter((one) => one.trim() !== ''))
      await sql.raw(statement).execute(tx)
    const found: [string, number[]][] = []
    for (const [name] of expected) {
      const { rows } = await sql<{ value: number }>`
        select ${sql.ref(name)} as value from readings where ${sql.ref(name)} is not null`.execute(tx)
      found.push([name, rows.map(({ value }) => value)])
    }
    return found
  })
  const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)
  for (const [at, [name, values]] of expected.entries()) {
    const [keptName, keptValues = []] = kept[at] ?? []
    expect(keptName).toBe(name)
    expect(sorted(keptValues)).toEqual(sorted(values))
  }
})
