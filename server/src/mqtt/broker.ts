import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { maxPayloadBytes } from '../bedside/decode/decode.ts'
import type { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import type { Root } from '../db/database.ts'
import { findSender, type ReadingSender, recordKeyUse } from '../identity/sender.ts'
import { limitConnections } from '../process/connection-limits.ts'
import { getListeningPort } from '../process/listening-port.ts'
import { LongMessageFilter } from './long-message-filter.ts'

export type BrokerOptions = {
  root: Root
  clock: () => Date
  queue: IntakeQueue
  log: (what: Record<string, unknown>) => void
  port: number
  host: string
  /** The most connections that all senders together may hold. */
  mostConnections: number
}

export type Broker = { port: number; close: () => Promise<void> }

/** Return codes of MQTT 3.1.1. With the first the client may try again later; with the second its key is wrong. */
const [serverUnavailable, badPassword] = [3, 4]

/** Four times the longest payload that is read. */
const longestPacketBytes = 4 * maxPayloadBytes

/** The parser that assembles the packets of a connection; internal to aedes. */
type Parsing = { _parser: { packet?: { length: number }; parse: (bytes: Buffer) => number } }

/**
 * The panel's own broker, for MQTT 3.1 and 3.1.1. A sender signs in with any user name and its API key as password, and
 * publishes; nobody can subscribe, and nothing is retained. A message of QoS 1 or 2 is acknowledged when it is
 * committed. If it cannot be committed, it is not acknowledged and its sender is disconnected, so that it sends again.
 * A message that is too long to be read is cut, put into quarantine and acknowledged.
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
  const senders = new WeakMap<Client, ReadingSender>()
  const aedes = await Aedes.createBroker({
    concurrency: 1000,
    async authenticate(client, _user, password, done) {
      const now = clock().toISOString()
      const refuse = (returnCode: number) =>
        done(Object.assign(new Error('not let in'), { returnCode }), null)
      let sender: ReadingSender | undefined
      try {
        sender = await findSender(root, password?.toString() ?? '', now)
      } catch {
        return refuse(serverUnavailable)
      }
      if (!sender) return refuse(badPassword)
      senders.set(client, sender)
      // Devices of one make use the same client id, and a second client with one id would disconnect the first.
      client.id = `${sender.keyId}:${client.id}`
      done(null, true)
    },
    async authorizePublish(client, packet, done) {
      const sender = client ? senders.get(client) : undefined
      if (!sender) return done(new Error('nobody published this'))
      // `$` topics are the broker's own: it publishes its state on them and obeys them.
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
        await queue.ingestMessage({ hospitalId, keyId, message })
      } catch (refusal) {
        return done(refusal as Error)
      }
      done(null)
      // A client that stays connected signs in only once, so update its last use here. The message is already stored;
      // an error here changes nothing.
      await recordKeyUse(root, sender, clock().toISOString()).catch(() => {})
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })
  // The error of a client that was disconnected is expected, and must not end the process.
  aedes.on('clientError', () => {})
  aedes.on('connectionError', () => {})
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const { _parser: parser } = aedes.handle(socket) as Client & Parsing
    const longMessages = new LongMessageFilter(longestPacketBytes)
    const parse = parser.parse.bind(parser)
    parser.parse = (bytes) => parse(longMessages.truncate(bytes))
    // This listener comes after the broker's own. A packet is assembled in memory, and may emit 256 MB before the
    // client has signed in.
    socket.on('readable', () => {
      if ((parser.packet?.length ?? 0) > longestPacketBytes) socket.destroy()
    })
  })
  limitConnections(server, mostConnections, () => log({ broker: 'no connection is left for devices' }))
  const closeAedes = () => new Promise<void>((resolve) => aedes.close(resolve))
  try {
    await startListening(server, port, host)
  } catch (error) {
    await closeAedes()
    throw error
  }
  return {
    port: getListeningPort(server),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await closeAedes()
      // The broker does not know sockets that have not signed in yet.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function startListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
