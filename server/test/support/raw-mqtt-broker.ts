import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { getListeningPort } from '../../src/process/listening-port.ts'

const [connect, publish, puback, subscribe, pingRequest] = [1, 3, 4, 8, 12]

export type RawConnection = {
  /** Sends a message of QoS 1 under this packet id. */
  publish: (packetId: number, topic: string, payload: string) => void
  /** The packet ids that were acknowledged on this connection, in their order. */
  acknowledged: readonly number[]
  cut: () => void
}

/**
 * A broker for MQTT 5 that says byte by byte what a test wants: which packet id a message has, and on which connection.
 * `connections` are those of one client, in their order.
 */
export async function startRawBroker() {
  const byClient = new Map<string, RawConnection[]>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const acknowledged: number[] = []
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece])
      for (;;) {
        const packet = readPacket(bytes)
        if (!packet) return
        bytes = packet.rest
        const { type, body } = packet
        if (type === connect) {
          const client = readConnectClient(body)
          const connection = { publish: send, acknowledged, cut: () => socket.destroy() }
          byClient.set(client, [...(byClient.get(client) ?? []), connection])
          socket.write(Buffer.from([0x20, 3, 1, 0, 0]))
        } else if (type === subscribe) {
          const granted = Array<number>(countTopics(body)).fill(1)
          socket.write(Buffer.from([0x90, 3 + granted.length, ...body.subarray(0, 2), 0, ...granted]))
        } else if (type === puback) acknowledged.push(body.readUInt16BE())
        else if (type === pingRequest) socket.write(Buffer.from([0xd0, 0]))
      }
    })
    function send(packetId: number, topic: string, payload: string) {
      const body = Buffer.concat([
        encodeText(topic),
        Buffer.from([packetId >> 8, packetId & 255, 0]),
        Buffer.from(payload),
      ])
      socket.write(Buffer.concat([Buffer.from([(publish << 4) | 2]), encodeLength(body.length), body]))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: getListeningPort(server),
    connections: (client: string): readonly RawConnection[] => byClient.get(client) ?? [],
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function readPacket(bytes: Buffer): { type: number; body: Buffer; rest: Buffer } | undefined {
  let length = 0
  for (let at = 1; at < bytes.length; at++) {
    const digit = bytes[at] ?? 0
    length += (digit & 127) << (7 * (at - 1))
    if (digit & 128) continue
    const end = at + 1 + length
    if (bytes.length < end) return undefined
    return { type: (bytes[0] ?? 0) >> 4, body: bytes.subarray(at + 1, end), rest: bytes.subarray(end) }
  }
  return undefined
}

/** The client id is the first field after the properties, which follow ten bytes of name, version, flags and time. */
function readConnectClient(body: Buffer): string {
  const at = 11 + (body[10] ?? 0)
  return body.subarray(at + 2, at + 2 + body.readUInt16BE(at)).toString()
}

/** The topics follow the packet id and the properties; each has its length before it and its options behind it. */
function countTopics(body: Buffer): number {
  let count = 0
  for (let at = 3 + (body[2] ?? 0); at < body.length; count++) at += 2 + body.readUInt16BE(at) + 1
  return count
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function encodeLength(length: number): Buffer {
  return length < 128 ? Buffer.from([length]) : Buffer.from([(length & 127) | 128, length >> 7])
}
