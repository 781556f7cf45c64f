import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { maxPayloadBytes } from '../bedside/decode/decode.ts'
import type { IntakeQueue } from '../bedside/intake-queue.ts'
import { limitConnections } from '../core/connections.ts'
import type { Root } from '../core/database.ts'
import { findSender, noteUse, type SenderOfReadings } from '../core/sender.ts'
import { LongMessages } from './long-messages.ts'

export type BrokerOptions = {
  root: Root
  clock: () => Date
  queue: IntakeQueue
  log: (what: Record<string, unknown>) => void
  port: number
  host: string
  /** Connections that all senders together may hold. */
  mostConnections: number
}

export type Broker = { port: number; close: () => Promise<void> }

/** Return codes of MQTT 3.1.1: come again later, and never with this key. */
const [serverUnavailable, badPassword] = [3, 4]

/** Four times the longest message that is read. */
const longestPacketBytes = 4 * maxPayloadBytes

/** What puts together packets of a connection. */
type Parsing = { _parser: { packet?: { length: number }; parse: (bytes: Buffer) => number } }

/**
 * The panel's own broker, for MQTT 3.1 and 3.1.1. A sender signs in with any user name and its key as password, and
 * publishes; nobody subscribes, and nothing is retained. A message of QoS 1 or 2 is acknowledged when it is committed;
 * one that could not be is not, and its sender is sent away to come back with it. One that is too long to be read is cut,
 * put into quarantine and acknowledged.
 */
export async function startBroker({
  root,
  clock,
  queue,
  log,
  port,
  host,
  mostConnections,
}: BrokerOptions): Promise<Broker> {
  const senders = new WeakMap<Client, SenderOfReadings>()
  const aedes = await Aedes.createBroker({
    concurrency: 1000,
    async authenticate(client, _user, password, done) {
      const now = clock().toISOString()
      const refuse = (returnCode: number) =>
        done(Object.assign(new Error('not let in'), { returnCode }), null)
      let sender: SenderOfReadings | undefined
      try {
        sender = await findSender(root, password?.toString() ?? '', now)
      } catch {
        return refuse(serverUnavailable)
      }
      if (!sender) return refuse(badPassword)
      senders.set(client, sender)
      // Devices of one make call themselves the same, and who comes by a name sends away who had it.
      client.id = `${sender.keyId}:${client.id}`
      done(null, true)
    },
    async authorizePublish(client, packet, done) {
      const sender = client ? senders.get(client) : undefined
      if (!sender) return done(new Error('nobody published this'))
      // By these the broker speaks of itself, and does what they say.
      if (packet.topic.startsWith('$')) return done(new Error('a topic of the broker'))
      packet.retain = false
      const { topic, payload } = packet
      const message = {
        topic,
        payload: Buffer.from(payload),
        receivedAt: clock().getTime(),
        sender: sender.name,
      }
      const { hospitalId, keyId } = sender
      try {
        await queue.take({ hospitalId, keyId, message })
      } catch (refusal) {
        return done(refusal as Error)
      }
      done(null)
      // Whoever stays connected signs in once. Kept already, a message is none the less so where this is not.
      await noteUse(root, sender, clock().toISOString()).catch(() => {})
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })
  // Whom it has sent away is no news, and must not end the process.
  aedes.on('clientError', () => {})
  aedes.on('connectionError', () => {})
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const { _parser: parser } = aedes.handle(socket) as Client & Parsing
    const longMessages = new LongMessages(longestPacketBytes)
    const parse = parser.parse.bind(parser)
    parser.parse = (bytes) => parse(longMessages.cut(bytes))
    // Behind the broker's own: a packet is put together in memory, and may announce 256 MB before anybody has signed in.
    socket.on('readable', () => {
      if ((parser.packet?.length ?? 0) > longestPacketBytes) socket.destroy()
    })
  })
  limitConnections(server, mostConnections, () => log({ broker: 'no connection is left for devices' }))
  const closeAedes = () => new Promise<void>((resolve) => aedes.close(resolve))
  try {
    await listen(server, port, host)
  } catch (error) {
    await closeAedes()
    throw error
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await closeAedes()
      // Of those who have not signed in yet the broker knows nothing.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
