import { once } from 'node:events'
import { createConnection } from 'node:net'
import { ingest, monitoring, readings } from 'contract'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxPayloadBytes } from '../bedside/decode/decode.ts'
import { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import { openDatabase } from '../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { type Broker, startBroker } from './broker.ts'

let panel: TestPanel
let queue: IntakeQueue
let broker: Broker
let key: string
let keyId: string
let hospitalId: string
let patientId: string
const cuff = 'd616f9641622'

let now = new Date(testNow)
const clock = () => now
const seconds = Math.floor(Date.parse(testNow) / 1000)

beforeAll(async () => {
  panel = await startTestPanel()
  const made = await (await panel.as('admin'))(ingest.addSender, { name: 'Gateway 3' })
  key = made.key
  keyId = made.sender.keys[0]?._id ?? ''
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  hospitalId = patient.hospital_id
  patientId = patient.id
  const device = '0193a000-0000-7000-8000-00000000000a'
  await panel.root
    .insertInto('devices')
    .values({
      id: device,
      hospital_id: hospitalId,
      mac: cuff,
      kind: 'cuff',
      name: 'Cuff',
      registered_at: testNow,
    })
    .execute()
  await panel.root
    .insertInto('device_assignments')
    .values({
      id: '0193a000-0000-7000-8000-00000000000b',
      hospital_id: hospitalId,
      device_id: device,
      patient_id: patientId,
      during: '[2026-11-01,)',
    })
    .execute()
  queue = new IntakeQueue({ root: panel.root, clock, channels: [], log: () => {} })
  broker = await startBroker({ root: panel.root, ...options() })
})
afterAll(async () => {
  await broker.close()
  await queue.idle()
  await panel.close()
})

const options = () => ({ clock, queue, log: () => {}, port: 0, host: '127.0.0.1', mostConnections: 100 })

function connect(password = key, clientId?: string, port = broker.port): Promise<MqttClient> {
  return mqtt.connectAsync(
    `mqtt://127.0.0.1:${port}`,
    {
      username: 'gateway',
      password,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
      ...(clientId && { clientId }),
    },
    false,
  )
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

const pressure = (agoSeconds: number, high = 137) =>
  JSON.stringify({
    from: 'BLE',
    to: 'CLOUD',
    time: seconds - agoSeconds,
    deviceCode: 'A0B1C2D3E4F5',
    mac: 'A0B1C2D3E4F5',
    type: 'reportAttribute',
    device: 'WBP BIOLIGHT',
    data: {
      attribute: 'BP_BIOLIGTH',
      mac: 'A0B1C2D3E4F5',
      value: {
        device_list: [{ scan_time: seconds - agoSeconds, ble_addr: cuff, bp_high: high, bp_low: 85, PR: 74 }],
      },
    },
  })

const kept = async () =>
  (await (await panel.as('nurse'))(readings.history, { patient_id: patientId, kinds: ['blood_pressure'] }))
    .rows

describe('the panel’s own broker', () => {
  test('acknowledges a message when it is stored with the patient who wore the device', async () => {
    const client = await connect()
    await client.publishAsync('dusun_pub', pressure(60), { qos: 1 })
    expect(await kept()).toMatchObject([{ systolic: 137, diastolic: 85, pulse: 74, source: 'gateway' }])
    await client.endAsync()
  })

  test('stores a message that is sent again only once', async () => {
    const client = await connect()
    const before = (await kept()).length
    for (let time = 0; time < 3; time++) await client.publishAsync('dusun_pub', pressure(120), { qos: 1 })
    expect(await kept()).toHaveLength(before + 1)
    await client.endAsync()
  })

  test('puts an unreadable message into quarantine and stores the messages behind it', async () => {
    const client = await connect()
    const before = (await kept()).length
    await Promise.all([
      client.publishAsync('dusun_pub', '{"half', { qos: 1 }),
      client.publishAsync('somewhere/else', pressure(180), { qos: 1 }),
      client.publishAsync('dusun_pub', pressure(180), { qos: 1 }),
    ])
    expect(await kept()).toHaveLength(before + 1)
    const { rows } = await (await panel.as('nurse'))(ingest.quarantine, {})
    expect(rows.map(({ reason }) => reason).sort()).toEqual(['not-json', 'unknown-topic'])
    expect(rows[0]?.sender).toBe('Gateway 3')
    expect(await (await panel.as('nurse'))(monitoring.waiting, {})).toMatchObject({ messages: 2 })
    await client.endAsync()
  })

  test('commits messages that arrive together in one transaction', async () => {
    const client = await connect()
    const before = (await kept()).length
    await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        client.publishAsync('dusun_pub', pressure(200 + at), { qos: 1 }),
      ),
    )
    const { total } = await (await panel.as('nurse'))(readings.history, {
      patient_id: patientId,
      kinds: ['blood_pressure'],
    })
    expect(total).toBe(before + 300)
    await client.endAsync()
  })

  test('lets nobody connect without a key, and nobody subscribe', async () => {
    await expect(connect('wrong')).rejects.toThrow()
    const client = await connect()
    await expect(client.subscribeAsync('#')).rejects.toThrow()
    await client.endAsync()
  })

  test('closes even if a client is connected that never signed in', async () => {
    const alone = await startBroker({ root: panel.root, ...options() })
    const stranger = createConnection(alone.port, '127.0.0.1')
    await once(stranger, 'connect')
    await alone.close()
    await once(stranger.resume(), 'close')
  })

  test('asks a sender to come again later while the database is away, and does not refuse its key', async () => {
    const root = openDatabase({ url: 'postgres://panel@127.0.0.1:1/away' })
    const alone = await startBroker({ root, ...options() })
    await expect(connect(key, 'gateway', alone.port)).rejects.toMatchObject({ code: 3 })
    await expect(connect('wrong')).rejects.toMatchObject({ code: 4 })
    await alone.close()
    await root.destroy()
  })

  test('lets no sender take over the connection of another sender’s device', async () => {
    const { key: other } = await (await panel.as('admin'))(ingest.addSender, { name: 'Gateway 4' })
    const [mine, its] = [await connect(key, 'WBP'), await connect(other, 'WBP')]
    await mine.publishAsync('dusun_pub', pressure(61), { qos: 1 })
    await its.publishAsync('dusun_pub', pressure(62), { qos: 1 })
    const isClosed = closed(its)
    its.publish('$SYS/another/new/clients', 'WBP', { qos: 1 })
    await isClosed
    await mine.publishAsync('dusun_pub', pressure(63), { qos: 1 })
    await mine.endAsync()
  })

  test('puts a message that is too long into quarantine, and acknowledges it once', async () => {
    const client = await connect()
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(`too/long/${qos}`, Buffer.alloc(3 * 1024 * 1024, 'x'), { qos })
    // The connection stays open, and the next message is read.
    await client.publishAsync('dusun_pub', pressure(15, 151), { qos: 1 })
    expect((await kept())[0]).toMatchObject({ systolic: 151 })
    const rows = await panel.root
      .selectFrom('quarantine')
      .select(['topic', 'reason', 'sender', sql<number>`octet_length(payload)`.as('bytes')])
      .where('topic', 'like', 'too/long/%')
      .orderBy('topic')
      .execute()
    const excerpt = { reason: 'too-large', sender: 'Gateway 3', bytes: maxPayloadBytes }
    expect(rows).toEqual([0, 1, 2].map((qos) => ({ topic: `too/long/${qos}`, ...excerpt })))
    await client.endAsync()
  })

  test('assembles no packet for a client that has not signed in and declares too much', async () => {
    const stranger = createConnection(broker.port, '127.0.0.1')
    // A CONNECT that declares 256 MB.
    stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await once(stranger, 'close')
  })

  test('records when a sender that stays connected was last heard', async () => {
    const client = await connect()
    const lastUsed = async () => {
      const { senders } = await (await panel.as('admin'))(ingest.senders, {})
      return senders.find(({ name }) => name === 'Gateway 3')?.last_used_at
    }
    now = new Date(Date.parse(testNow) + 61_000)
    await client.publishAsync('dusun_pub', pressure(182), { qos: 1 })
    await expect.poll(async () => Date.parse((await lastUsed()) ?? '')).toBe(now.getTime())
    await client.endAsync()
    now = new Date(testNow)
  })

  test('disconnects a sender whose key is revoked while it is connected', async () => {
    const client = await connect()
    const isClosed = closed(client)
    await (await panel.as('admin'))(ingest.revokeKey, { _id: keyId })
    client.publish('dusun_pub', pressure(30, 160), { qos: 1 })
    await isClosed
    expect((await kept()).some(({ systolic }) => systolic === 160)).toBe(false)
    await expect(connect()).rejects.toThrow()
  })
})
