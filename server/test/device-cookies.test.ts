import { account, errorCodes, type OpenedSession, passwordLinks, signIn, signInSteps, users } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import {
  addApp,
  addPasskey,
  addPerson,
  beginSecondStepAs,
  type Person,
  password,
  requestPasskeyOptions,
} from './support/second-factor.ts'

let panel: TestPanel
let elsewhere: string
beforeAll(async () => {
  panel = await startTestPanel()
  elsewhere = newId()
  await panel.root
    .insertInto('hospitals')
    .values({
      id: elsewhere,
      code: '99999',
      name_en: 'Elsewhere',
      name_th: 'ที่อื่น',
      created_at: testNow,
      second_factor_for: [],
    })
    .execute()
})
afterAll(() => panel.close())

const quarter = 15 * 60_000 + 1000
const day = 24 * 60 * 60_000
const nurse = () => addPerson(panel, { staffType: 'nurse' })

let usedIps = 0
/** An IP address from which nobody has tried yet, like that of another hospital. */
const createIpAddress = () => `203.0.${113 + Math.floor(++usedIps / 250)}.${usedIps % 250}`

type Reply = OpenedSession & { error_code?: number }
async function send(path: string, ip: string, payload: object): Promise<Reply> {
  const reply = await panel.app.inject({ method: 'POST', url: path, remoteAddress: ip, payload })
  return reply.json<Reply>()
}

/** The answer to a sign-in: the name of the error code, or `signInFromIp`. */
async function trySignIn(
  ip: string,
  { typed }: Person,
  { tokens, wrong = false }: { tokens?: (string | null)[]; wrong?: boolean } = {},
): Promise<string> {
  const body = { ...typed, ...(wrong && { password: 'wrong' }), ...(tokens && { device_cookies: tokens }) }
  const { error_code } = await send(signIn.signIn.path, ip, body)
  if (error_code === undefined) return 'opened'
  return Object.entries(errorCodes).find(([, code]) => code === error_code)?.[0] ?? String(error_code)
}

async function signInFromIp(ip: string, { typed }: Person, tokens: string[] = []): Promise<Reply> {
  return send(signIn.signIn.path, ip, { ...typed, device_cookies: tokens })
}

/** Signs a person in from a new browser; returns the token that the browser gets. */
async function obtainDeviceCookie(person: Person, ip = createIpAddress()): Promise<string> {
  const { device_cookie } = await signInFromIp(ip, person)
  if (!device_cookie) throw new Error('expected a token for a browser without one')
  return device_cookie
}

const failSignIns = (ip: string, person: Person, times: number, tokens?: string[]) =>
  Promise.all(
    Array.from({ length: times }, () => trySignIn(ip, person, { wrong: true, ...(tokens && { tokens }) })),
  )

/** Records so many failed sign-ins from an IP address, for various accounts. */
async function insertFailures(ip: string, times: number, device_hash: Buffer | null = null) {
  const at = panel.clock().toISOString()
  const attempts = Array.from({ length: times }, (_, i) => ({
    id: newId(),
    at,
    email: `${i}@x.test`,
    address: ip,
    device_hash,
  }))
  await panel.root.insertInto('sign_in_attempts').values(attempts).execute()
}

const kept = (staffId: string) =>
  panel.root.selectFrom('device_cookies').selectAll().where('staff_id', '=', staffId).execute()

