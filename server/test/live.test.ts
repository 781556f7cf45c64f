import { once } from 'node:events'
import { connect } from 'node:net'
import {
  type Input,
  isStandardPermission,
  type LatestValue,
  type LiveEvent,
  monitoring,
  type Permission,
  permissionMatrix,
  permissionNeeds,
  permissions,
  signIn,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { IntakeQueue } from '../src/bedside/intake/intake-queue.ts'
import { inHospital, type Root } from '../src/db/database.ts'
import { listVisibleKinds } from '../src/features/monitoring/rules.ts'
import { writeEvents } from '../src/live/events.ts'
import { Live } from '../src/live/live.ts'
import {
  describeTestDatabase,
  openTestDatabase,
  startTestPanel,
  type TestPanel,
  testNow,
} from '../src/testing.ts'

let panel: TestPanel
let direct: string
let database: string
let otherRoot: Root
let other: FastifyInstance
let here: string
let there: string
let hospitalId: string
const opened: TestSubscription[] = []

beforeAll(async () => {
  panel = await startTestPanel({ heartbeatMs: 50 })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  database = rows[0]?.name ?? ''
  direct = describeTestDatabase(database).direct
  otherRoot = openTestDatabase(database, 3)
  const clock = () => new Date(testNow)
  other = await createApp({
    root: otherRoot,
    listenUrl: direct,
    clock,
    intake: new IntakeQueue({ root: otherRoot, clock, channels: [], log: () => {} }),
    log: pino({ level: 'fatal' }),
    callsPerMinute: 0,
    busyAfterMs: 0,
  })
  here = await panel.app.listen({ port: 0, host: '127.0.0.1' })
  there = await other.listen({ port: 0, host: '127.0.0.1' })
  hospitalId = (await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => {
  for (const subscription of opened.splice(0)) subscription.leave()
})
afterAll(async () => {
  await other.close()
  await otherRoot.destroy()
  await panel.close()
})

type Message = { event: string; id?: number; data: string }
type TestSubscription = {
  messages: Message[]
  /** Settles when the server has ended it, or the client has left. */
  ended: Promise<void>
  leave: () => void
  /** Heartbeats, which may come at any time, are left out. */
  first: () => Message | undefined
  events: () => Message[]
  ids: () => (number | undefined)[]
  last: () => string
  begun: () => Promise<void>
}

/** Subscribes as a browser does, and stores everything that it gets. */
async function subscribe(token: string, { at = here, lastEventId = '' } = {}): Promise<TestSubscription> {
  const leaving = new AbortController()
  const response = await fetch(at + monitoring.live.path, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const messages: Message[] = []
  const read = async () => {
    let text = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + piece).split('\n\n')
      text = parts.pop() ?? ''
      messages.push(...parts.map(parseMessage))
    }
  }
  const subscription: TestSubscription = {
    messages,
    ended: read().catch(() => {}),
    leave: () => leaving.abort(),
    first: () => messages.find(({ event }) => event !== 'beat'),
    events: () => messages.filter(({ event }) => event === 'message'),
    ids: () => subscription.events().map(({ id }) => id),
    last: () => String(messages.findLast(({ id }) => id !== undefined)?.id ?? ''),
    begun: () => expect.poll(() => subscription.first()).toBeDefined(),
  }
  opened.push(subscription)
  return subscription
}

function parseMessage(text: string): Message {
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s)))
  return {
    event: fields.event ?? 'message',
    data: fields.data ?? '',
    ...(fields.id && { id: Number(fields.id) }),
  }
}

const waiting = (readings: number): LiveEvent => ({ kind: 'waiting', readings, messages: 0 })

function emitEvents(events: readonly LiveEvent[], hospital = hospitalId): Promise<void> {
  return inHospital(panel.root, hospital, async (tx) => writeEvents(tx, hospital, testNow, events))
}

async function newest(): Promise<number> {
  const row = await panel.root
    .selectFrom('event_counts')
    .select('last')
    .where('hospital_id', '=', hospitalId)
    .executeTakeFirst()
  return row?.last ?? 0
}

/**
 * How many connections wait for a lock that another connection holds. Asked in a new transaction each time: within one
 * transaction the statistics do not change.
 */
