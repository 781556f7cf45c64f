import { once } from 'node:events'
import { createServer } from 'node:net'
import { getListeningPort } from '../../src/process/listening-port.ts'

/** A free port of this machine, for a process that must have the same port after a restart. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = getListeningPort(server)
  server.close()
  await once(server, 'close')
  return port
}
