import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnServer, testDatabase } from '../testing.ts'
import { acrossHospitals, afterCommit, openDatabase, type Root } from './database.ts'

const name = `settings_${process.pid}`
const { url, direct } = testDatabase(name)
let root: Root

beforeAll(async () => {
  await runOnServer(direct, `create database ${name}`)
  await runOnServer(direct, `alter database ${name} set timezone = 'Asia/Bangkok'`)
  root = openDatabase({ url: direct, connections: 1 })
})
afterAll(async () => {
  await root.destroy()
  await runOnServer(direct, `drop database ${name} with (force)`)
})

test('a statement is prepared under a digest of its text, so that no other one has its name on any node', async () => {
  await sql`select 1 as one`.execute(root)
  await sql`select 2 as two`.execute(root)
  const { rows } = await root.executeQuery<{ name: string; statement: string }>(
    CompiledQuery.raw('select name, statement from pg_prepared_statements where statement like $1', [
      'select _ as %',
    ]),
  )
  expect(rows.map(({ statement }) => statement).sort()).toEqual(['select 1 as one', 'select 2 as two'])
  for (const { name, statement } of rows)
    expect(name).toBe(createHash('sha256').update(statement).digest('base64url'))
})

test('without `prepares` no statement is prepared, for poolers that cannot keep them', async () => {
  const unprepared = openDatabase({ url, connections: 1, prepares: false })
  await sql`select 1 as one`.execute(unprepared)
  const { rows } = await sql`select name from pg_prepared_statements`.execute(unprepared)
  expect(rows).toEqual([])
  await unprepared.destroy()
})

const nowText = sql<{ at: string }>`select '2026-11-05T07:32:00Z'::timestamptz::text as at`

test('an instant is in UTC inside and outside a transaction, whatever the time zone of the server', async () => {
  expect((await nowText.execute(root)).rows).toEqual([{ at: '2026-11-05 07:32:00+00' }])
  const within = await acrossHospitals(root, (tx) => nowText.execute(tx))
  expect(within.rows).toEqual([{ at: '2026-11-05 07:32:00+00' }])
})

test('a transaction sets its limits on a connection that started without them, and leaves none behind', async () => {
  const settings = sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'jit') order by name`
  const given = (await settings.execute(root)).rows
  const within = await acrossHospitals(root, (tx) => settings.execute(tx))
  expect(within.rows.map(({ setting }) => setting)).toEqual(['60000', 'off', '30000'])
  expect((await settings.execute(root)).rows).toEqual(given)
})

test('work after the commit runs after it, and not if the transaction is rolled back', async () => {
  const done: string[] = []
  await acrossHospitals(root, async (tx) => {
    afterCommit(tx, () => done.push('committed'))
    expect(done).toEqual([])
  })
  const broken = acrossHospitals(root, async (tx) => {
    afterCommit(tx, () => done.push('rolled back'))
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  expect(done).toEqual(['committed'])
})