async function waitingForLocks(root: Root): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(root)
  return rows[0]?.count ?? 0
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i + 1)

test('a subscriber who reconnects gets every event once and in order, whatever is written meanwhile', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const writing = Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let batch = 0; batch < 10; batch++)
        await emitEvents(Array.from({ length: 5 }, () => waiting(writer)))
    }),
  )
  const got: (number | undefined)[] = []
  let lastEventId = String(before)
  for (let time = 0; time < 6; time++) {
    const subscription = await subscribe(session.server_token, { lastEventId })
    // The first time it ends at once, then in the middle of the events.
    if (time > 0) await subscription.begun()
    subscription.leave()
    await subscription.ended
    got.push(...subscription.ids())
    lastEventId = subscription.last() || lastEventId
  }
  await writing
  const subscription = await subscribe(session.server_token, { lastEventId })
  await expect.poll(() => subscription.last()).toBe(String(before + 200))
  got.push(...subscription.ids())
  expect(got).toEqual(numbers(before, before + 200))
})

test('subscribers who connect at the same time, the first of all, get the events that follow', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const all = await Promise.all(Array.from({ length: 5 }, () => subscribe(session.server_token)))
  for (const subscription of all) await subscription.begun()
  await emitEvents([waiting(1)])
  for (const subscription of all) await expect.poll(() => subscription.ids()).toEqual([before + 1])
})

test('a subscriber who got no event before the connection broke has an id to reconnect with', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const quiet = await subscribe(session.server_token)
  await quiet.begun()
  quiet.leave()
  await quiet.ended
  expect(quiet.first()).toMatchObject({ event: 'open', id: before })
  await emitEvents([waiting(1)])
  const back = await subscribe(session.server_token, { lastEventId: quiet.last() })
  await expect.poll(() => back.ids()).toEqual([before + 1])
})

test('an event committed on one node is sent on every node', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const [near, far] = await Promise.all([
    subscribe(session.server_token),
    subscribe(session.server_token, { at: there }),
  ])
  await Promise.all([near.begun(), far.begun()])
  await emitEvents([waiting(7)])
  for (const { events } of [near, far])
    await expect
      .poll(() => events().map(({ id, data }) => ({ id, ...JSON.parse(data) })))
      .toEqual([{ id: before + 1, event: waiting(7) }])
})

test('an event is seen by the other nodes even if the node that committed it died before it notified them', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const subscription = await subscribe(session.server_token)
  await subscription.begun()
  // Nobody sends the notification for what this one commits.
  const dying = openTestDatabase(database, 1)
  await inHospital(dying, hospitalId, async (tx) => writeEvents(tx, hospitalId, testNow, [waiting(1)]))
  await dying.destroy()
  await expect.poll(() => subscription.ids()).toEqual([before + 1])
})

test('other nodes are notified of the first commit at once, and of all that follow it closely in one notification', async () => {
  const root = openTestDatabase(database, 3)
  const live = new Live({ root, url: direct, format: () => '', log: () => {}, notifyMs: 3_600_000 })
  await live.open()
  const notices: (string | undefined)[] = []
  const node = new pg.Client({ connectionString: direct })
  node.on('notification', ({ payload }) => notices.push(payload))
  await node.connect()
  await node.query('listen panel_live')
  const before = await newest()
  const write = () =>
    inHospital(root, hospitalId, async (tx) => writeEvents(tx, hospitalId, testNow, [waiting(1)]))
  await write()
  await expect.poll(() => notices).toEqual([`${hospitalId} ${before + 1}`])
  await Promise.all(Array.from({ length: 20 }, write))
  await live.close()
  await expect
    .poll(() => notices)
    .toEqual([before + 1, before + 21].map((number) => `${hospitalId} ${number}`))
  await node.end()
  await root.destroy()
})

test('a node that could not hear the other nodes does not start', async () => {
  const elsewhere = describeTestDatabase('postgres').direct
  const live = new Live({ root: panel.root, url: elsewhere, format: () => '', log: () => {} })
  await expect(live.open()).rejects.toThrow('DATABASE_LISTEN_URL')
})

