import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { toFailure } from '../core/failure.ts'
import { rejectWhenBusy } from './overload.ts'
import { serveScreens } from './screens.ts'

test('calls are refused while the event loop is late, and answered when it no longer is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screens-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const file of ['index.html', 'part.js']) await writeFile(join(folder, file), file)
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => reply.code(503).send({ code: toFailure(error)?.code }))
  rejectWhenBusy(app, 100)
  app.get('/api', () => 'answered')
  await app.register((screens) => serveScreens(screens, folder))
  const ask = async () => (await app.inject('/api')).body
  const work = setInterval(() => {
    const end = performance.now() + 300
    while (performance.now() < end);
  }, 1)
  await expect.poll(ask).toBe('{"code":"busy"}')
  expect((await app.inject('/api')).headers['retry-after']).toBe('10')
  const accept = 'text/html'
  const screens = ['/', '/part.js', '/app/patient-list'].map((url) =>
    app.inject({ url, headers: { accept } }),
  )
  expect((await Promise.all(screens)).map(({ body }) => body)).toEqual([
    'index.html',
    'part.js',
    'index.html',
  ])
  clearInterval(work)
  await expect.poll(ask).toBe('answered')
  await app.close()
})
