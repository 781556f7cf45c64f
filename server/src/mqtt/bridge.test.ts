import { sql } from 'kysely'
import mqtt from 'mqtt'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasMosquitto, type Mosquitto, startMosquitto } from '../../test/support/mosquitto.ts'
import { startRawBroker } from '../../test/support/raw-mqtt-broker.ts'
import { openSeverableProxy } from '../../test/support/severable-proxy.ts'
import { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import type { Root } from '../db/database.ts'
import {
  describeTestDatabase,
  openTestDatabase,
  runOnServer,
  startTestPanel,
  type TestPanel,
  testNow,
} from '../testing.ts'
import { startBridge } from './bridge.ts'

const clock = () => new Date(testNow)
const seconds = Math.floor(Date.parse(testNow) / 1000)

describe.skipIf(!hasMosquitto)('the hospital’s own broker', () => {
  let panel: TestPanel
  let hospitalId: string
  let broker: Mosquitto

  beforeAll(async () => {
    panel = await startTestPanel()
    const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
    hospitalId = hospital.id
    broker = await startMosquitto()
  })
  afterAll(async () => {
    await broker.close()
    await panel.close()
  })

  /** Counts the messages that it gets, stored or not. */
  class CountingQueue extends IntakeQueue {
    taken = 0
    override ingestMessage(brought: Parameters<IntakeQueue['ingestMessage']>[0]): Promise<void> {
      this.taken += 1
      return super.ingestMessage(brought)
    }
  }

  type Settings = { root?: Root; port?: number; leaseMs?: number; hospital?: string }

  function listen({
    root = panel.root,
    port = broker.port,
    leaseMs = 1_000,
    hospital = hospitalId,
  }: Settings = {}) {
    const queue = new CountingQueue({ root, clock, channels: [], log: () => {} })
    const failures: unknown[] = []
    const bridge = startBridge({
      root,
      url: `mqtt://127.0.0.1:${port}`,
      hospitalId: hospital,
      clock,
      queue,
      log: (what) => failures.push(what),
      leaseMs,
      renewMs: 100,
    })
    onTestFinished(async () => {
      await bridge.close()
      await queue.idle()
    })
    return { queue, bridge, failures }
  }

  async function getDatabaseName(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
    return rows[0]?.name ?? ''
  }

  /** Starts a node with its own connections to the database and the broker, so that both can be cut. */
  async function listenApart() {
    const root = openTestDatabase(await getDatabaseName(), 3)
    onTestFinished(() => root.destroy())
    const way = await openSeverableProxy(broker.port)
    onTestFinished(() => way.close())
    return { ...listen({ root, port: way.port }), root, way }
  }

  let published = 0
  /** Publishes this many messages that were not published before. */
  async function publish(count: number) {
    const messages = Array.from({ length: count }, (_, at) => pressure(published + at))
    published += count
    await publishAt(broker.port, ...messages)
  }

  const kept = async () => {
    const row = await panel.root
      .selectFrom('readings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('mac', '=', cuff)
      .where('hospital_id', '=', hospitalId)
      .executeTakeFirstOrThrow()
    return row.count
  }

  const allKept = () => expect.poll(kept).toBe(published)

  /** The nodes that hold a lease of the hospital: one or none. */
  const leaders = async () => {
    const rows = await panel.root
      .selectFrom('mqtt_leases')
      .select('node')
      .where('hospital_id', '=', hospitalId)
      .execute()
    return rows.map(({ node }) => node)
  }

  /** Starts a node and waits until it leads; from then on the broker stores messages, even if no node is connected. */
  async function startLeader<Node>(start: () => Node | Promise<Node>): Promise<Node> {
    expect(await leaders()).toEqual([])
    const node = await start()
    await expect.poll(leaders).toHaveLength(1)
    await allSubscribed()
    return node
  }
  const allSubscribed = () => expect.poll(() => broker.subscribers().size).toBe(8)

  test('has one node that takes all messages, each stored once; another waits', async () => {
    // A leader that lost its lease on a busy machine would leave some to the other.
    const leaseMs = 600_000
    const leader = await startLeader(() => listen({ leaseMs }))
    const other = listen({ leaseMs })
    await publish(60)
    await allKept()
    expect([leader.queue.taken, other.queue.taken]).toEqual([60, 0])
    await other.bridge.close()
    expect(await leaders()).toHaveLength(1)
    await leader.bridge.close()
    expect(await leaders()).toEqual([])
  })

  test('stores messages while no node is connected, and is subscribed to again after it was restarted', async () => {
    await publish(20)
    listen()
    listen()
    await allKept()
    await broker.restart()
    // After the restart it does not know the sessions until they are back.
    await allSubscribed()
    await publish(20)
    await allKept()
  })

  test('loses no message when the leader loses power: the next stores what waits and what comes, each once', async () => {
    const lost = await startLeader(listenApart)
    const [leader] = await leaders()
    listen()
    await publish(20)
    lost.way.cut()
    await lost.root.destroy()
    await publish(40)
    await allKept()
    expect(await leaders()).not.toEqual([leader])
    await publish(40)
    await allKept()
  })

  test('is served by the next node when the leader has lost the database, which from then on takes nothing', async () => {
    const lost = await startLeader(listenApart)
    const next = listen()
    await lost.root.destroy()
    await publish(40)
    await allKept()
    const before = lost.queue.taken
    await publish(40)
    await allKept()
    expect(lost.queue.taken).toBe(before)
    expect(next.queue.taken).toBeGreaterThanOrEqual(80)
  })

  test('is served by the next node when the leader cannot reach it, and not by one that cannot either', async () => {
    const lost = await startLeader(listenApart)
    const unable = await listenApart()
    unable.way.cut()
    lost.way.cut()
    listen()
    await publish(40)
    await allKept()
    expect(unable.queue.taken).toBe(0)
  })

  test('loses no message while the database is away for longer than a lease; the node leads again when it is back', async () => {
    const node = await startLeader(() => listen({ leaseMs: 300 }))
    const name = await getDatabaseName()
    const { direct } = describeTestDatabase(name)
    await runOnServer(direct, `alter database ${name} allow_connections false`)
    await runOnServer(
      direct,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    await publish(20)
    // Each is a try to renew, three times a lease, or to store; behind a pooler one may wait for ten seconds.
    await expect.poll(() => node.failures.length).toBeGreaterThan(3)
    await runOnServer(direct, `alter database ${name} allow_connections true`)
    await allKept()
    await publish(20)
    await allKept()
  })

  test('is served by the next node as soon as the leader says that it stops', async () => {
    // Longer than the test may take: the leader hands over its lease; it does not expire.
    const leaseMs = 600_000
    const leader = await startLeader(() => listen({ leaseMs }))
    listen({ leaseMs })
    await leader.bridge.close()
    await publish(40)
    await allKept()
  })

  test('has a leader of its own: another hospital’s waits for no lease but its own', async () => {
    await startLeader(listen)
    const elsewhere = newId()
    await panel.root
      .insertInto('hospitals')
      .values({ id: elsewhere, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
      .execute()
    const brokerElsewhere = await startMosquitto()
    onTestFinished(() => brokerElsewhere.close())
    listen({ hospital: elsewhere, port: brokerElsewhere.port })
    await expect.poll(() => brokerElsewhere.subscribers().size).toBe(8)
    await publishAt(brokerElsewhere.port, pressure(1_000))
    const storedElsewhere = () =>
      panel.root.selectFrom('readings').select('mac').where('hospital_id', '=', elsewhere).execute()
    await expect.poll(storedElsewhere).toEqual([{ mac: cuff }])
  })

  test('has a message that is too long put into quarantine, once, and the messages behind it stored', async () => {
    // A leader that lost its lease on a busy machine would get the message again.
    const listenForLong = () => listen({ leaseMs: 600_000 })
    const { queue, bridge } = await startLeader(listenForLong)
    await publishAt(broker.port, Buffer.alloc(2 * 1024 * 1024, 'x'))
    const quarantined = () => panel.root.selectFrom('quarantine').select(['reason', 'topic']).execute()
    await expect.poll(quarantined).toEqual([{ reason: 'too-large', topic: 'ward/dusun_pub' }])
    await bridge.close()
    await queue.idle()
    // An acknowledged message is not delivered to the next session.
    const next = await startLeader(listenForLong)
    await publish(1)
    await allKept()
    expect(next.queue.taken).toBe(1)
  })

  test.each([
    'dusun_pub',
    'ESP32_BLE_GW_TX',
    'CM4_BLE_GW_TX',
    'ble_raw',
    'iMEDE_watch/heartrate',
    'vehicle_position',
  ])('takes what is published on %s, also under a prefix of the hospital', async (topic) => {
    await startLeader(() => listen({ leaseMs: 600_000 }))
    const published = ['', 'north/', 'north/4/'].map((prefix) => `${prefix}${topic}`)
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 0 }, false)
    for (const one of published) await client.publishAsync(one, '{}', { qos: 1 })
    await client.endAsync()
    const quarantined = () =>
      panel.root.selectFrom('quarantine').select('topic').where('topic', 'in', published).execute()
    await expect.poll(quarantined).toHaveLength(3)
  })
})

async function publishAt(port: number, ...messages: (string | Buffer)[]): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 }, false)
  for (const message of messages) await client.publishAsync('ward/dusun_pub', message, { qos: 1 })
  await client.endAsync()
}

