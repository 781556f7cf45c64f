import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { v7 as newId } from 'uuid'
import type { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import { toLoggable } from '../core/failure.ts'
import type { Root } from '../db/database.ts'
import { leaveSlots, renewSlots } from './slots.ts'

export type BridgeOptions = {
  root: Root
  /** URL of the broker, with user and password: `mqtt://`, `mqtts://`, `ws://` or `wss://`. */
  url: string
  hospitalId: string
  clock: () => Date
  queue: IntakeQueue
  log: (what: Record<string, unknown>) => void
  /** For how long a node keeps its slots without renewing them, and how often it renews. */
  leaseMs?: number
  renewMs?: number
}

/** The topics to subscribe to, with or without prefix levels of the hospital; a broker may have other topics too. */
const topics = ['dusun_pub', 'ESP32_BLE_GW_TX', 'CM4_BLE_GW_TX', 'ble_raw', 'iMEDE_watch/+'].flatMap(
  (topic) => [topic, `+/${topic}`, `+/+/${topic}`],
)
/** How long the broker stores messages for a session that is not connected. */
const keptSeconds = 24 * 60 * 60
const retryMs = 1_000
const standardLeaseMs = 6_000
const standardRenewMs = 1_000
/** A broker that does not answer for one and a half times this counts as lost. */
const probeKeepaliveSeconds = 4

const connection = {
  // The first version with shared subscriptions.
  protocolVersion: 5,
  reconnectPeriod: retryMs,
  connectTimeout: 10_000,
} as const

/**
 * Receives messages from the hospital's own broker. A broker delivers to every session in turn, even to one without a
 * connection. So the sessions belong to the hospital: one per slot, and each slot is held by a node that is alive and
 * reaches the broker.
 */
export function startBridge(options: BridgeOptions): { close: () => Promise<void> } {
  const { root, url, hospitalId, log, leaseMs = standardLeaseMs, renewMs = standardRenewMs } = options
  const self = { hospitalId, node: newId() }
  const listeners = new Map<number, () => void>()
  let renewing: Promise<void> | undefined
  let ending: NodeJS.Timeout | undefined
  let isClosing = false

  /** Listens with these slots and stops listening with all others. */
  function holdSlots(held: readonly number[]): void {
    for (const [slot, stop] of listeners) {
      if (held.includes(slot)) continue
      listeners.delete(slot)
      stop()
    }
    for (const slot of held) if (!listeners.has(slot)) listeners.set(slot, listenOnSlot(options, slot))
  }

  async function renewLease(): Promise<void> {
    const begunAt = performance.now()
    try {
      const held = await renewSlots(root, self, leaseMs)
      if (isClosing) return
      clearTimeout(ending)
      holdSlots(held)
      // After the lease other nodes may have the slots. Two nodes with one slot would disconnect each other again and
      // again.
      ending = setTimeout(() => holdSlots([]), leaseMs - (performance.now() - begunAt))
    } catch (error) {
      log({ broker: 'the slots could not be renewed', error: toLoggable(error) })
    }
  }

  // This connection has no session and no subscription: it only shows whether this node reaches the broker.
  const line = mqtt.connect(url, {
    ...connection,
    clientId: `panel-${self.node}`,
    keepalive: probeKeepaliveSeconds,
  })
  const renewIfConnected = () => {
    if (line.connected)
      renewing ??= renewLease().finally(() => {
        renewing = undefined
      })
  }
  line.on('connect', renewIfConnected)
  line.on('error', (error) => log({ broker: error.message }))
  const timer = setInterval(renewIfConnected, renewMs)
  return {
    /** Disconnects at once; the broker gives unacknowledged messages to the next holder of the slot. */
    async close() {
      isClosing = true
      clearInterval(timer)
      clearTimeout(ending)
      line.end(true)
      holdSlots([])
      await renewing
      // Without the database the lease expires by itself.
      await leaveSlots(root, self).catch((error) =>
        log({ broker: 'the slots could not be left', error: toLoggable(error) }),
      )
    },
  }
}

/** Listens with the session of a slot, whichever node had it before. Returns a function that stops. */
function listenOnSlot({ url, hospitalId, clock, queue, log }: BridgeOptions, slot: number): () => void {
  let isOver = false
  const client = mqtt.connect(url, {
    ...connection,
    clientId: `panel-${hospitalId}-${slot}`,
    clean: false,
    properties: { sessionExpiryInterval: keptSeconds },
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
      // Without the database, wait until it is back. The message is not acknowledged, so the broker stores it too.
      while (!isOver) {
        try {
          await queue.ingestMessage({ hospitalId, keyId: null, message })
          return done()
        } catch {
          await sleep(retryMs)
        }
      }
    })()
  }
  client.on('connect', () => {
    client.subscribe(
      topics.map((topic) => `$share/panel-${hospitalId}/${topic}`),
      { qos: 1 },
      (error, granted) => {
        const isRefused = error || granted?.some(({ qos }) => qos >= 128)
        if (isRefused) log({ broker: 'the subscription was refused' })
      },
    )
  })
  client.on('error', (error) => log({ broker: error.message }))
  return () => {
    isOver = true
    client.end(true)
  }
}
