import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestPanel } from './testing.ts'

test('the database knows how many rows the demo hospital has, as it would of any other after a minute', async () => {
  const panel = await startTestPanel()
  const { rows } = await sql<{ name: string }>`
    select distinct tablename as name from pg_stats
    where tablename in ('beds', 'latest_values', 'patients', 'stay_places', 'stays') order by name`.execute(
    panel.root,
  )
  expect(rows.map(({ name }) => name)).toEqual(['beds', 'latest_values', 'patients', 'stay_places', 'stays'])
  await panel.close()
})
