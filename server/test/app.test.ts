import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, errorCodes, monitoring, signIn } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const get = (url: string) => panel.app.inject({ method: 'GET', url })

test('a node reports that it is alive and that it is ready', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('a node whose database was migrated by a newer version is not ready, and says why', async () => {
  const name = '9999-from-tomorrow.sql'
  await sql`insert into migrations (name, checksum) values (${name}, 'x')`.execute(panel.root)
  const reply = await get('/readyz')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toEqual({ status: 'database of a newer version', migrations: [name] })
  await sql`delete from migrations where name = ${name}`.execute(panel.root)
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('the API is documented for machines and for people', async () => {
  const document = (await get('/openapi.json')).json() as { paths: object }
  expect(Object.keys(document.paths)).toContain('/api/hospital_user/get_patients_list')
  const page = await get('/api')
  expect(page.headers['content-type']).toContain('text/html')
  for (const group of Object.values(contract))
    for (const { path } of Object.values(group)) expect(page.body).toContain(`<code>${path}</code>`)
  expect(page.body).toContain('<code>1004</code> This record does not exist, or you may not see it.')
})

test('the page of the API is written in the font of the screens, where they are built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screens-'))
  const path = '/assets/ibm-plex-sans-thai-latin-600-normal-BR-dhaTH.woff2'
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, path), 'letters')
  const built = await startTestPanel({ webFolder: folder })
  const page = await built.app.inject({ method: 'GET', url: '/api' })
  expect(page.body).toContain(`font-weight: 600; src: url(${path})`)
  expect((await built.app.inject({ method: 'GET', url: path })).body).toBe('letters')
  await built.close()
  await rm(folder, { recursive: true })
})

test('an unknown call is answered with the envelope', async () => {
  const reply = await panel.app.inject({ method: 'POST', url: '/api/nothing', payload: {} })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, error_code: 1404 })
})

describe('requests from one IP address', () => {
  let limited: TestPanel
  beforeAll(async () => {
    limited = await startTestPanel({ callsPerMinute: 200 })
  })
  afterAll(() => limited.close())

  const ask = async (path: string, authorization: string, remoteAddress: string, payload = {}) => {
    const reply = await limited.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization },
      remoteAddress,
      payload,
    })
    return { status: reply.statusCode, code: reply.json<{ error_code?: number }>().error_code }
  }
  const createUnknownToken = () => `Bearer ${randomBytes(32).toString('base64url')}`
  const ended = { status: 200, code: errorCodes['session-ended'] }
  const tooMany = { status: 429, code: errorCodes['too-many-calls'] }

  test('with made-up tokens are soon refused, and those with real tokens are not', async () => {
    const here = '192.0.2.1'
    const { session: nurse } = await limited.as('nurse')
    const doctor = await limited.as('doctor')
    await doctor(signIn.signOut, {})
    const guess = (ip: string) => ask(signIn.whoAmI.path, createUnknownToken(), ip)
    for (let i = 0; i < 60; i++) expect(await guess(here)).toEqual(ended)
    expect(await guess(here)).toEqual(tooMany)
    expect(await ask(signIn.whoAmI.path, '', here, { server_token: 'made-up' })).toEqual(tooMany)

    const answer = await ask(signIn.whoAmI.path, `Bearer ${nurse.server_token}`, here)
    expect(answer).toEqual({ status: 200, code: undefined })
    expect(await ask(signIn.whoAmI.path, `Bearer ${doctor.session.server_token}`, here)).toEqual(ended)
    expect(await guess('192.0.2.2')).toEqual(ended)
  })

  test('include all those of one IPv6 network', async () => {
    for (let i = 0; i < 60; i++)
      await ask(signIn.whoAmI.path, createUnknownToken(), `2001:db8::${i.toString(16)}`)
    expect(await ask(signIn.whoAmI.path, createUnknownToken(), '2001:db8::ffff')).toEqual(tooMany)
    expect(await ask(signIn.whoAmI.path, createUnknownToken(), '2001:db8:0:1::1')).toEqual(ended)
  })

  test('by GET are counted like all others, and files of the screens are not', async () => {
    const get = (url: string) => limited.app.inject({ method: 'GET', url, remoteAddress: '192.0.2.6' })
    for (let i = 0; i < 200; i++) expect((await get(signIn.languages.path)).statusCode).toBe(200)
    for (const path of [signIn.languages.path, monitoring.live.path, '/openapi.json'])
      expect((await get(path)).statusCode).toBe(429)
    expect((await get('/healthz')).statusCode).toBe(200)
    expect((await get('/assets/x.js')).statusCode).toBe(404)
  })

  test('are not counted for an IP address that a header claims', async () => {
    const { path } = signIn.whoAmI
    for (let i = 0; i < 201; i++) await ask(path, '192.0.2.9', '192.0.2.8')
    expect((await ask(signIn.signIn.path, '', '192.0.2.9')).status).toBe(200)
  })

  test('of one session have one limit, however its token is spelled', async () => {
    const { session } = await limited.as('nurse')
    const spellings = Array.from(
      { length: 201 },
      (_, i) => `bearer${' '.repeat(1 + i)}${session.server_token}`,
    )
    const statuses: number[] = []
    for (const one of spellings) statuses.push((await ask(signIn.whoAmI.path, one, '192.0.2.7')).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
