import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../testing.ts'
import { acrossHospitals } from './database.ts'
import { selectPackedRows } from './packed-rows.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

type Row = {
  at: string | null
  on: string | null
  score: number | null
  note: string | null
  features: string[] | null
  is_open: boolean
}

const select = (values: RawBuilder<unknown>) =>
  sql<Row>`select * from (values ${values}) as given ("at", "on", score, note, features, is_open)`

const readBothWays = (query: RawBuilder<Row>) =>
  acrossHospitals(panel.root, async (tx) => {
    const packed = await selectPackedRows(
      tx,
      { at: 'instant', on: 'value', score: 'value', note: 'value', features: 'value', is_open: 'value' },
      query,
    )
    const read = packed.map(({ at, on, score, note, features, is_open }) => ({
      at,
      on,
      score,
      note,
      features,
      is_open,
    }))
    return { packed: read, plain: (await query.execute(tx)).rows }
  })

test('packed rows are what the driver reads from the same query, in its order', async () => {
  const { packed, plain } = await readBothWays(
    select(sql`
      ('2026-11-05 14:32:00.123+07'::timestamptz, '2026-11-05'::date, 37.20::numeric, 'a "quoted" ไทย \\ line',
        '{OXYGEN,"A B"}'::text[], true),
      ('2026-11-05 07:32:00Z', null, -0.5, '', '{}', false),
      (null, '1957-02-28', null, null, null, true)`),
  )
  expect(packed).toEqual(plain)
  expect(packed[0]).toMatchObject({ at: '2026-11-05T07:32:00.123Z', on: '2026-11-05', score: 37.2 })
})

test('a query without a row is packed to none', async () => {
  const none = sql<Row>`${select(sql`(now(), current_date, 1::numeric, '', '{}'::text[], true)`)} where false`
  expect(await readBothWays(none)).toEqual({ packed: [], plain: [] })
})
