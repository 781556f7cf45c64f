import { account, type Client, line, monitoring, passwordLinks, signIn, signInSteps, users } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageOfPanel from '../../package.json' with { type: 'json' }
import { startTestPanel, type TestPanel, testLine } from '../src/testing.ts'
import {
  addApp,
  addPerson,
  answerTo,
  type Person,
  password,
  proof,
  refusalOf,
  secondStepOf,
} from './second-factor.ts'

let panel: TestPanel
let admin: Person
beforeAll(async () => {
  panel = await startTestPanel({ line: testLine, beatMs: 3_600_000 })
  admin = await addPerson(panel, { staffType: 'admin' })
})
afterAll(() => panel.close())

const unchanged = { last_name: 'ทดสอบ' }
const versionOf = async ({ id }: Person) => (await admin.call(users.get, { _id: id })).user.version
const openSessionsOf = async ({ id }: Person) => {
  const { count } = await panel.root
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
/** Asked in a transaction of its own each time: within one, all that is told is what was so when it was first asked. */
async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    panel.root,
  )
  return rows.length > 0
}

/** Holds an account from outside while something goes on, as whoever changes it does. */
async function whileHeld(staffId: string, work: () => Promise<unknown>, change: object): Promise<void> {
  let begun: Promise<unknown> | undefined
  await panel.root.transaction().execute(async (tx) => {
    await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
    begun = work().catch(() => undefined)
    // Until it waits for what is held here, unless it has ended without it.
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

describe('no session comes to be', () => {
  test.each([
    ['blocked', { status: 'blocked' }],
    ['given another password', { password_hash: 'another' }],
  ])('for one who is %s while her password is looked at', async (_what, change) => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    await whileHeld(person.id, () => panel.call(signIn.signIn, person.typed), change)
    expect(await openSessionsOf(person)).toBe(0)
  })

  test('for one who is blocked between her password and her second step, not even when she is let in again', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const step = await secondStepOf(panel, person)
    const answer = { kind: 'totp' as const, code: app.code() }
    const block = { _id: person.id, version: await versionOf(person), act: 'block' as const }
    await admin.call(users.decide, block)
    const unblock = { _id: person.id, version: await versionOf(person), act: 'unblock' as const }
    await admin.call(users.decide, unblock)
    expect(await answerTo(panel, step, answer)).toBe('second-step-ended')
  })

  test('by a second step whose password was taken back meanwhile', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const step = await secondStepOf(panel, person)
    await admin.call(users.resetPassword, { _id: person.id, version: await versionOf(person) })
    expect(await answerTo(panel, step, { kind: 'totp', code: app.code() })).toBe('second-step-ended')
    expect(await openSessionsOf(person)).toBe(0)
  })

  test('from a second step that is answered while she is blocked', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const app = await addApp(panel, person)
    const { challenge } = await secondStepOf(panel, person)
    const answer = { kind: 'totp' as const, code: app.code() }
    await whileHeld(person.id, () => panel.call(signInSteps.secondStep, { challenge, answer }), {
      status: 'blocked',
    })
    expect(await openSessionsOf(person)).toBe(0)
  })
})

test('whoever has the password alone does not come in behind the one who adds the first factor', async () => {
  const owner = await addPerson(panel, { staffType: 'admin' })
  await panel.root
    .updateTable('hospitals')
    .set({ second_factor_for: ['admin'] })
    .execute()
  const thief = await panel.call(signIn.signIn, owner.typed)
  const asThief = panel.with({ server_token: thief.user.server_token, user_id: thief.user._id })
  expect(await refusalOf(asThief(account.sessions, {}))).toBe('second-factor-needed')
  const own = await panel.call(signIn.signIn, owner.typed)
  const call = panel.with({ server_token: own.user.server_token, user_id: own.user._id })
  await addApp(panel, { call }, false)
  expect(await refusalOf(call(account.sessions, {}))).toBeUndefined()
  expect(await refusalOf(asThief(account.sessions, {}))).toBe('session-ended')
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
  expect(await refusalOf(panel.call(signIn.signIn, person.typed))).toBeUndefined()
})

