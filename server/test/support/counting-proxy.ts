import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { getListeningPort } from '../../src/process/listening-port.ts'

export type CountingProxy = {
  /** The URL of the database through the proxy. */
  url: string
  /** How often a client has sent something since the last answer: what it sends at once is one round trip. */
  count: () => number
  close: () => Promise<void>
}

/** A proxy in front of a database that counts the round trips of its clients. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  let roundTrips = 0
  // A second piece of an answer would otherwise wait 40 ms until the first is acknowledged.
  const server = createServer({ noDelay: true }, (client) => {
    const far = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ port, host, noDelay: true })
    let isAnswered = true
    client.on('data', (bytes) => {
      if (isAnswered) roundTrips += 1
      isAnswered = false
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      isAnswered = true
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`postgres://127.0.0.1/${database}`)
  url.port = String(getListeningPort(server))
  url.username = user ?? ''
  url.password = password ?? ''
  return {
    url: url.href,
    count: () => roundTrips,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
