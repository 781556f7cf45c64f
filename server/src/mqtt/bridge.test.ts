import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { startBridge } from './bridge.ts'
import { IntakeQueue } from './intake-queue.ts'

/** A broker of its own; where the machine has none, CI has. */
const hasBroker = spawnSync('mosquitto', ['-h']).error === undefined

const clock = () => new Date(testNow)
const seconds = Math.floor(Date.parse(testNow) / 1000)

describe.skipIf(!hasBroker)("the hospital's own broker", () => {
  let panel: TestPanel
  let hospitalId: string
  let folder: string
  let port: number
  let broker: ChildProcess

  beforeAll(async () => {
    panel = await startTestPanel()
    const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
    hospitalId = hospital.id
    folder = await mkdtemp(join(tmpdir(), 'panel-broker-'))
    port = await freePort()
    await writeFile(
      join(folder, 'mosquitto.conf'),
      `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location ${folder}/\nuser root\n`,
    )
    broker = await startMosquitto()
  })
  afterAll(async () => {
    await stop(broker)
    await rm(folder, { recursive: true, force: true })
    await panel.close()
  })

  async function startMosquitto(): Promise<ChildProcess> {
    const child = spawn('mosquitto', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    for (let wait = 0; wait < 100; wait++) {
      const client = await mqtt
        .connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, connectTimeout: 500 }, false)
        .catch(() => undefined)
      if (client) {
        await client.endAsync()
        return child
      }
      await sleep(50)
    }
    throw new Error('mosquitto does not start')
  }

  function listen(node: string) {
    const queue = new IntakeQueue({ root: panel.root, clock, channels: [], log: () => {} })
    const url = `mqtt://127.0.0.1:${port}`
    const bridge = startBridge({ url, hospitalId, node, clock, queue, log: () => {} })
    return { queue, bridge }
  }

  async function publish(from: number, count: number) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 }, false)
    for (let at = from; at < from + count; at++)
      await client.publishAsync('ward/dusun_pub', pressure(at), { qos: 1 })
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

  test('shares its messages among the nodes, and each is kept once', async () => {
    const nodes = [listen('one'), listen('two')]
    await sleep(500)
    await publish(0, 60)
    await expect.poll(kept, { timeout: 10_000 }).toBe(60)
    for (const { bridge } of nodes) await bridge.close()
  })

  test('keeps what comes while no node is there, and is listened to again when it was restarted', async () => {
    await publish(100, 20)
    const { bridge, queue } = listen('one')
    const other = listen('two')
    await expect.poll(kept, { timeout: 10_000 }).toBe(80)
    await stop(broker)
    broker = await startMosquitto()
    // It forgets who shared what until they are back, a second later.
    await sleep(2_500)
    await publish(200, 20)
    await expect.poll(kept, { timeout: 15_000 }).toBe(100)
    await bridge.close()
    await other.bridge.close()
    await queue.idle()
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

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
