import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { getListeningPort } from '../../src/process/listening-port.ts'

export type SeverableProxy = {
  port: number
  /** As when a machine loses power: the other side gets nothing, not even the end of the connection. */
  cut: () => void
  close: () => Promise<void>
}

/** A proxy to a port of this machine that can be cut. */
export async function openSeverableProxy(to: number): Promise<SeverableProxy> {
  const [near, far] = [new Set<Socket>(), new Set<Socket>()]
  let isCut = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isCut) return void socket.destroy()
    const other = connect(to, '127.0.0.1')
    other.on('error', () => {})
    near.add(socket)
    far.add(other)
    socket.on('data', (bytes) => other.write(bytes))
    other.on('data', (bytes) => socket.write(bytes))
    socket.on('close', () => {
      if (!isCut) other.destroy()
    })
    other.on('close', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: getListeningPort(server),
    cut() {
      isCut = true
      for (const socket of far) socket.pause()
      for (const socket of near) socket.destroy()
    },
    async close() {
      isCut = true
      for (const socket of [...near, ...far]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
