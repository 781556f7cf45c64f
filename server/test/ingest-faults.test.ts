import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodes, ingest, monitoring } from 'contract'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IntakeQueue } from '../src/bedside/intake/intake-queue.ts'
import { type Broker, startBroker } from '../src/mqtt/broker.ts'
import { describeTestDatabase, runOnServer, startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { giveDevices, type WornDevice } from './support/worn-devices.ts'

let panel: TestPanel
let key: string
let worn: WornDevice[]
let device: WornDevice
/** How far the panel's clock is from `testNow`; set back after each test. */
let stepped = 0

const minuteMs = 60_000
const now = Date.parse(testNow)
const instant = (ms: number) => new Date(ms).toISOString()

beforeAll(async () => {
  panel = await startTestPanel()
  key = (await (await panel.as('admin'))(ingest.addSender, { name: 'Gateway' })).key
  worn = await giveDevices(panel.root, 10, instant(now - 24 * 60 * minuteMs))
})
afterAll(() => panel.close())

let next = 0
/** Another patient for each test. */
beforeEach(() => {
  const one = worn[next++]
  if (!one) throw new Error('there are more tests than devices')
  device = one
  advanceClock(-stepped)
})

function advanceClock(ms: number): void {
  panel.wait(ms)
  stepped += ms
}

const temperature = (at: number, value: number) => ({
  device: device.mac,
  kind: 'temperature',
  measured_at: instant(at),
  temperature: value,
})

type Reply = { results?: { status: string; _id: string }[]; error_code?: number }

async function post(readings: object[], sentAt: number): Promise<Reply> {
  const response = await panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: instant(sentAt), readings }),
  })
  return (await response.json()) as Reply
}

async function send(readings: object[], sentAt = now): Promise<string[]> {
  const { results = [] } = await post(readings, sentAt)
  return results.map(({ status }) => status)
}

const kept = () =>
  panel.root
    .selectFrom('readings')
    .select(['id', 'measured_at', 'temperature'])
    .where('patient_id', '=', device.patientId)
    .where('mac', '=', device.mac)
    .execute()

const alarms = () =>
  panel.root
    .selectFrom('alarms')
    .select(['rule', 'severity', 'cleared_at', 'last_value'])
    .where('patient_id', '=', device.patientId)
    .where('rule', 'like', 'temperature-%')
    .where('raised_at', '>', instant(now - 60 * minuteMs))
    .execute()

async function newest(): Promise<number | null | undefined> {
  const { tiles } = await (await panel.as('nurse'))(monitoring.wall, { patient_id: device.patientId })
  return tiles[0]?.latest.find(({ vital }) => vital === 'temperature')?.value
}

describe('when the panel’s clock', () => {
  test('steps ahead between two sendings of a reading, it is stored once', async () => {
    expect(await send([temperature(now - minuteMs, 37)])).toEqual(['stored'])
    advanceClock(120 * minuteMs)
    expect(await send([temperature(now - minuteMs, 37)])).toEqual(['known'])
    expect(await kept()).toHaveLength(1)
  })

  test('steps back between two sendings of a reading, it is stored once', async () => {
    advanceClock(120 * minuteMs)
    // The call may be one that is sent again: its reading waits for a person.
    expect(await send([temperature(now - minuteMs, 37)])).toEqual(['waiting'])
    advanceClock(-120 * minuteMs)
    expect(await send([temperature(now - minuteMs, 37)])).toEqual(['known'])
    const stored = await panel.root
      .selectFrom('readings')
      .select('id')
      .where('mac', '=', device.mac)
      .execute()
    expect(stored).toHaveLength(1)
  })

  test('steps ahead, a value that the device took long before raises no alarm', async () => {
    advanceClock(30 * minuteMs)
    expect(await send([temperature(now - minuteMs, 41.5)], now + 30 * minuteMs)).toEqual(['stored'])
    expect(await alarms()).toEqual([])
  })

  test('goes to and fro, an alarm is raised once', async () => {
    expect(await send([temperature(now - minuteMs, 41.5)])).toEqual(['stored'])
    for (const minutes of [90, -180, 90]) {
      advanceClock(minutes * minuteMs)
      await send([temperature(now - minuteMs, 41.5)])
    }
    expect(await alarms()).toMatchObject([{ rule: 'temperature-high', cleared_at: null }])
    expect(await kept()).toHaveLength(1)
  })
})

