import { createHash, randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeTestDatabase, runOnServer } from '../testing.ts'
import {
  acrossHospitals,
  afterCommit,
  executeWithCommit,
  inHospital,
  openDatabase,
  type Root,
  type Tx,
} from './database.ts'

const name = `settings_${process.pid}`
const { url, direct } = describeTestDatabase(name)
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

describe('a statement that is sent together with the commit', () => {
  const write = (text: string) => sql`insert into written (text) values (${text})`
  const list = async () => (await sql<{ text: string }>`select text from written`.execute(root)).rows
  beforeAll(() => sql`create table written (text text not null check (text <> 'wrong'))`.execute(root))
  beforeEach(() => sql`truncate written`.execute(root))

  test('is committed after all others, and its rows are known before the work that follows the commit', async () => {
    const done: string[] = []
    await acrossHospitals(root, async (tx) => {
      const last = sql<{ text: string }>`insert into written (text) values ('last') returning text`
      executeWithCommit(tx, last.compile(tx), (rows) => {
        done.push(...rows.map(({ text }) => text))
        afterCommit(tx, () => done.push('committed'))
      })
      await write('first').execute(tx)
    })
    expect(await list()).toEqual([{ text: 'first' }, { text: 'last' }])
    expect(done).toEqual(['last', 'committed'])
  })

  test('rolls back the whole transaction if it fails', async () => {
    const done: string[] = []
    const broken = acrossHospitals(root, async (tx) => {
      executeWithCommit(tx, write('wrong').compile(tx))
      afterCommit(tx, () => done.push('committed'))
      await write('first').execute(tx)
    })
    await expect(broken).rejects.toMatchObject({ constraint: 'written_text_check' })
    expect([await list(), done]).toEqual([[], []])
  })

  test('is not sent if the work fails', async () => {
    const broken = acrossHospitals(root, async (tx) => {
      executeWithCommit(tx, write('last').compile(tx))
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await list()).toEqual([])
  })
})

test('a transaction whose statement failed unnoticed is not reported as committed', async () => {
  const broken = acrossHospitals(root, async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(broken).rejects.toThrow('rolled back')
})

test('nothing can be sent in a transaction after its end, when its hospital and role are gone', async () => {
  let late: Tx | undefined
  await acrossHospitals(root, async (tx) => {
    late = tx
  })
  await expect(sql`select 1`.execute(late ?? root)).rejects.toThrow('after the end')
})

test('a transaction that could not begin reports the reason and writes nothing', async () => {
  const stranger = `stranger_${process.pid}`
  await sql`create table own (text text not null)`.execute(root)
  await runOnServer(direct, `create role ${stranger} login password '${stranger}'`)
  await sql`grant insert on own to ${sql.ref(stranger)}`.execute(root)
  const url = direct.replace(/^(\w+:\/\/)([^/@]*@)?/, `$1${stranger}:${stranger}@`)
  const without = openDatabase({ url, connections: 1 })
  const broken = inHospital(without, randomUUID(), (tx) =>
    sql`insert into own (text) values ('mine')`.execute(tx),
  )
  await expect(broken).rejects.toThrow('role "panel_app"')
  expect((await sql`select from own`.execute(root)).rows).toEqual([])
  await without.destroy()
  await sql`drop owned by ${sql.ref(stranger)}`.execute(root)
  await runOnServer(direct, `drop role ${stranger}`)
})
