import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { patients } from 'contract'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'

let panel: TestPanel
let port: number

beforeAll(async () => {
  panel = await startTestPanel()
  // More than the buffers between a server and a client who reads nothing. Nobody searches for them.
  await sql`alter table patients disable trigger user`.execute(panel.root)
  await panel.root.executeQuery(
    CompiledQuery.raw(`
      with filled as (select hospital_id, patients from patient_counts)
      insert into patients (id, hospital_id, number, hn, title, name, surname, gender, identity_kind, created_at, updated_at)
      select gen_random_uuid(), hospital_id, patients + n, 'S' || n, 'นาย', repeat('น', 100), repeat('ส', 100), 'male',
        'none', '${testNow}', '${testNow}'
      from filled, generate_series(1, 20000) n`),
  )
  await sql`alter table patients enable trigger user`.execute(panel.root)
  await panel.root.updateTable('patient_counts').set({ patients: sql`patients + 20000` }).execute()
  port = await panel.listen()
})
afterAll(() => panel.close())

test('a list of many batches is sent to its end', async () => {
  const nurse = await panel.as('nurse')
  const lines = (await (await nurse(patients.exportList, {})).text()).trim().split('\r\n')
  expect(lines).toHaveLength((await nurse(patients.list, {})).total + 1)
  expect(new Set(lines).size).toBe(lines.length)
})

test('clients that ask for a file and disconnect hold no connection, and are in the audit', async () => {
  const nurse = await panel.as('nurse')
  const before = await exportsInAudit()
  for (let i = 0; i < 7; i++) {
    const { socket, begun } = beginExport(nurse.session.server_token)
    await begun
    socket.destroy()
  }
  await expect.poll(() => held()).toBe(0)
  expect((await nurse(patients.list, {})).rows).not.toHaveLength(0)
  expect(await exportsInAudit()).toBe(before + 7)
})

test('clients that ask for a file and do not read it leave the panel free for others', async () => {
  const nurse = await panel.as('nurse')
  const { server_token } = nurse.session
  const exports = Array.from({ length: 8 }, () => beginExport(server_token))
  await Promise.race(exports.map(({ begun }) => begun))
  await expect.poll(() => held()).toBeGreaterThan(0)
  expect((await nurse(patients.list, {})).rows).not.toHaveLength(0)
  expect(await held()).toBeLessThan(5)
  for (const { socket } of exports) socket.destroy()
  await expect.poll(() => held()).toBe(0)
})

test('a file that was cut by the database does not end as if it were complete', async () => {
  const nurse = await panel.as('nurse')
  const { socket, begun } = beginExport(nurse.session.server_token)
  await begun
  socket.on('error', () => {})
  let end = ''
  socket.on('data', (piece: Buffer) => {
    end = (end + piece.toString('latin1')).slice(-100)
  })
  // The panel may close the connection before the statement below is answered.
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await panel.root.executeQuery(
    CompiledQuery.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )
  socket.resume()
  await closed
  expect(end).not.toMatch(/\r\n0\r\n\r\n$/)
  // The ended connections are noticed one by one.
  const listed = () => nurse(patients.list, {}).catch(() => ({ rows: [] }))
  await expect.poll(async () => (await listed()).rows.length).toBeGreaterThan(0)
})

/** A client who asks for the whole list and reads only its beginning. */
function beginExport(token: string): { socket: Socket; begun: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const begun = once(socket, 'data').then(() => socket.pause())
  socket.write(
    [
      `POST ${patients.exportList.path} HTTP/1.1`,
      'host: panel.test',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      'content-length: 2',
      '',
      '{}',
    ].join('\r\n'),
  )
  return { socket, begun }
}

/** How many connections of clients are in a transaction, without the one that asks. */
async function held(): Promise<number> {
  const { rows } = await panel.root.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and xact_start is not null`),
  )
  return rows[0]?.count ?? 0
}

async function exportsInAudit(): Promise<number> {
  const { count } = await panel.root
    .selectFrom('audit')
    .select(sql<number>`count(*)`.as('count'))
    .where('action', '=', 'patients.exportList')
    .where('outcome', '=', 'ok')
    .executeTakeFirstOrThrow()
  return count
}