test('an event that was rolled back is sent to nobody', async () => {
  const { session } = await panel.as('nurse')
  const subscription = await subscribe(session.server_token)
  await subscription.begun()
  const broken = inHospital(panel.root, hospitalId, async (tx) => {
    writeEvents(tx, hospitalId, testNow, [waiting(666)])
    throw new Error('rolled back')
  })
  await expect(broken).rejects.toThrow('rolled back')
  await emitEvents([waiting(8)])
  await expect
    .poll(() => subscription.events().map(({ data }) => data))
    .toEqual([JSON.stringify({ event: waiting(8) })])
})

test('an event of a kind that a person may not see is never sent to them', async () => {
  const kinds = listVisibleKinds(new Set(['patient:read']))
  expect([...kinds].sort()).toEqual([
    'admission-requests-outdated',
    'beds-outdated',
    'inbound-outdated',
    'latest',
    'patients-outdated',
    'permissions',
    'visits-outdated',
  ])
  const live = new Live({
    root: panel.root,
    url: direct,
    format: (number, event) => `${number} ${JSON.stringify(event)}\n`,
    log: () => {},
  })
  const before = await newest()
  let sent = ''
  const leave = await live.subscribe({
    hospitalId,
    staffId: newId(),
    kinds,
    after: undefined,
    send: (message) => {
      sent += message
      return true
    },
    read: async () => {},
    check: async () => true,
    drop: () => {},
  })
  await emitEvents([waiting(9), { kind: 'patients-outdated', patient_ids: [] }, waiting(10)])
  await expect.poll(() => sent).toContain('patients-outdated')
  expect(sent).toContain(`${before + 2} `)
  expect(sent).not.toContain('waiting')
  leave()
  await live.close()
})

test('changed alarm limits are told to whoever may read alarms, though they see no patient, and to nobody else', async () => {
  const hears = (permission: Permission) =>
    listVisibleKinds(new Set([permission])).has('thresholds-outdated' satisfies LiveEvent['kind'])
  expect(permissions.filter(hears)).toEqual(['alarm:read'])
})

test('a person who may see no patient gets nothing but heartbeats', async () => {
  const driver = await panel.asNew({ staffType: 'driver' })
  const subscription = await subscribe(driver.session.server_token)
  await subscription.begun()
  await emitEvents([waiting(11), { kind: 'patients-outdated', patient_ids: [] }])
  await expect
    .poll(() => subscription.messages.filter(({ event }) => event === 'beat').length)
    .toBeGreaterThan(2)
  expect(new Set(subscription.messages.map(({ event }) => event))).toEqual(new Set(['open', 'beat']))
})

