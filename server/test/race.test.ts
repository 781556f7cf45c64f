import { account, type Client, line, monitoring, passwordLinks, signIn, signInSteps, users } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageOfPanel from '../../package.json' with { type: 'json' }
import { startTestPanel, type TestPanel, testLine } from '../src/testing.ts'
import { getErrorName } from './support/refusal.ts'
import {
  addApp,
  addPerson,
  answerSecondStep,
  beginSecondStepAs,
  type Person,
  password,
  re_authentication,
} from './support/second-factor.ts'

let panel: TestPanel
let admin: Person
beforeAll(async () => {
  panel = await startTestPanel({ line: testLine, heartbeatMs: 3_600_000 })
  admin = await addPerson(panel, { staffType: 'admin' })
})
afterAll(() => panel.close())

const unchanged = { last_name: 'ทดสอบ' }
const getVersion = async ({ id }: Person) => (await admin.call(users.get, { _id: id })).user.version
const listOpenSessions = async ({ id }: Person) => {
  const { count } = await panel.root
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
/** Asked in a new transaction each time: within one transaction the statistics do not change. */
async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    panel.root,
  )
  return rows.length > 0
}

/** Holds the row lock of an account during `work`, as a transaction that changes the account does. */
async function whileHeld(staffId: string, work: () => Promise<unknown>, change: object): Promise<void> {
  let begun: Promise<unknown> | undefined
  await panel.root.transaction().execute(async (tx) => {
    await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
    begun = work().catch(() => undefined)
    // Wait until it waits for the lock that is held here, unless it has ended without it.
    let isOver = false
    void begun.finally(() => {
      isOver = true
    })
    await expect.poll(async () => isOver || (await isAnybodyWaiting())).toBe(true)
    await tx.updateTable('staff').set(change).where('id', '=', staffId).execute()
    await tx
      .updateTable('sessions')
      .set({ ended_at: panel.clock().toISOString() })
      .where('staff_id', '=', staffId)
      .where('ended_at', 'is', null)
      .execute()
  })
  await begun
}

describe('no session is opened', () => {
  test.each([
    ['blocked', { status: 'blocked' }],
    ['given another password', { password_hash: 'another' }],
  ])('for a person who is %s while the password is being checked', async (_what, change) => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    await whileHeld(person.id, () => panel.call(signIn.signIn, person.typed), change)
    expect(await listOpenSessions(person)).toBe(0)
  })

  test('for a person who is blocked between the password and the second step, not even after being unblocked', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const step = await beginSecondStepAs(panel, person)
    const answer = { kind: 'totp' as const, code: app.code() }
    const block = { _id: person.id, version: await getVersion(person), act: 'block' as const }
    await admin.call(users.decide, block)
    const unblock = { _id: person.id, version: await getVersion(person), act: 'unblock' as const }
    await admin.call(users.decide, unblock)
    expect(await answerSecondStep(panel, step, answer)).toBe('second-step-ended')
  })

  test('by a second step whose password was invalidated meanwhile', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const step = await beginSecondStepAs(panel, person)
    await admin.call(users.resetPassword, { _id: person.id, version: await getVersion(person) })
    expect(await answerSecondStep(panel, step, { kind: 'totp', code: app.code() })).toBe('second-step-ended')
    expect(await listOpenSessions(person)).toBe(0)
  })

  test('by a second step that is answered while the person is blocked', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const { challenge } = await beginSecondStepAs(panel, person)
    const answer = { kind: 'totp' as const, code: app.code() }
    await whileHeld(person.id, () => panel.call(signInSteps.secondStep, { challenge, answer }), {
      status: 'blocked',
    })
    expect(await listOpenSessions(person)).toBe(0)
  })
})

test('with the password alone while the first factor is being added', async () => {
  const owner = await addPerson(panel, { staffType: 'admin' })
  await panel.root
    .updateTable('hospitals')
    .set({ second_factor_for: ['admin'] })
    .execute()
  const thief = await panel.call(signIn.signIn, owner.typed)
  const asThief = panel.with({ server_token: thief.user.server_token, user_id: thief.user._id })
  expect(await getErrorName(asThief(account.sessions, {}))).toBe('second-factor-needed')
  const own = await panel.call(signIn.signIn, owner.typed)
  const call = panel.with({ server_token: own.user.server_token, user_id: own.user._id })
  await addApp(panel, { call }, false)
  expect(await getErrorName(call(account.sessions, {}))).toBeUndefined()
  expect(await getErrorName(asThief(account.sessions, {}))).toBe('session-ended')
  await panel.root.updateTable('hospitals').set({ second_factor_for: [] }).execute()
})

