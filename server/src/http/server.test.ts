import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { formatRawCall } from '../../test/support/raw-http.ts'
import { getListeningPort } from '../process/listening-port.ts'
import { acceptBodies, createServer } from './server.ts'

/** More than is compressed at once, so that it is compressed while it is sent. */
const longText = 'ก'.repeat(1_000_000)

test('a caller who hangs up before a long reply is sent is not logged as an error of the panel', async () => {
  const lines: { route?: string; level: number }[] = []
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const app = createServer({ log: pino(sink), trustedProxies: 0, bodyTimeoutMs: 10_000 })
  await acceptBodies(app)
  app.addHook('onSend', async (request) => process.nextTick(() => request.raw.socket.destroy()))
  app.post('/long', () => ({ text: longText }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const port = getListeningPort(app.server)
  const caller = connect(port, '127.0.0.1')
  const headers = { 'content-type': 'application/json', 'content-length': 2, 'accept-encoding': 'gzip' }
  caller.write(formatRawCall('/long', headers, '{}'))
  await once(caller, 'close')
  const ofCall = () => lines.filter(({ route }) => route === '/long')
  await expect.poll(ofCall).not.toEqual([])
  await app.close()
  expect(ofCall()).toMatchObject([{ level: 30 }])
})
