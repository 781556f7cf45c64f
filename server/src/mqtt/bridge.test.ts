import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasMosquitto, type Mosquitto, startMosquitto } from '../../test/support/mosquitto.ts'
import { openSeverableProxy } from '../../test/support/severable-proxy.ts'
import { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import type { Root } from '../db/database.ts'
import { openTestDatabase, startTestPanel, type TestPanel, testNow } from '../testing.ts'
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

  type Settings = { root?: Root; port?: number; leaseMs?: number }

  function listen({ root = panel.root, port = broker.port, leaseMs = 1_000 }: Settings = {}) {
    const queue = new CountingQueue({ root, clock, channels: [], log: () => {} })
    const url = `mqtt://127.0.0.1:${port}`
    const bridge = startBridge({
      root,
      url,
      hospitalId,
      clock,
      queue,
      log: () => {},
      leaseMs,
      renewMs: 100,
    })
    onTestFinished(async () => {
      await bridge.close()
      await queue.idle()
    })
    return { queue, bridge }
  }

  /** Starts a node with its own connections to the database and the broker, so that both can be cut. */
  async function listenApart() {
    const name = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
    const root = openTestDatabase(name.rows[0]?.name ?? '', 3)
    onTestFinished(() => root.destroy())
    const way = await openSeverableProxy(broker.port)
    onTestFinished(() => way.close())
    return { ...listen({ root, port: way.port }), root, way }
  }

  let published = 0
  /** Publishes this many messages that were not published before. */
  async function publish(count: number) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 0 }, false)
    const end = published + count
    for (; published < end; published++)
      await client.publishAsync('ward/dusun_pub', pressure(published), { qos: 1 })
    await client.endAsync()
  }

  const kept = async () => {
    const row = await panel.root
      .selectFrom('readings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('mac', '=', cuff)
      .executeTakeFirstOrThrow()
    return row.count
  }

  /** How many slots each node has. */
  const shares = async () => {
    const rows = await panel.root
      .selectFrom('bridge_slots')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy('node')
      .execute()
    return rows.map(({ count }) => count).toSorted((a, b) => a - b)
  }
  const shared = (...counts: number[]) => expect.poll(shares).toEqual(counts)
  const allKept = () => expect.poll(kept).toBe(published)

  /** The broker knows the session of each slot: from now on it stores messages for it, even if no node is connected. */
  const allSubscribed = () => expect.poll(() => broker.subscribers().size).toBe(8)

  type Node = ReturnType<typeof listen>
  const takenBy = (nodes: Node[]) => nodes.map(({ queue }) => queue.taken)

  /** A node subscribes shortly after it gets a slot; until then the other nodes get the messages. */
  async function untilEachListens(...nodes: Node[]) {
    await allSubscribed()
    const before = takenBy(nodes)
    const isEachGiven = () => takenBy(nodes).every((taken, at) => taken > (before[at] ?? 0))
    await expect.poll(() => publish(1).then(isEachGiven)).toBe(true)
    await allKept()
  }

  test('shares its messages among the nodes, and each message is stored once', async () => {
    const nodes = [listen(), listen()]
    await shared(4, 4)
    await untilEachListens(...nodes)
    const before = takenBy(nodes)
    await publish(60)
    await allKept()
    for (const [at, taken] of takenBy(nodes).entries()) expect(taken).toBeGreaterThan(before[at] ?? 0)
    for (const { bridge } of nodes) await bridge.close()
    expect(await shares()).toEqual([])
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

  test('gives a node that joins later its share', async () => {
    listen()
    await shared(8)
    await publish(20)
    await allKept()
    const later = [listen(), listen()]
    await shared(2, 3, 3)
    await untilEachListens(...later)
    await publish(40)
    await allKept()
  })

  test('loses no message when a node loses power: the other node stores what waits and what comes, each once', async () => {
    const lost = await listenApart()
    const other = listen()
    await shared(4, 4)
    await untilEachListens(lost, other)
    lost.way.cut()
    await lost.root.destroy()
    await publish(40)
    await allKept()
    await publish(40)
    await allKept()
    expect(await shares()).toEqual([8])
  })

  test('is served by the other nodes when a node has lost the database, and that node stays out of their sessions', async () => {
    const lost = await listenApart()
    const other = listen()
    await shared(4, 4)
    await untilEachListens(lost, other)
    await lost.root.destroy()
    await publish(40)
    await allKept()
    const before = lost.queue.taken
    await publish(40)
    await allKept()
    expect(lost.queue.taken).toBe(before)
  })

  test('is served by the other nodes when a node cannot reach it', async () => {
    const lost = await listenApart()
    listen()
    await shared(4, 4)
    lost.way.cut()
    await shared(8)
    await publish(40)
    await allKept()
  })

  test('is served by the other nodes as soon as a node says that it stops', async () => {
    // Longer than the test may take: the stopping node hands over its slots; they do not expire.
    const leaseMs = 600_000
    const going = listen({ leaseMs })
    listen({ leaseMs })
    await shared(4, 4)
    await going.bridge.close()
    await publish(40)
    await allKept()
  })

  test('has a message that is too long put into quarantine, once, and the messages behind it stored', async () => {
    const { queue, bridge } = listen()
    await shared(8)
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 0 }, false)
    await client.publishAsync('ward/dusun_pub', Buffer.alloc(2 * 1024 * 1024, 'x'), { qos: 1 })
    await client.endAsync()
    const quarantined = () => panel.root.selectFrom('quarantine').select(['reason', 'topic']).execute()
    await expect.poll(quarantined).toEqual([{ reason: 'too-large', topic: 'ward/dusun_pub' }])
    await bridge.close()
    await queue.idle()
    // An acknowledged message is not delivered to the next session.
    const next = listen()
    await shared(8)
    await publish(1)
    await allKept()
    expect(next.queue.taken).toBe(1)
    await next.bridge.close()
  })
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
