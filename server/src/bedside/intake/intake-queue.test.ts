import { errorCodes, ingest } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { giveDevices } from '../../../test/support/worn-devices.ts'
import { openDatabase, type Root } from '../../db/database.ts'
import { describeTestDatabase, startTestPanel, type TestPanel, testNow } from '../../testing.ts'
import type { IngestResult } from './intake.ts'
import { IntakeQueue } from './intake-queue.ts'

let panel: TestPanel
/** Looks at what the panel's connections did last, and so asks nothing by one of them. */
let observer: Root
let queue: IntakeQueue
let hospitalId: string
let keyId: string
let mac: string

beforeAll(async () => {
  panel = await startTestPanel()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  observer = openDatabase({ url: describeTestDatabase(rows[0]?.name ?? '').direct, connections: 1 })
  const { sender } = await (await panel.as('admin'))(ingest.addSender, { name: 'Gateway 7' })
  keyId = sender.keys[0]?._id ?? ''
  const [worn] = await giveDevices(panel.root, 1, '2026-11-01T00:00:00Z')
  hospitalId = worn?.hospitalId ?? ''
  mac = worn?.mac ?? ''
  queue = new IntakeQueue({ root: panel.root, clock: panel.clock, channels: [], log: () => {} })
})
afterAll(async () => {
  await queue.idle()
  await observer.destroy()
  await panel.close()
})

function ingestPulse(pulse: number, agoSeconds: number): Promise<IngestResult[]> {
  const reportedAt = Date.parse(testNow) - agoSeconds * 1000
  const measurement = {
    kind: 'pulse',
    values: { pulse },
    source: 'system',
    mac,
    deviceType: null,
    reportedAt,
  } as const
  const arrival = {
    receivedAt: Date.parse(testNow),
    measurements: [measurement],
    statusReports: [],
    hasCallClock: true,
  }
  return queue.ingestReadings({ hospitalId, keyId, arrival })
}

const stored = [{ status: 'stored', id: expect.any(String) as string }]

/** Holds the lock for events meanwhile, so that nobody who writes an event can commit. */
async function whileEventsAreHeld<T>(work: () => Promise<T>): Promise<T> {
  return panel.root.transaction().execute(async (tx) => {
    await sql`select from event_counts for update`.execute(tx)
    return work()
  })
}

/** Waits until a connection is in this state and its last statement names a table. */
async function waitForBackend(
  state: 'waits for a lock' | 'waits for its turn',
  table: string,
): Promise<void> {
  const isSeen = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like ${`%insert into ${table}%`}
        and case when ${state === 'waits for a lock'} then wait_event_type = 'Lock' else state = 'idle in transaction' end
    `.execute(panel.root)
    return rows.length > 0
  }
  await expect.poll(isSeen).toBe(true)
}

/** Waits until a transaction was rolled back. */
async function waitForRollback(): Promise<void> {
  const isSeen = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query = 'rollback' and state = 'idle'
    `.execute(observer)
    return rows.length > 0
  }
  await expect.poll(isSeen).toBe(true)
}

/** How many open transactions insert rows, or have inserted some. */
async function countRunning(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like '%insert into %' and state <> 'idle'
      and pid <> pg_backend_pid()`.execute(panel.root)
  return rows[0]?.count ?? 0
}

test('the next batch is stored while the previous one is evaluated, and evaluated after it', async () => {
  expect(await ingestPulse(80, 60)).toEqual(stored)
  const [first, second] = await whileEventsAreHeld(async () => {
    const alarming = ingestPulse(210, 40)
    await waitForBackend('waits for a lock', 'event_counts')
    const calm = ingestPulse(80, 20)
    await waitForBackend('waits for its turn', 'readings')
    return [alarming, calm]
  })
  expect(await first).toEqual(stored)
  expect(await second).toEqual(stored)
  const alarms = await panel.root
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .select(['rule', 'value', 'ended_at'])
    .where('devices.mac', '=', mac)
    .execute()
  expect(alarms).toEqual([
    {
      rule: 'pulse-high',
      value: 210,
      ended_at: new Date(Date.parse(testNow) - 20_000).toISOString().replace('.000', ''),
    },
  ])
})

test('a reading that cannot be stored does not let later ones overtake', async () => {
  const [first, impossible, second] = await whileEventsAreHeld(async () => {
    const deciding = ingestPulse(90, 18)
    await waitForBackend('waits for a lock', 'event_counts')
    const refused = ingestPulse(99_999, 17).catch((error: unknown) => error)
    await waitForRollback()
    const next = ingestPulse(91, 16)
    // A batch that overtakes shows after a few statements; these are enough to show it.
    for (let looks = 0; looks < 50; looks++) expect(await countRunning()).toBe(1)
    return [deciding, refused, next]
  })
  expect(await first).toEqual(stored)
  expect(await impossible).toBeInstanceOf(RangeError)
  expect(await second).toEqual(stored)
})

test('a batch that fails when its turn has come does not wait for those behind it', async () => {
  await sql`
    create function break_on_66() returns trigger language plpgsql as $$
      begin raise 'nobody foresaw this' using errcode = 'XX000'; end $$`.execute(panel.root)
  await sql`
    create trigger breaks before insert on events for each row when (new.data::text like '%"value":66,%')
      execute function break_on_66()`.execute(panel.root)
  const [broken, beside, again] = await whileEventsAreHeld(async () => {
    const failing = ingestPulse(66, 12).catch((error: unknown) => error)
    const kept = ingestPulse(70, 14)
    await waitForBackend('waits for a lock', 'event_counts')
    const sentAgain = ingestPulse(70, 14)
    await waitForBackend('waits for a lock', 'readings')
    return [failing, kept, sentAgain]
  })
  expect(await broken).toMatchObject({ message: 'nobody foresaw this' })
  expect(await beside).toEqual(stored)
  expect(await again).toEqual([{ status: 'known', id: expect.any(String) as string }])
  await sql`drop trigger breaks on events`.execute(panel.root)
})

const said = (topic: string, payload: string) =>
  queue.ingestMessage({
    hospitalId,
    keyId,
    message: { topic, payload: Buffer.from(payload), receivedAt: Date.parse(testNow), sender: 'Gateway 7' },
  })

const countQuarantined = async (topic: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quarantine where topic = ${topic}`.execute(panel.root)
  return rows[0]?.count
}