test('another hospital’s events are never sent', async () => {
  const elsewhere = newId()
  await panel.root
    .insertInto('hospitals')
    .values({ id: elsewhere, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
    .execute()
  const ours = await subscribe((await panel.as('nurse')).session.server_token)
  const stranger = await panel.asNew({ staffType: 'nurse', hospitalId: elsewhere })
  const theirs = await subscribe(stranger.session.server_token)
  await Promise.all([ours.begun(), theirs.begun()])
  await emitEvents([waiting(1001)], elsewhere)
  await emitEvents([waiting(1002)])
  await expect.poll(() => [ours.events().length, theirs.events().length]).toEqual([1, 1])
  expect(ours.events()[0]?.data).toContain('1002')
  expect(theirs.events()[0]?.data).toContain('1001')
})

test('a subscriber whose last id is no longer stored, or never was, is told to load everything anew', async () => {
  const { session } = await panel.as('nurse')
  await emitEvents([waiting(1), waiting(2), waiting(3)])
  const last = await newest()
  await panel.root.deleteFrom('events').where('number', '<', last).execute()
  for (const lastEventId of [String(last - 2), String(last + 5)]) {
    const subscription = await subscribe(session.server_token, { lastEventId })
    await subscription.begun()
    expect(subscription.first()).toMatchObject({ event: 'reset', id: last })
    expect(subscription.ids()).toEqual([])
  }
  const subscription = await subscribe(session.server_token, { lastEventId: String(last - 1) })
  await expect.poll(() => subscription.ids()).toEqual([last])
})

test('a subscriber who reads nothing is disconnected and delays nobody', async () => {
  const { session } = await panel.as('nurse')
  const before = await newest()
  const asleep = connect(Number(new URL(here).port), '127.0.0.1')
  asleep.write(
    `GET ${monitoring.live.path} HTTP/1.1\r\nhost: panel.test\r\nauthorization: Bearer ${session.server_token}\r\n\r\n`,
  )
  await once(asleep, 'data')
  asleep.pause()
  const awake = await subscribe(session.server_token)
  await awake.begun()
  const value: LatestValue = {
    vital: 'consciousness',
    value: null,
    second: null,
    note: 'A'.repeat(1000),
    measured_at: testNow,
    source: 'manual',
    is_derived: false,
  }
  const large: LiveEvent = {
    kind: 'latest',
    patients: [{ patient_id: newId(), latest: Array(500).fill(value) }],
  }
  // More than the buffers between a server and a client who reads nothing.
  for (let i = 1; i <= 40; i++) {
    await emitEvents([large])
    await expect.poll(() => awake.ids().at(-1), { interval: 10 }).toBe(before + i)
  }
  expect(awake.ids()).toEqual(numbers(before, before + 40))
  asleep.on('error', () => {})
  let end = ''
  asleep.on('data', (piece) => {
    end = (end + piece.toString()).slice(-100_000)
  })
  await new Promise((resolve) => asleep.on('close', resolve).resume())
  expect(end).not.toContain(`id: ${before + 40}\n`)
})

test('an open stream sends heartbeats, and ends when its session ends', async () => {
  const nurse = await panel.as('nurse')
  const subscription = await subscribe(nurse.session.server_token)
  await expect
    .poll(() => subscription.messages.filter(({ event }) => event === 'beat').length)
    .toBeGreaterThan(1)
  await nurse(signIn.signOut, {})
  await subscription.ended
  expect(subscription.messages.at(-1)?.event).toBe('session-ended')
})

test('a client that disconnects before it is answered leaves nothing behind', async () => {
  const { session } = await panel.as('nurse')
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const leaving = new AbortController()
  const asked: Promise<unknown>[] = []
  await otherRoot.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    for (let at = 0; at < 5; at++) {
      asked.push(
        fetch(here + monitoring.live.path, {
          headers: { authorization: `Bearer ${session.server_token}` },
          signal: leaving.signal,
        }).catch(() => {}),
      )
    }
    await expect.poll(() => waitingForLocks(otherRoot)).toBeGreaterThan(0)
    leaving.abort()
    await Promise.all(asked)
  })
  // Those calls are answered now, to nobody; later subscribers are answered after them.
  const after = await subscribe(session.server_token)
  await after.begun()
  after.leave()
  await after.ended
  await expect.poll(timers).toBeLessThanOrEqual(before + 2)
})

test('an open stream does not keep a session alive', async () => {
  const nurse = await panel.as('nurse')
  const subscription = await subscribe(nurse.session.server_token)
  await subscription.begun()
  panel.wait(61 * 60_000)
  await subscription.ended
  expect(subscription.messages.at(-1)?.event).toBe('session-ended')
})

test('a person whose permissions shrink is disconnected with a reason, and reconnects with what they may see now', async () => {
  const admin = await panel.as('admin')
  const { session } = await panel.as('nurse')
  const subscription = await subscribe(session.server_token)
  await subscription.begun()
  const cells = [
    { staff_type: 'nurse', permission: 'patient:read', is_granted: false },
    ...permissions
      .filter((one) => permissionNeeds[one] === 'patient:read' || one === 'clinical:update')
      .filter((one) => isStandardPermission('nurse', one))
      .map((permission) => ({ staff_type: 'nurse' as const, permission, is_granted: false })),
  ] satisfies Input<typeof permissionMatrix.update>['cells']
  await admin(permissionMatrix.update, { version: 0, cells, reason: 'audit finding' })
  await subscription.ended
  expect(subscription.messages.map(({ event }) => event)).not.toContain('session-ended')
  const after = await subscribe(session.server_token, { lastEventId: subscription.last() })
  await after.begun()
  await emitEvents([{ kind: 'latest', patients: [] }, waiting(1)])
  const kinds = () =>
    [...subscription.events(), ...after.events()].map(({ data }) => JSON.parse(data).event.kind)
  await expect.poll(kinds).toEqual(['permissions', 'waiting'])
})