test('a message is acknowledged on the connection that brought it and on no later one, where its id may be another message’s', async () => {
  const panel = await startTestPanel()
  onTestFinished(() => panel.close())
  const { id: hospitalId } = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  const broker = await startRawBroker()
  onTestFinished(() => broker.close())

  /** Stores each message when the test says so. */
  class WaitingQueue extends IntakeQueue {
    readonly store: (() => void)[] = []
    override async ingestMessage(brought: Parameters<IntakeQueue['ingestMessage']>[0]): Promise<void> {
      await new Promise<void>((resolve) => this.store.push(resolve))
      return super.ingestMessage(brought)
    }
  }
  const queue = new WaitingQueue({ root: panel.root, clock, channels: [], log: () => {} })
  const url = `mqtt://127.0.0.1:${broker.port}`
  const bridge = startBridge({
    root: panel.root,
    url,
    hospitalId,
    clock,
    queue,
    log: () => {},
    leaseMs: 600_000,
  })
  onTestFinished(() => bridge.close())

  const connections = () => broker.connections(`panel-${hospitalId}-0`)
  await expect.poll(() => connections().length).toBe(1)
  connections()[0]?.publish(5, 'ward/dusun_pub', pressure(1))
  await expect.poll(() => queue.store.length).toBe(1)
  connections()[0]?.cut()
  await expect.poll(() => connections().length).toBe(2)
  connections()[1]?.publish(5, 'ward/dusun_pub', pressure(2))
  await expect.poll(() => queue.store.length).toBe(2)
  queue.store[0]?.()
  await expect
    .poll(() => panel.root.selectFrom('readings').select('mac').where('mac', '=', cuff).execute())
    .toHaveLength(1)
  queue.store[1]?.()
  connections()[1]?.publish(6, 'ward/dusun_pub', pressure(3))
  await expect.poll(() => queue.store.length).toBe(3)
  queue.store[2]?.()
  await expect.poll(() => connections()[1]?.acknowledged.at(-1)).toBe(6)
  expect(connections()[1]?.acknowledged).toEqual([5, 6])
})

const cuff = 'd616f9641633'
const pressure = (agoSeconds: number) =>
  JSON.stringify({
    time: seconds - agoSeconds,
    mac: 'A0B1C2D3E4F5',
    type: 'reportAttribute',
    data: {
      attribute: 'BP_BIOLIGTH',
      mac: 'A0B1C2D3E4F5',
      value: {
        device_list: [{ scan_time: seconds - agoSeconds, ble_addr: cuff, bp_high: 130, bp_low: 85, PR: 74 }],
      },
    },
  })