describe('a person who has signed in from this browser before', () => {
  test('can still sign in there when a colleague behind the same IP address has failed ten times at the account', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    await failSignIns(ward, person, 10)
    expect(await trySignIn(ward, person)).toBe('too-many-attempts')
    expect(await trySignIn(ward, person, { tokens: [token] })).toBe('opened')
    expect(await trySignIn(ward, person)).toBe('too-many-attempts')
  })

  test('can still sign in there when a hundred failures have locked the IP address for everybody else', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    await insertFailures(ward, 100)
    expect(await trySignIn(ward, await nurse())).toBe('too-many-attempts')
    expect(await trySignIn(ward, person, { tokens: [token] })).toBe('opened')
  })

  test('can still sign in from a new IP address when many have failed at the account', async () => {
    const person = await nurse()
    const token = await obtainDeviceCookie(person)
    await Promise.all(Array.from({ length: 5 }, () => failSignIns(createIpAddress(), person, 10)))
    expect(await trySignIn(createIpAddress(), person)).toBe('too-many-attempts')
    expect(await trySignIn(createIpAddress(), person, { tokens: [token] })).toBe('opened')
  })

  test('locks out nobody else by their own mistakes, and by their success forgives no one else’s', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    await failSignIns(ward, person, 9)
    await failSignIns(ward, person, 9, [token])
    await insertFailures(ward, 100, Buffer.from('of somebody'))
    expect(await trySignIn(ward, await nurse())).toBe('opened')
    expect(await trySignIn(ward, person, { tokens: [token] })).toBe('opened')
    expect(await trySignIn(ward, person, { wrong: true })).toBe('sign-in-failed')
    expect(await trySignIn(ward, person)).toBe('too-many-attempts')
  })

  test('is recognised among colleagues who use the same browser', async () => {
    const [ward, people] = [createIpAddress(), [await nurse(), await nurse(), await nurse()]]
    const tokens = await Promise.all(people.map((person) => obtainDeviceCookie(person, ward)))
    for (const person of people) {
      await failSignIns(ward, person, 10)
      expect(await trySignIn(ward, person, { tokens: ['nothing of ours', ...tokens] })).toBe('opened')
    }
  })
})

describe('a token', () => {
  test('is given once to a browser, has 256 random bits, and is stored as a digest', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await signInFromIp(ward, person, [token])).device_cookie).toBeNull()
    const rows = await kept(person.id)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash.toString('latin1')).not.toContain(token)
    expect((await signInFromIp(ward, person)).device_cookie).not.toBe(token)
  })

  test('that was stolen can be used for ten guesses in the window, and afterwards counts as none', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    const thief = createIpAddress()
    await failSignIns(thief, person, 10)
    const tries: string[] = []
    for (let i = 0; i < 12; i++)
      tries.push(await trySignIn(createIpAddress(), person, { tokens: [token], wrong: true }))
    expect(tries).toEqual(Array(12).fill('sign-in-failed'))
    expect(await trySignIn(thief, person, { tokens: [token] })).toBe('too-many-attempts')
    expect((await listAttempts(person)).filter(({ device_hash }) => device_hash !== null)).toHaveLength(10)
    panel.wait(quarter)
    expect(await trySignIn(thief, person, { tokens: [token] })).toBe('opened')
  })

  test('does not allow more guesses in a burst', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person)
    await failSignIns(ward, person, 10)
    const codes = await Promise.all(
      Array.from({ length: 16 }, () => trySignIn(ward, person, { tokens: [token], wrong: true })),
    )
    expect(codes.filter((code) => code === 'sign-in-failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too-many-attempts')).toHaveLength(6)
  })

  test('of another account, of another hospital or made up has no effect', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const foreign = await addPerson(panel, { staffType: 'nurse', hospitalId: elsewhere })
    const tokens = [
      await obtainDeviceCookie(await nurse(), ward),
      await obtainDeviceCookie(foreign, ward),
      'x'.repeat(43),
    ]
    await failSignIns(ward, person, 10, tokens)
    expect(await trySignIn(ward, person, { tokens })).toBe('too-many-attempts')
    expect((await listAttempts(person)).every(({ device_hash }) => device_hash === null)).toBe(true)
    const shown = await signInFromIp(createIpAddress(), person, tokens)
    expect(shown.device_cookie).toMatch(/^[\w-]{43}$/)
  })

  test('is not a password', async () => {
    const person = await nurse()
    const tokens = [await obtainDeviceCookie(person)]
    expect(await trySignIn(createIpAddress(), person, { tokens, wrong: true })).toBe('sign-in-failed')
  })

  test('does not reveal whether an account exists: an unknown e-mail with it is answered like a known one', async () => {
    const tokens = [await obtainDeviceCookie(await nurse())]
    const answers = async (email: string) => {
      const ip = createIpAddress()
      const typed = { ...(await nurse()).typed, user_name: email, password: 'wrong' }
      const replies: object[] = []
      for (let i = 0; i < 11; i++) {
        const { request_id, ...reply } = (await send(signIn.signIn.path, ip, {
          ...typed,
          device_cookies: tokens,
        })) as Reply & { request_id?: string }
        expect(request_id).toBeTypeOf('string')
        replies.push(reply)
      }
      return replies
    }
    const known = await answers((await nurse()).typed.user_name)
    expect(known[10]).toEqual({ success: false, error_code: errorCodes['too-many-attempts'] })
    expect(await answers('nobody-at-all@demo.hospital')).toEqual(known)
  })

  test('that was not used for 90 days is deleted', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const token = await obtainDeviceCookie(person, ward)
    panel.wait(89 * day)
    expect((await signInFromIp(ward, person, [token])).device_cookie).toBeNull()
    panel.wait(89 * day)
    await failSignIns(ward, person, 10)
    expect(await trySignIn(ward, person, { tokens: [token] })).toBe('opened')
    panel.wait(90 * day)
    await failSignIns(ward, person, 10)
    expect(await trySignIn(ward, person, { tokens: [token] })).toBe('too-many-attempts')
    await obtainDeviceCookie(person)
    expect(await kept(person.id)).toHaveLength(1)
  })

  test('is one of at most twenty of an account; the one that was longest not used is deleted', async () => {
    const person = await nurse()
    const tokens: string[] = []
    for (let i = 0; i < 20; i++) {
      tokens.push(await obtainDeviceCookie(person))
      panel.wait(1000)
    }
    const [first = '', second = ''] = tokens
    expect((await signInFromIp(createIpAddress(), person, [first])).device_cookie).toBeNull()
    panel.wait(1000)
    await obtainDeviceCookie(person)
    expect(await kept(person.id)).toHaveLength(20)
    expect((await signInFromIp(createIpAddress(), person, [first])).device_cookie).toBeNull()
    expect((await signInFromIp(createIpAddress(), person, [second])).device_cookie).not.toBeNull()
  })

  test('is refused when more are sent than a browser stores', async () => {
    const person = await nurse()
    expect(await trySignIn(createIpAddress(), person, { tokens: Array(31).fill('x') })).toBe('invalid')
    expect(await trySignIn(createIpAddress(), person, { tokens: [null] })).toBe('invalid')
  })
})

