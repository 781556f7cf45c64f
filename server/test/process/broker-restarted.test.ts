import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IntakeQueue } from '../../src/bedside/intake/intake-queue.ts'
import { startBridge } from '../../src/mqtt/bridge.ts'
import { startTestPanel, type TestPanel, testNow } from '../../src/testing.ts'
import { hasMosquitto, type Mosquitto, startMosquitto } from '../support/mosquitto.ts'
import { giveDevices, type WornDevice } from '../support/worn-devices.ts'

const rounds = 5
const messagesARound = 20
const minuteMs = 60_000
const clock = () => new Date(testNow)
const seconds = Math.floor(Date.parse(testNow) / 1000)

/** The broker's reason code for a message that has no subscriber at that time. */
const nobodySubscribed = 16

let panel: TestPanel
let broker: Mosquitto
let worn: WornDevice[]

const pulseOximetry = (mac: string, at: number, spo2: number) =>
  JSON.stringify({
    time: at,
    mac: 'A0B1C2D3E4F5',
    type: 'reportAttribute',
    data: {
      attribute: 'Oximeter JUMPER',
      mac: 'A0B1C2D3E4F5',
      value: { device_list: [{ scan_time: at, ble_addr: mac, pulse: 72, spo2 }] },
    },
  })

/** A gateway that reconnects by itself and sends again what was not acknowledged. */
async function connectGateway(): Promise<{
  client: MqttClient
  publish: (payload: string) => Promise<void>
}> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    protocolVersion: 5,
    reconnectPeriod: 100,
  })
  client.on('error', () => {})
  let reason: number | undefined
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') reason = packet.reasonCode
  })
  return {
    client,
    async publish(payload) {
      for (;;) {
        await client.publishAsync('ward/dusun_pub', payload, { qos: 1 })
        if (reason !== nobodySubscribed) return
        await sleep(50)
      }
    },
  }
}

describe.skipIf(!hasMosquitto)('the hospital’s own broker', () => {
  beforeAll(async () => {
    panel = await startTestPanel()
    worn = await giveDevices(panel.root, rounds, new Date(Date.parse(testNow) - 60 * minuteMs).toISOString())
    broker = await startMosquitto()
  })
  afterAll(async () => {
    await broker.close()
    await panel.close()
  })

  test('that restarts in the middle of messages loses none it acknowledged; each is stored once and every due alarm is raised once', async () => {
    const queue = new IntakeQueue({ root: panel.root, clock, channels: [], log: () => {} })
    const bridge = startBridge({
      root: panel.root,
      url: `mqtt://127.0.0.1:${broker.port}`,
      hospitalId: worn[0]?.hospitalId ?? '',
      clock,
      queue,
      log: () => {},
    })
    const gateways = await Promise.all(worn.map(() => connectGateway()))
    const published: string[] = []
    for (let round = 0; round < rounds; round++) {
      const before = published.length
      const bring = async ({ mac }: WornDevice, of: number) => {
        for (let message = 0; message < messagesARound; message++) {
          const at = seconds - 5 * 60 + round * messagesARound + message
          // In each round one more patient lacks oxygen, and stays so.
          const isInWant = of < round || (of === round && message >= messagesARound / 2)
          await gateways[of]?.publish(pulseOximetry(mac, at, isInWant ? 80 : 97))
          published.push(`${mac} ${new Date(at * 1000).toISOString()}`)
          await sleep(5)
        }
      }
      const restart = async () => {
        // Not before all of them are being sent.
        while (published.length < before + 3 * worn.length + round) await sleep(1)
        await broker.restart()
      }
      await Promise.all([restart(), ...worn.map(bring)])
    }
    const kept = async () => {
      const rows = await panel.root
        .selectFrom('readings')
        .select(['mac', 'measured_at'])
        .where('mac', 'like', 'aabbccdd%')
        .execute()
      return rows.map(({ mac, measured_at }) => `${mac} ${new Date(measured_at).toISOString()}`)
    }
    await expect.poll(async () => new Set(await kept()).size).toBe(published.length)
    await bridge.close()
    await Promise.all(gateways.map(({ client }) => client.endAsync()))
    await queue.idle()
    expect((await kept()).toSorted()).toEqual(published.toSorted())
    const alarms = await panel.root
      .selectFrom('alarms')
      .select('patient_id')
      .where('rule', '=', 'spo2-low')
      .where('raised_at', '>=', new Date((seconds - 5 * 60) * 1000).toISOString())
      .where(
        'patient_id',
        'in',
        worn.map(({ patientId }) => patientId),
      )
      .execute()
    expect(alarms.map(({ patient_id }) => String(patient_id)).sort()).toEqual(
      worn.map(({ patientId }) => patientId).sort(),
    )
  })
})
