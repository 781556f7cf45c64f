import type { Server } from 'node:net'

/** The port at which a server listens. */
export function getListeningPort(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens at no port')
  return address.port
}