test('batches out of order leave the newest value on the tile and raise one alarm', async () => {
  const minutes = [6, 2, 9, 4, 1, 8, 3, 7, 5]
  await Promise.all(
    minutes.map((ago) =>
      send([temperature(now - ago * minuteMs, 41 + ago / 10), temperature(now - ago * minuteMs + 1, 41)]),
    ),
  )
  expect(await kept()).toHaveLength(2 * minutes.length)
  expect(await newest()).toBe(41)
  expect(await alarms()).toMatchObject([{ severity: 'high', cleared_at: null, last_value: 41 }])
})

test('a late normal value does not end an alarm that a newer one raised', async () => {
  await send([temperature(now - minuteMs, 41.5)])
  await send([temperature(now - 5 * minuteMs, 37)])
  expect(await newest()).toBe(41.5)
  expect(await alarms()).toMatchObject([{ cleared_at: null, last_value: 41.5 }])
})

test('while the database connections are cut again and again, each acknowledged reading is stored once', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${rows[0]?.name}' and pid <> pg_backend_pid()`
  let isOver = false
  const acknowledged: string[] = []
  const codes = new Set<number | undefined>()
  const bring = async (sender: number) => {
    for (let batch = 0; !isOver; batch++) {
      const readings = Array.from({ length: 20 }, (_, at) =>
        temperature(now - 5 * minuteMs + (batch * 3 + sender) * 100 + at, 41.5),
      )
      for (;;) {
        const { results, error_code } = await post(readings, now)
        if (results) {
          acknowledged.push(...results.map(({ _id }) => _id))
          break
        }
        codes.add(error_code)
        await sleep(5)
      }
    }
  }
  const bringing = Promise.all([0, 1, 2].map(bring))
  for (let time = 0; time < 10; time++) {
    const before = acknowledged.length
    while (acknowledged.length < before + 60) await sleep(5)
    await runOnServer(describeTestDatabase('postgres').direct, cut)
  }
  isOver = true
  await bringing
  // A sender whose connection was cut gets the answer to try again later, and no other.
  expect([...codes].filter((code) => code !== errorCodes.busy)).toEqual([])
  const ids = (await kept()).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(acknowledged.toSorted())
  expect(await alarms()).toHaveLength(1)
})

describe('a gateway', () => {
  let queue: IntakeQueue
  let broker: Broker
  beforeAll(async () => {
    const clock = () => new Date(now + stepped)
    queue = new IntakeQueue({ root: panel.root, clock, channels: [], log: () => {} })
    broker = await startBroker({
      root: panel.root,
      clock,
      queue,
      port: 0,
      host: '127.0.0.1',
      log: () => {},
      mostConnections: 100,
    })
  })
  afterAll(async () => {
    await broker.close()
    await queue.idle()
  })

  /**
   * An hour of a thermometer, a value a minute: normal, then fever, then normal again. `aheadMs` is how far its clock
   * is ahead.
   */
  async function bringHour(aheadMs = 0): Promise<void> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      username: 'gateway',
      password: key,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    await Promise.all(
      Array.from({ length: 60 }, (_, minute) => {
        const seconds = Math.floor((now - (60 - minute) * minuteMs + aheadMs) / 1000)
        return client.publishAsync(
          'dusun_pub',
          JSON.stringify({
            time: seconds,
            mac: 'A0B1C2D3E4F5',
            type: 'reportAttribute',
            data: {
              attribute: 'Oximeter JUMPER',
              mac: 'A0B1C2D3E4F5',
              value: {
                device_list: [
                  { scan_time: seconds, ble_addr: device.mac, pulse: 72, spo2: minute === 55 ? 80 : 97 },
                ],
              },
            },
          }),
          { qos: 1 },
        )
      }),
    )
    await client.endAsync()
  }

  const desaturations = () =>
    panel.root
      .selectFrom('alarms')
      .select(['severity', 'ended_at'])
      .where('patient_id', '=', device.patientId)
      .where('rule', '=', 'spo2-low')
      .where('raised_at', '>', instant(now - 60 * minuteMs))
      .execute()

  test('that sends an hour again adds no reading and no alarm', async () => {
    await panel.root
      .updateTable('devices')
      .set({ clock_right_at: instant(now - 60 * minuteMs) })
      .where('id', '=', device.deviceId)
      .execute()
    await bringHour()
    expect(await kept()).toHaveLength(60)
    const before = await desaturations()
    expect(before).toHaveLength(1)
    await bringHour()
    await bringHour()
    expect(await kept()).toHaveLength(60)
    expect(await desaturations()).toEqual(before)
  })

  test('whose clock was ahead and is right again adds no reading and no alarm when it sends its hour again', async () => {
    await bringHour(90 * minuteMs)
    expect(await kept()).toHaveLength(60)
    advanceClock(120 * minuteMs)
    await bringHour(90 * minuteMs)
    expect(await kept()).toHaveLength(60)
  })
})
