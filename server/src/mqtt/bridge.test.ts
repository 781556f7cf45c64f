import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMosquitto, type Mosquitto, startMosquitto } from '../../test/mosquitto.ts'
import { IntakeQueue } from '../bedside/intake-queue.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { startBridge } from './bridge.ts'

const clock = () => new Date(testNow)
const seconds = Math.floor(Date.parse(testNow) / 1000)

describe.skipIf(!hasMosquitto)("the hospital's own broker", () => {
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

  function listen(node: string) {
    const queue = new IntakeQueue({ root: panel.root, clock, channels: [], log: () => {} })
    const url = `mqtt://127.0.0.1:${broker.port}`
    const bridge = startBridge({ url, hospitalId, node, clock, queue, log: () => {} })
    return { queue, bridge }
  }

  async function publish(from: number, count: number) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 0 }, false)
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
    await broker.restart()
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