const listAttempts = ({ typed }: Person) =>
  panel.root
    .selectFrom('sign_in_attempts')
    .select('device_hash')
    .where('email', '=', typed.user_name)
    .where('kind', '=', 'password')
    .execute()

describe('a token becomes invalid', () => {
  /** The session of a browser and the token that it got. */
  const signInDevice = async (person: Person) => {
    const { user, device_cookie } = await signInFromIp(createIpAddress(), person)
    const call = panel.with({ server_token: user.server_token, user_id: user._id })
    return { call, token: device_cookie ?? '' }
  }
  const isForgotten = async (person: Person, token: string) =>
    (await signInFromIp(createIpAddress(), person, [token])).device_cookie !== null

  test('when its owner signs out everywhere', async () => {
    const person = await nurse()
    const { call, token } = await signInDevice(person)
    await call(account.endSessions, { but_this: false })
    expect(await kept(person.id)).toEqual([])
    expect(await isForgotten(person, token)).toBe(true)
  })

  test('except that of the browser in which the owner signs out everywhere else', async () => {
    const person = await nurse()
    const [here, there] = [await signInDevice(person), await signInDevice(person)]
    await here.call(account.endSessions, { but_this: true })
    expect(await kept(person.id)).toHaveLength(1)
    expect(await isForgotten(person, here.token)).toBe(false)
    expect(await isForgotten(person, there.token)).toBe(true)
  })

  test('but not when the owner signs out', async () => {
    const person = await nurse()
    const { call, token } = await signInDevice(person)
    await call(signIn.signOut, {})
    expect(await isForgotten(person, token)).toBe(false)
  })

  test('when the owner changes the password, except that of the browser used for it', async () => {
    const person = await nurse()
    const [here, there] = [await signInDevice(person), await signInDevice(person)]
    const chosen = 'another one of this test'
    await here.call(account.changePassword, {
      present_password: password,
      password: chosen,
      confirm_password: chosen,
    })
    const changed = { ...person, typed: { ...person.typed, password: chosen } }
    expect(await isForgotten(changed, here.token)).toBe(false)
    expect(await isForgotten(changed, there.token)).toBe(true)
  })

  test('when the password is replaced by a link', async () => {
    const admin = await panel.as('admin')
    const person = await nurse()
    const { version } = (await admin(users.get, { _id: person.id })).user
    const { link } = await admin(users.resetPassword, { _id: person.id, version })
    const token = link?.token ?? ''
    const at = panel.clock().toISOString()
    const { hospital_id } = await panel.root
      .selectFrom('staff')
      .select('hospital_id')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    await panel.root
      .insertInto('device_cookies')
      .values({
        token_hash: Buffer.from(person.id),
        hospital_id,
        staff_id: person.id,
        created_at: at,
        last_used_at: at,
      })
      .execute()
    const chosen = 'another one of this test'
    await panel.call(passwordLinks.setPassword, { token, password: chosen, confirm_password: chosen })
    expect(await kept(person.id)).toEqual([])
  })

  test('when an admin replaces the password, or blocks or deletes the account', async () => {
    const admin = await panel.as('admin')
    const getVersion = async (_id: string) => (await admin(users.get, { _id })).user.version
    const acts: [string, (person: Person) => Promise<unknown>][] = [
      ['password', async ({ id }) => admin(users.resetPassword, { _id: id, version: await getVersion(id) })],
      [
        'block',
        async ({ id }) => admin(users.decide, { _id: id, version: await getVersion(id), act: 'block' }),
      ],
      ['delete', async ({ id }) => admin(users.delete, { _id: id, version: await getVersion(id) })],
    ]
    for (const [what, act] of acts) {
      const person = await nurse()
      await obtainDeviceCookie(person)
      const other = await nurse()
      await obtainDeviceCookie(other)
      await act(person)
      expect(await kept(person.id), what).toEqual([])
      expect(await kept(other.id), what).toHaveLength(1)
    }
  })
})