test('a factor that is added from a session which ends meanwhile is not kept', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  await whileHeld(person.id, () => addApp(panel, person), unchanged)
  const kept = panel.root.selectFrom('staff_factors').select('id').where('staff_id', '=', person.id)
  expect(await kept.execute()).toEqual([])
})

test('a code for LINE opens nothing any more once her password was taken back', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const { url } = await person.call(line.linkCode, { proof })
  await admin.call(users.resetPassword, { _id: person.id, version: await versionOf(person) })
  const begun = panel.call(line.begin, { code: url.split('#')[1] ?? '' })
  expect(await refusalOf(begun)).toBe('line-code-ended')
})

test('a code for LINE that is made from a session which ends meanwhile is not kept', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  await whileHeld(person.id, () => person.call(line.linkCode, { proof }), unchanged)
  const kept = panel.root.selectFrom('line_codes').select('created_by').where('staff_id', '=', person.id)
  expect(await kept.execute()).toEqual([])
})

test('the version of the panel that she signed in to is kept, whichever way she comes in', async () => {
  const person = await addPerson(panel, { staffType: 'nurse' })
  const versionIn = async () => (await admin.call(users.get, { _id: person.id })).user.app_version
  expect(await versionIn()).toBeNull()
  await panel.call(signIn.signIn, person.typed)
  expect(await versionIn()).toBe(packageOfPanel.version)
})

describe('what is good for once is good for once when it is used many times at the same moment:', () => {
  const used = (all: (string | undefined)[]) => all.filter((refusal) => refusal === undefined).length

  test('a recovery code', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const { recoveryCodes } = await addApp(panel, person)
    const answer = { kind: 'recovery-code' as const, code: recoveryCodes[0] ?? '' }
    const steps = [
      await secondStepOf(panel, person),
      await secondStepOf(panel, person),
      await secondStepOf(panel, person),
    ]
    const answers = await Promise.all(steps.map((step) => answerTo(panel, step, answer)))
    expect(used(answers)).toBe(1)
  })

  test('a link for a password', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const reset = { _id: person.id, version: await versionOf(person) }
    const token = (await admin.call(users.resetPassword, reset)).link?.token ?? ''
    const passwords = ['one of several long ones', 'another of several long ones', 'a third of several']
    const chosen = await Promise.all(
      passwords.map((one) =>
        refusalOf(panel.call(passwordLinks.setPassword, { token, password: one, confirm_password: one })),
      ),
    )
    expect(used(chosen)).toBe(1)
    const tried = await Promise.all(
      passwords.map((one) => refusalOf(panel.call(signIn.signIn, { ...person.typed, password: one }))),
    )
    expect(tried.map((refusal) => refusal === undefined)).toEqual(
      chosen.map((refusal) => refusal === undefined),
    )
  })

  test('an account of two admins, of whom the second is told of the first', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const version = await versionOf(person)
    const other = await addPerson(panel, { staffType: 'admin' })
    const saved = await Promise.all([
      refusalOf(admin.call(users.update, { _id: person.id, version, staff_type: 'driver' })),
      refusalOf(other.call(users.decide, { _id: person.id, version, act: 'block' })),
      refusalOf(other.call(users.resetPassword, { _id: person.id, version })),
    ])
    expect(used(saved)).toBe(1)
    expect(saved.filter((refusal) => refusal === 'changed-meanwhile')).toHaveLength(2)
  })
})

describe('what is open in another tab of a session ends at once', () => {
  let address: string
  beforeAll(async () => {
    address = await panel.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const guess = { proof: { kind: 'password' as const, password: 'wrong' } }
  test.each<[string, (call: Client) => Promise<unknown>]>([
    ['it is signed out', (call) => call(signIn.signOut, {})],
    [
      'it guesses on at a password',
      async (call) => {
        for (let i = 0; i < 6; i++) await refusalOf(call(signInSteps.unlock, guess))
      },
    ],
  ])('when %s', async (_how, end) => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const { user } = await panel.call(signIn.signIn, person.typed)
    const stream = await fetch(address + monitoring.live.path, {
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
    // It would be looked for by itself in an hour.
    await until('session-ended')
    expect(heard).toContain('session-ended')
  })
})
