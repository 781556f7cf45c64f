import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Root } from '../../src/db/database.ts'
import { describeTestDatabase, openTestDatabase, runOnServer } from '../../src/testing.ts'
import { hasMosquitto, type Mosquitto, startMosquitto } from '../support/mosquitto.ts'
import { startPanelProcess } from '../support/panel-process.ts'
import { giveDevices, type WornDevice } from '../support/worn-devices.ts'

const kills = 2
const messagesAKill = 60
const minuteMs = 60_000

let root: Root
let broker: Mosquitto
let cuff: WornDevice
const database = `leader_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(database)

const start = () =>
  startPanelProcess({
    ...settings,
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    LOG_LEVEL: 'silent',
    SIMULATE: '0',
  })

const pulseOximetry = (at: number) =>
  JSON.stringify({
    time: at,
    mac: 'A0B1C2D3E4F5',
    type: 'reportAttribute',
    data: {
      attribute: 'Oximeter JUMPER',
      mac: 'A0B1C2D3E4F5',
      value: { device_list: [{ scan_time: at, ble_addr: cuff.mac, pulse: 72, spo2: 97 }] },
    },
  })

describe.skipIf(!hasMosquitto)('the hospital’s own broker', () => {
  beforeAll(async () => {
    await runOnServer(direct, `create database ${database} template panel_template`)
    root = openTestDatabase(database, 2)
    const [given] = await giveDevices(root, 1, new Date(Date.now() - 120 * minuteMs).toISOString())
    if (!given) throw new Error('no patient got a device')
    cuff = given
    broker = await startMosquitto()
  })
  afterAll(async () => {
    await broker.close()
    await root.destroy()
    await runOnServer(direct, `drop database ${database} with (force)`)
  })

  test('whose leading node is killed again and again loses no message: the next node stores each once', async () => {
    const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`)
    let second = Math.floor(Date.now() / 1000) - 60 * 60
    const published: string[] = []
    const publish = async () => {
      second += 1
      await gateway.publishAsync('ward/dusun_pub', pulseOximetry(second), { qos: 1 })
      published.push(new Date(second * 1000).toISOString())
    }
    const stored = async () => {
      const rows = await root
        .selectFrom('readings')
        .select('measured_at')
        .where('mac', '=', cuff.mac)
        .execute()
      return rows.map(({ measured_at }) => new Date(measured_at).toISOString()).sort()
    }
    let leader = start()
    await expect.poll(() => broker.subscribers().size).toBe(8)
    for (let kill = 0; kill < kills; kill++) {
      const next = start()
      await next.origin
      for (let message = 0; message < messagesAKill; message++) {
        await publish()
        if (message !== messagesAKill / 2) continue
        leader.kill('SIGKILL')
        await once(leader, 'exit')
      }
      await expect.poll(stored).toEqual(published)
      leader = next
    }
    await gateway.endAsync()
    leader.kill('SIGTERM')
    await once(leader, 'exit')
  })
})
