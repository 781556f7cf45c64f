import { type Client, createClient, groups, monitoring, patients, summary, users } from 'contract'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { IntakeQueue } from '../src/bedside/intake/intake-queue.ts'
import { openDatabase } from '../src/db/database.ts'
import { createInjectFetch, describeTestDatabase, startTestPanel, type TestPanel } from '../src/testing.ts'
import { type CountingProxy, openCountingProxy } from './support/counting-proxy.ts'

let panel: TestPanel
let proxy: CountingProxy
let nurse: Client
let admin: Client
let patientId: string
let close: () => Promise<void>

beforeAll(async () => {
  panel = await startTestPanel()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  const { url, direct, prepares } = describeTestDatabase(rows[0]?.name ?? '')
  proxy = await openCountingProxy(url)
  const root = openDatabase({ url: proxy.url, connections: 1, prepares })
  const { clock } = panel
  const app = await createApp({
    root,
    listenUrl: direct,
    clock,
    intake: new IntakeQueue({ root, clock, channels: [], log: () => {} }),
    log: pino({ level: 'silent' }),
    callsPerMinute: 0,
    busyAfterMs: 0,
  })
  const fetch = createInjectFetch(app)
  const [one, other] = [await panel.as('nurse'), await panel.as('admin')]
  nurse = createClient({ fetch, session: () => one.session })
  admin = createClient({ fetch, session: () => other.session })
  patientId = (await one(patients.list, {})).rows[0]?._id ?? ''
  close = async () => {
    await app.close()
    await root.destroy()
    await proxy.close()
  }
})
afterAll(async () => {
  await close()
  await panel.close()
})

/** The round trips of a call that was made before, so that its connection is open and its statements are prepared. */
async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
  await call()
  const before = proxy.count()
  await call()
  return proxy.count() - before
}

test.each<[string, () => Promise<unknown>]>([
  ['one record', () => nurse(patients.get, { _id: patientId })],
  ['a summary', () => nurse(summary.get, { patient_id: patientId })],
  ['a timeline', () => nurse(summary.timeline, { patient_id: patientId })],
  ['a page of patients', () => nurse(patients.list, {})],
  ['a page of patients that match a search', () => nurse(patients.list, { search_value: 'ส' })],
  ['a page of users that match a search', () => admin(users.list, { search_value: 'ส' })],
  [
    'a sorted page of patients',
    () => nurse(patients.list, { sort_field: 'name', filterLists: { gender: ['male'] } }),
  ],
  ['a sorted page of users', () => admin(users.list, { sort_field: 'name' })],
  ['a ward board', () => nurse(monitoring.wardBoard, {})],
  ['the groups', () => admin(groups.list, {})],
])('%s takes three round trips to the database: session, query, audit with commit', async (_what, call) => {
  expect(await countRoundTrips(call)).toBe(3)
})
