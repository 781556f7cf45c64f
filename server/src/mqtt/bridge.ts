import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import type { IntakeQueue } from '../bedside/intake-queue.ts'

export type BridgeOptions = {
  /** Of the broker, with user and password: `mqtt://`, `mqtts://`, `ws://` or `wss://`. */
  url: string
  hospitalId: string
  /** Of this node: the broker keeps what comes for it while it is away. */
  node: string
  clock: () => Date
  queue: IntakeQueue
  log: (what: Record<string, unknown>) => void
}

/** What is listened to, with or without levels of the hospital's own in front; a broker may have other things. */
const topics = ['dusun_pub', 'ESP32_BLE_GW_TX', 'CM4_BLE_GW_TX', 'ble_raw', 'iMEDE_watch/+'].flatMap(
  (topic) => [topic, `+/${topic}`, `+/+/${topic}`],
)
/** How long the broker keeps it. */
const keptSeconds = 24 * 60 * 60

/** Nodes that share a subscription have it by this name. */
const group = 'panel'
/**
 * The client acknowledges one message of a connection after the other, each when it is committed; so as many as there
 * are connections share a commit.
 */
const connections = 8
const retryMs = 1_000

/** Listens to a broker of the hospital's own, as one of the nodes that share the subscription. */
export function startBridge(options: BridgeOptions): { close: () => Promise<void> } {
  const closing = new AbortController()
  const clients = Array.from({ length: connections }, (_, at) => connect(options, at, closing.signal))
  return {
    /** Leaves at once; what was not acknowledged the broker gives to another node, or to this one when it is back. */
    async close() {
      closing.abort()
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}

function connect(
  { url, hospitalId, node, clock, queue, log }: BridgeOptions,
  at: number,
  closing: AbortSignal,
): MqttClient {
  const client = mqtt.connect(url, {
    // The first version that has shared subscriptions.
    protocolVersion: 5,
    clientId: `panel-${node}-${at}`,
    clean: false,
    properties: { sessionExpiryInterval: keptSeconds },
    reconnectPeriod: retryMs,
    connectTimeout: 10_000,
    resubscribe: false,
  })
  client.handleMessage = (packet, done) => {
    const { topic, payload } = packet
    const message = {
      topic,
      payload: Buffer.from(payload),
      receivedAt: clock().getTime(),
      sender: null,
    }
    void (async () => {
      // Without the database there is nothing to do but wait with it: unacknowledged, the broker keeps it too.
      for (;;) {
        try {
          await queue.take({ hospitalId, keyId: null, message })
          return done()
        } catch {
          if (closing.aborted) return
          await sleep(retryMs)
        }
      }
    })()
  }
  client.on('connect', () => {
    client.subscribe(
      topics.map((topic) => `$share/${group}/${topic}`),
      { qos: 1 },
      (error, granted) => {
        const isRefused = error || granted?.some(({ qos }) => qos >= 128)
        if (isRefused) log({ broker: 'the subscription was refused' })
      },
    )
  })
  client.on('error', (error) => log({ broker: error.message }))
  return client
}
