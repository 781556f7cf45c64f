import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { v7 as newId } from 'uuid'
import type { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import { toLoggable } from '../core/failure.ts'
import type { Root } from '../db/database.ts'
import { endLease, takeLease } from './lease.ts'

export type BridgeOptions = {
  root: Root
  /** URL of the broker, with user and password: `mqtt://`, `mqtts://`, `ws://` or `wss://`. */
  url: string
  hospitalId: string
  clock: () => Date
  queue: IntakeQueue
  log: (what: Record<string, unknown>) => void
  /** How long a node stays the leader without renewing its lease, and how often it renews. */
  leaseMs?: number
  renewMs?: number
}

/** The topics to subscribe to, with or without prefix levels of the hospital; a broker may have other topics too. */
const topics = [
  'dusun_pub',
  'ESP32_BLE_GW_TX',
  'CM4_BLE_GW_TX',
  'ble_raw',
  'iMEDE_watch/+',
  'vehicle_position',
].flatMap((topic) => [topic, `+/${topic}`, `+/+/${topic}`])
/**
 * The number of sessions of a hospital at its broker. A client acknowledges one message after the other, each when it
 * is committed; so one commit can hold at most as many messages as there are sessions.
 */
const sessionCount = 8
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
 * Receives messages from the hospital's own broker. The sessions there belong to the hospital, and one node at a time,
 * the leader, connects with all of them. It leads as long as its lease, which it renews while it reaches the database
 * and the broker; then the next node resumes the same sessions, with all messages that were not acknowledged.
 */
export function startBridge(options: BridgeOptions): { close: () => Promise<void> } {
  const { root, url, hospitalId, log, leaseMs = standardLeaseMs, renewMs = standardRenewMs } = options
  const lease = { hospitalId, node: newId() }
  let sessions: MqttClient[] = []
  let leadsUntil = 0
  let expiry: NodeJS.Timeout | undefined
  let renewing: Promise<void> | undefined
  let isClosing = false

  const isLeader = () => performance.now() < leadsUntil

  function lead(until: number): void {
    leadsUntil = until
    clearTimeout(expiry)
    if (!isLeader()) {
      // The broker gives unacknowledged messages to the next leader.
      for (const session of sessions.splice(0)) session.end(true)
      return
    }
    expiry = setTimeout(() => lead(0), until - performance.now())
    if (sessions.length > 0) return
    sessions = Array.from({ length: sessionCount }, (_, number) => openSession(options, number, isLeader))
  }

  async function renew(): Promise<void> {
    // The lease in the database begins later and ends later: the next node cannot lead before this one has stopped.
    const askedAt = performance.now()
    try {
      const isHeld = await takeLease(root, lease, leaseMs)
      lead(isHeld && !isClosing ? askedAt + leaseMs : 0)
    } catch (error) {
      log({ broker: 'the lease could not be renewed', error: toLoggable(error) })
    }
  }

  // This connection has no session and no subscription: it only shows whether this node reaches the broker.
  const probe = mqtt.connect(url, {
    ...connection,
    clientId: `panel-${lease.node}`,
    keepalive: probeKeepaliveSeconds,
  })
  const renewIfConnected = () => {
    if (probe.connected)
      renewing ??= renew().finally(() => {
        renewing = undefined
      })
  }
  probe.on('connect', renewIfConnected)
  probe.on('error', (error) => log({ broker: error.message }))
  const timer = setInterval(renewIfConnected, renewMs)
  return {
    /** Disconnects at once, and lets the next node lead. */
    async close() {
      isClosing = true
      clearInterval(timer)
      probe.end(true)
      lead(0)
      await renewing
      // Without the database the lease expires by itself.
      await endLease(root, lease).catch((error) =>
        log({ broker: 'the lease could not be ended', error: toLoggable(error) }),
      )
    },
  }
}

/** Resumes one of the hospital's sessions, whichever node had it before. */
function openSession(
  { url, hospitalId, clock, queue, log }: BridgeOptions,
  number: number,
  isLeader: () => boolean,
): MqttClient {
  const client = mqtt.connect(url, {
    ...connection,
    clientId: `panel-${hospitalId}-${number}`,
    clean: false,
    properties: { sessionExpiryInterval: keptSeconds },
    resubscribe: false,
  })
  client.handleMessage = ({ topic, payload }, done) => {
    const message = { topic, payload: Buffer.from(payload), receivedAt: clock().getTime(), sender: null }
    const { stream } = client
    void (async () => {
      // Without the database, try again until it is back or the lease ends. Until the message is acknowledged, the
      // broker stores it too.
      while (isLeader() && !client.disconnecting) {
        try {
          await queue.ingestMessage({ hospitalId, keyId: null, message })
          // After a reconnection the message comes again, and its packet id may be another message's.
          if (client.stream === stream) done()
          return
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
  return client
}
