import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { fitConnections, limitConnections } from './connection-limits.ts'
import { getListeningPort } from './listening-port.ts'

test('connections use no more files than the process may open, and leave some for everything else', () => {
  const wished = { http: 5_000, mqtt: 100 }
  const within = (openFiles: number) => fitConnections(wished, { openFiles, databaseConnections: 10 })
  expect(within(Infinity)).toEqual(wished)
  expect(within(1_024)).toEqual({ http: 475, mqtt: 100 })
  expect(within(128)).toEqual({ http: 27, mqtt: 27 })
  expect(within(32)).toEqual({ http: 8, mqtt: 8 })
})

test('a connection beyond the limit is refused, reported once, and accepted again when one is free', async () => {
  let told = 0
  const server = createServer((socket) => socket.write('in')).listen(0, '127.0.0.1')
  limitConnections(server, 1, () => {
    told += 1
  })
  await once(server, 'listening')
  const port = getListeningPort(server)
  const come = () => connect(port, '127.0.0.1')
  const first = come()
  await once(first, 'data')
  for (let time = 0; time < 2; time++) await once(come().resume(), 'close')
  expect(told).toBe(1)
  first.destroy()
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(0)
  const next = come()
  await once(next, 'data')
  next.destroy()
  server.close()
})