test('a password that is changed from a session which ends meanwhile stays as it was', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const change = {
    present_password: password,
    password: 'quite another one',
    confirm_password: 'quite another one',
  }
  await whileHeld(person.id, () => person.call(account.changePassword, change), unchanged)
  expect(await getErrorName(panel.call(signIn.signIn, person.typed))).toBeUndefined()
})

test('a factor that is added from a session which ends meanwhile is not stored', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  await whileHeld(person.id, () => addApp(panel, person), unchanged)
  const kept = panel.root.selectFrom('staff_factors').select('id').where('staff_id', '=', person.id)
  expect(await kept.execute()).toEqual([])
})

test('a code for LINE becomes invalid when the password is invalidated', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const { url } = await person.call(line.linkCode, { re_authentication })
  await admin.call(users.resetPassword, { _id: person.id, version: await getVersion(person) })
  const begun = panel.call(line.begin, { code: url.split('#')[1] ?? '' })
  expect(await getErrorName(begun)).toBe('line-code-ended')
})

test('a code for LINE that is made from a session which ends meanwhile is not stored', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  await whileHeld(person.id, () => person.call(line.linkCode, { re_authentication }), unchanged)
  const kept = panel.root.selectFrom('line_codes').select('created_by').where('staff_id', '=', person.id)
  expect(await kept.execute()).toEqual([])
})

test('the panel type chosen at sign-in is stored, whichever way of signing in is used', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const getAppVersion = async () => (await admin.call(users.get, { _id: person.id })).user.app_version
  expect(await getAppVersion()).toBeNull()
  await panel.call(signIn.signIn, person.typed)
  expect(await getAppVersion()).toBe(packageOfPanel.version)
})

describe('what is valid once, used many times at the same time:', () => {
  const used = (all: (string | undefined)[]) => all.filter((refusal) => refusal === undefined).length

  test('a recovery code works once', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const { recoveryCodes } = await addApp(panel, person)
    const answer = { kind: 'recovery-code' as const, code: recoveryCodes[0] ?? '' }
    const steps = [
      await beginSecondStepAs(panel, person),
      await beginSecondStepAs(panel, person),
      await beginSecondStepAs(panel, person),
    ]
    const answers = await Promise.all(steps.map((step) => answerSecondStep(panel, step, answer)))
    expect(used(answers)).toBe(1)
  })

  test('a link for a password works once', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const reset = { _id: person.id, version: await getVersion(person) }
    const token = (await admin.call(users.resetPassword, reset)).link?.token ?? ''
    const passwords = ['one of several long ones', 'another of several long ones', 'a third of several']
    const chosen = await Promise.all(
      passwords.map((one) =>
        getErrorName(panel.call(passwordLinks.setPassword, { token, password: one, confirm_password: one })),
      ),
    )
    expect(used(chosen)).toBe(1)
    const tried = await Promise.all(
      passwords.map((one) => getErrorName(panel.call(signIn.signIn, { ...person.typed, password: one }))),
    )
    expect(tried.map((refusal) => refusal === undefined)).toEqual(
      chosen.map((refusal) => refusal === undefined),
    )
  })

  test('a version of an account works once, so that a second admin learns of the first one’s change', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const version = await getVersion(person)
    const other = await addPerson(panel, { staffType: 'admin' })
    const saved = await Promise.all([
      getErrorName(admin.call(users.update, { _id: person.id, version, staff_type: 'driver' })),
      getErrorName(other.call(users.decide, { _id: person.id, version, act: 'block' })),
      getErrorName(other.call(users.resetPassword, { _id: person.id, version })),
    ])
    expect(used(saved)).toBe(1)
    expect(saved.filter((refusal) => refusal === 'changed-meanwhile')).toHaveLength(2)
  })
})

describe('streams that are open in other tabs of a session end at once', () => {
  let origin: string
  beforeAll(async () => {
    origin = await panel.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const guess = { re_authentication: { kind: 'password' as const, password: 'wrong' } }
  test.each<[string, (call: Client) => Promise<unknown>]>([
    ['it is signed out', (call) => call(signIn.signOut, {})],
    [
      'it guesses on at a password',
      async (call) => {
        for (let i = 0; i < 6; i++) await getErrorName(call(signInSteps.unlock, guess))
      },
    ],
  ])('when %s', async (_how, end) => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const { user } = await panel.call(signIn.signIn, person.typed)
    const stream = await fetch(origin + monitoring.live.path, {
      headers: { authorization: `Bearer ${user.server_token}` },
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const until = async (text: string) => {
      while (!heard.includes(text)) {
        const piece = await reader?.read()
        if (!piece || piece.done) return
        heard += piece.value
      }
    }
    await until('event: open')
    await end(panel.with({ server_token: user.server_token, user_id: user._id }))
    // Otherwise it would be noticed only at the hourly check.
    await until('session-ended')
    expect(heard).toContain('session-ended')
  })
})
