import { quantities, quantityNames, readingValueNames } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../../testing.ts'
import { getValueColumn } from './store.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('each value of a reading has a column, a number one of the type that its description says', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = 'readings'`.execute(panel.root)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  for (const name of readingValueNames) expect(types.has(getValueColumn(name)), name).toBe(true)
  for (const name of quantityNames)
    expect([name, types.get(getValueColumn(name))]).toEqual([name, quantities[name].column])
})
