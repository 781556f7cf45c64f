import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient, signIn } from 'contract'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { IntakeQueue } from '../../src/bedside/intake/intake-queue.ts'
import type { Root } from '../../src/db/database.ts'
import { staffTypeId } from '../../src/reference/staff-types.ts'
import { createInjectFetch, describeTestDatabase, openTestDatabase, runOnServer } from '../../src/testing.ts'

const name = `first_admin_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(name)
const password = 'รหัสผ่านแรก'
let root: Root

beforeAll(() => runOnServer(direct, `create database ${name}`))
afterAll(async () => {
  await root?.destroy()
  await runOnServer(direct, `drop database ${name} with (force)`)
})

async function firstAdmin(more: Record<string, string> = {}, typed = password) {
  const options = {
    email: 'Admin@first.hospital',
    'first-name': 'สมศรี',
    'last-name': 'ใจดี',
    'hospital-code': '10662',
    'hospital-name-en': 'First Hospital',
    'hospital-name-th': 'โรงพยาบาลแรก',
    ...more,
  }
  const main = join(import.meta.dirname, '../../src/first-admin.ts')
  const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
  const child = spawn(process.execPath, [main, ...given], { env: { ...process.env, ...settings } })
  child.stdin.end(`${typed}\n`)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

test('an empty database gets a hospital, its help texts and an admin who can sign in, once', async () => {
  const help = { line_account: '@first', phone: '021234567', email: 'help@first.hospital' }
  const made = await firstAdmin({
    'hospital-line': help.line_account,
    'hospital-phone': help.phone,
    'hospital-email': help.email,
  })
  expect(made).toEqual({ code: 0, said: '' })
  expect(await firstAdmin({ 'hospital-code': '2' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('users already'),
  })

  root = openTestDatabase(name, 5)
  const clock = () => new Date()
  const app = await createApp({
    root,
    listenUrl: direct,
    clock,
    intake: new IntakeQueue({ root, clock, channels: [], log: () => {} }),
    log: pino({ level: 'fatal' }),
    callsPerMinute: 0,
    busyAfterMs: 0,
  })
  const call = createClient({ fetch: createInjectFetch(app), session: () => undefined })
  expect(await call(signIn.help, {})).toMatchObject({ hospital_name_en: 'First Hospital', ...help })
  const { user } = await call(signIn.signIn, {
    user_name: 'admin@first.hospital',
    type: staffTypeId('admin'),
    password,
  })
  expect(user).toMatchObject({ first_name: 'สมศรี', staff_type: 'admin' })
  await app.close()
})

test('a missing setting is named in the error', async () => {
  expect(await firstAdmin({ 'first-name': ' ' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('Missing: --first-name'),
  })
})

test.each([
  ['short-1', 'at least 8'],
  ['hospital2026', 'anybody would try'],
  ['my-admin-key', 'name of the mailbox'],
])('the password %s is refused: %s', async (typed, said) => {
  expect(await firstAdmin({}, typed)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
})