describe('the second step', () => {
  const answer = (code: string) => ({ kind: 'totp' as const, code })

  /** Answers a challenge after the right password, from an IP address. */
  async function step(ip: string, person: Person, code: string, tokens: string[] = []) {
    const { challenge } = await beginSecondStepAs(panel, person)
    return send(signInSteps.secondStep.path, ip, {
      challenge,
      answer: answer(code),
      device_cookies: tokens,
    })
  }

  test('gives the token, and the password before it gives none', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    await beginSecondStepAs(panel, person)
    expect(await kept(person.id)).toEqual([])
    const { device_cookie } = await step(createIpAddress(), person, code())
    expect(device_cookie).toMatch(/^[\w-]{43}$/)
    panel.wait(30_000)
    expect((await step(createIpAddress(), person, code(), [device_cookie ?? ''])).device_cookie).toBeNull()
  })

  test('stays open in the person’s browser even if others behind the same IP address have failed at it', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const { code } = await addApp(panel, person)
    const { device_cookie } = await step(ward, person, code())
    panel.wait(30_000)
    for (let i = 0; i < 10; i++) await step(ward, person, '000000')
    expect((await step(ward, person, code())).error_code).toBe(errorCodes['too-many-attempts'])
    expect((await step(ward, person, code(), [device_cookie ?? ''])).user._id).toBe(person.id)
  })

  test('cannot be guessed more than ten times with a stolen token', async () => {
    const [ward, person] = [createIpAddress(), await nurse()]
    const { code } = await addApp(panel, person)
    const { device_cookie } = await step(ward, person, code())
    panel.wait(30_000)
    const tokens = [device_cookie ?? '']
    for (let i = 0; i < 20; i++)
      expect((await step(ward, person, '000000', tokens)).error_code).toBe(errorCodes['second-step-failed'])
    expect((await step(ward, person, code(), tokens)).error_code).toBe(errorCodes['too-many-attempts'])
  })
})

test('a passkey gives a token too, and none to a browser that sent one', async () => {
  const person = await nurse()
  const passkey = await addPasskey(person)
  const show = async (device_cookies?: string[]) => {
    const request = await requestPasskeyOptions(panel)
    const shown = { challenge: request.challenge, response: passkey.show(request) }
    return panel.call(signInSteps.passkey, { ...shown, device_cookies })
  }
  const { device_cookie } = await show()
  expect(device_cookie).toMatch(/^[\w-]{43}$/)
  expect((await show([device_cookie ?? ''])).device_cookie).toBeNull()
  expect(await kept(person.id)).toHaveLength(1)
})
