import fastify from 'fastify'
import { expect, test } from 'vitest'
import { toFailure } from '../core/failure.ts'
import { rejectWhenBusy } from './overload.ts'

test('calls are refused while the event loop is late, and answered when it no longer is', async () => {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => reply.code(503).send({ code: toFailure(error)?.code }))
  rejectWhenBusy(app, 100)
  app.get('/', () => 'answered')
  const ask = async () => (await app.inject('/')).body
  const work = setInterval(() => {
    const end = performance.now() + 300
    while (performance.now() < end);
  }, 1)
  await expect.poll(ask).toBe('{"code":"busy"}')
  expect((await app.inject('/')).headers['retry-after']).toBe('10')
  clearInterval(work)
  await expect.poll(ask).toBe('answered')
  await app.close()
})