test('a flood of unreadable messages is stored, and fails no reading', async () => {
  const flood = Array.from({ length: 9_000 }, () => said('flood', '{}'))
  const reading = ingestPulse(71, 11)
  await Promise.all(flood)
  expect(await reading).toEqual(stored)
  expect(await countQuarantined('flood')).toBe(9_000)
})

test('a topic with characters that PostgreSQL cannot hold is stored without them', async () => {
  await Promise.all([said('a\0b', '{}'), ingestPulse(72, 10)])
  expect(await countQuarantined('a\uFFFDb')).toBe(1)
})

test('only the beginning of a message that is too large is stored', async () => {
  await said('dusun_pub', ' '.repeat(300_000))
  const { rows } = await sql`
    select reason, octet_length(payload) as bytes from quarantine where topic = 'dusun_pub'`.execute(
    panel.root,
  )
  expect(rows).toEqual([{ reason: 'too-large', bytes: 262_144 }])
})

test('a message is not put into quarantine because the database lets nobody in', async () => {
  const { direct } = describeTestDatabase('panel_that_does_not_exist')
  const shut = openDatabase({ url: direct, connections: 1 })
  onTestFinished(() => shut.destroy())
  const logged: unknown[] = []
  const shutQueue = new IntakeQueue({
    root: shut,
    clock: panel.clock,
    channels: [],
    log: (what) => logged.push(what),
  })
  const message = {
    topic: 'dusun_pub',
    payload: Buffer.from('{}'),
    receivedAt: Date.parse(testNow),
    sender: null,
  }
  await expect(shutQueue.ingestMessage({ hospitalId, keyId, message })).rejects.toThrow('does not exist')
  // The queue logs each item that is at fault itself.
  expect(logged).toEqual([])
})

test('a message that a newer version’s database cannot store is not acknowledged, and is stored when it comes again', async () => {
  const send = () =>
    said(
      'iMEDE_watch/VitalSign',
      JSON.stringify({ IMEI: '860000000000077', heartRate: 77, timeStamps: '05/11/2026 14:31:00' }),
    )
  await sql`alter table readings rename column timing to timing_of_tomorrow`.execute(panel.root)
  await expect(send()).rejects.toThrow('timing')
  await sql`alter table readings rename column timing_of_tomorrow to timing`.execute(panel.root)
  expect(await countQuarantined('iMEDE_watch/VitalSign')).toBe(0)
  await send()
  expect(await countQuarantined('iMEDE_watch/VitalSign')).toBe(0)
  const { rows } = await sql`select pulse from readings where mac = '860000000000077'`.execute(panel.root)
  expect(rows).toEqual([{ pulse: 77 }])
})

test('an item whose key is revoked while it waits is refused, and those before it are not', async () => {
  const admin = await panel.as('admin')
  const [first, second, third] = await whileEventsAreHeld(async () => {
    const deciding = ingestPulse(81, 9)
    await waitForBackend('waits for a lock', 'event_counts')
    const kept = ingestPulse(82, 6)
    await waitForBackend('waits for its turn', 'readings')
    const waiting = ingestPulse(83, 3).catch((error: unknown) => error)
    await admin(ingest.revokeKey, { _id: keyId })
    return [deciding, kept, waiting]
  })
  expect(await first).toEqual(stored)
  expect(await second).toEqual(stored)
  expect(await third).toMatchObject({ code: 'key-unknown' })
  expect(errorCodes['key-unknown']).toBeTypeOf('number')
})
