import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const get = (url: string) => panel.app.inject({ method: 'GET', url })

test('a node says that it lives and that it is ready', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('the API is documented for machines and for people', async () => {
  const document = (await get('/openapi.json')).json() as { paths: object }
  expect(Object.keys(document.paths)).toContain('/api/hospital_user/get_patients_list')
  const page = await get('/api')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('/api/hospital_user/get_patients_list')
})

test('an unknown call is answered with the envelope', async () => {
  const reply = await panel.app.inject({ method: 'POST', url: '/api/nothing', payload: {} })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, error_code: 1404 })
})
