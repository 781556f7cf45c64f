import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 50
const patienceMs = 180_000

/**
 * One process at a time may start or stop the database of a folder. The lock is a listening socket, because the kernel
 * releases it when the process is killed; a lock file would stay. It does not work across containers that share a
 * folder.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const socketName = toSocketName(key)
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    const server = await tryListen(socketName)
    if (server) return () => void server.close()
    if (process.platform === 'darwin') await removeIfAbandoned(socketName)
    await sleep(pollMs)
  }
  throw new Error(
    `Another panel has been starting or stopping the database in ${folder} for ${patienceMs / 1000} s.`,
  )
}

function toSocketName(key: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\panel-${key}`
  if (process.platform === 'linux') return `\0panel-${key}`
  return join(tmpdir(), `panel-${key}.lock`)
}

async function tryListen(socketName: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy())
  server.listen(socketName)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return undefined
  }
}

async function removeIfAbandoned(path: string): Promise<void> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') await unlink(path).catch(() => {})
  } finally {
    socket.destroy()
  }
}
