import { errorCodes, line, lineConsentVersion, SecondStep, signIn, signInSteps } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LineProvider, startLineProvider } from '../../../test/support/line-provider.ts'
import { expectRefusal, findRefusal, getErrorName } from '../../../test/support/refusal.ts'
import {
  addApp,
  addPasskey,
  addPerson,
  re_authentication,
  requestOwnPasskey,
} from '../../../test/support/second-factor.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

const publicUrl = 'http://localhost:8080'

let provider: LineProvider
let panel: TestPanel
let nurse: SignedIn
beforeAll(async () => {
  provider = await startLineProvider(publicUrl)
  panel = await startTestPanel({ line: provider.login, channels: ['line'] })
})
afterAll(async () => {
  await panel.close()
  await provider.close()
})
beforeEach(async () => {
  nurse = (await addPerson(panel, { staffType: 'nurse' })).call
  provider.person = `U${newId().replaceAll('-', '')}`
})

async function getErrorCode(call: Promise<unknown>): Promise<string> {
  const { code, fields } = await expectRefusal(call)
  return fields[0]?.message ?? String(code)
}

const [ended, lateCode, refused, taken, unknown] = ['1623', '1622', '1624', '1625', '1626']

/** The user's phone: opens the URL of a QR code, signs in at LINE and comes back. */
async function scan(url: string) {
  const { authorize_url, secret } = await panel.call(line.begin, { code: url.split('#')[1] ?? '' })
  return { secret, ...(await provider.open(authorize_url)) }
}

const linked = async (person: SignedIn = nurse) =>
  panel.call(line.finish, await scan((await person(line.linkCode, { re_authentication })).url))

async function signInWithLine(device_cookies: string[] = []) {
  const { authorize_url, secret } = await panel.call(line.begin, {})
  return panel.call(line.finish, { secret, device_cookies, ...(await provider.open(authorize_url)) })
}

describe('linking', () => {
  test('uses a code that no server sees in a URL, goes to LINE with state, nonce and PKCE, and back', async () => {
    const { url, qr_svg } = await nurse(line.linkCode, { re_authentication })
    expect(url).toMatch(new RegExp(`^${publicUrl}/line/link#[\\w-]{43}$`))
    expect(qr_svg).toMatch(/^<svg/)
    const { authorize_url } = await panel.call(line.begin, { code: url.split('#')[1] ?? '' })
    const asked = Object.fromEntries(new URL(authorize_url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${publicUrl}/line/callback`,
      code_challenge_method: 'S256',
      bot_prompt: 'aggressive',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  })

  test('names whose account it will be and their hospital, only while the code works', async () => {
    const { url } = await nurse(line.linkCode, { re_authentication })
    const ask = () => panel.call(line.linkAccount, { code: url.split('#')[1] ?? '' })
    const hospital = await panel.root
      .selectFrom('hospitals')
      .innerJoin('staff', 'staff.hospital_id', 'hospitals.id')
      .select(['name_en', 'name_th'])
      .where('staff.id', '=', nurse.session.user_id)
      .executeTakeFirstOrThrow()
    // Asking does not use up the code.
    for (const _ of [1, 2])
      expect(await ask()).toEqual({
        success: true,
        first_name: 'nurse',
        last_name: expect.any(String),
        hospital,
      })
    expect(await getErrorCode(panel.call(line.linkAccount, { code: 'x'.repeat(43) }))).toBe(lateCode)
    await panel.call(line.finish, await scan(url))
    expect(await getErrorCode(ask())).toBe(lateCode)
    const { url: late } = await nurse(line.linkCode, { re_authentication })
    panel.wait(10 * 60_000)
    expect(await getErrorCode(panel.call(line.linkAccount, { code: late.split('#')[1] ?? '' }))).toBe(
      lateCode,
    )
  })

  test('stores the LINE account, with which the user can sign in from then on', async () => {
    expect(await linked()).toEqual({ success: true, linked: { first_name: 'nurse' }, session: null })
    expect(await nurse(line.state, {})).toMatchObject({
      linked_at: expect.any(String),
      choice: 'none',
      consent_at: null,
    })
    const { session } = await signInWithLine()
    expect(session?.user._id).toBe(nurse.session.user_id)
    expect(session?.device_cookie).toMatch(/^[\w-]{43}$/)
    const tokens = [session?.device_cookie ?? '']
    expect((await signInWithLine(tokens)).session?.device_cookie).toBeNull()
    const { server_token = '', _id = '' } = session?.user ?? {}
    const again = await panel.fetch(signIn.whoAmI.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: _id, server_token }),
    })
    expect(await again.json()).toMatchObject({ success: true, user: { _id } })
  })

  test('a code works once, for ten minutes, and only until the next one is made', async () => {
    const { url } = await nurse(line.linkCode, { re_authentication })
    await panel.call(line.finish, await scan(url))
    expect(await getErrorCode(scan(url))).toBe(lateCode)
    const first = await nurse(line.linkCode, { re_authentication })
    const second = await nurse(line.linkCode, { re_authentication })
    expect(await getErrorCode(scan(first.url))).toBe(lateCode)
    const returned = await scan(second.url)
    panel.wait(10 * 60_000)
    expect(await getErrorCode(scan(second.url))).toBe(lateCode)
    expect(await getErrorCode(panel.call(line.finish, returned))).toBe(ended)
  })

  test('two phones that scan one code link only one of them', async () => {
    const { url } = await nurse(line.linkCode, { re_authentication })
    const one = await scan(url)
    provider.person = `U${newId().replaceAll('-', '')}`
    const other = await scan(url)
    await panel.call(line.finish, one)
    expect(await getErrorCode(panel.call(line.finish, other))).toBe(lateCode)
  })

  test('a LINE account belongs to one user, and the code stays valid for the right LINE account', async () => {
    await linked()
    const other = await addPerson(panel, { staffType: 'nurse' })
    const { url } = await other.call(line.linkCode, { re_authentication })
    expect(await getErrorCode(scan(url).then((back) => panel.call(line.finish, back)))).toBe(taken)
    provider.person = `U${newId().replaceAll('-', '')}`
    expect(await panel.call(line.finish, await scan(url))).toMatchObject({ linked: { first_name: 'nurse' } })
  })

  test('for another user can be begun by an admin of the same hospital', async () => {
    const { call: admin } = await addPerson(panel, { staffType: 'admin' })
    const { url } = await admin(line.linkCode, { _id: nurse.session.user_id, re_authentication })
    await panel.call(line.finish, await scan(url))
    expect((await nurse(line.state, {})).linked_at).not.toBeNull()
    const { call: colleague } = await addPerson(panel, { staffType: 'nurse' })
    expect(
      await getErrorCode(colleague(line.linkCode, { _id: nurse.session.user_id, re_authentication })),
    ).toBe('1004')
    expect(await getErrorCode(colleague(line.unlink, { _id: nurse.session.user_id }))).toBe('1004')
    const hospitalId = newId()
    const elsewhere = { id: hospitalId, code: '20002', name_en: 'B', name_th: 'ข', created_at: testNow }
    await panel.root.insertInto('hospitals').values(elsewhere).execute()
    const { call: stranger } = await addPerson(panel, { staffType: 'admin', hospitalId })
    expect(
      await getErrorCode(stranger(line.linkCode, { _id: nurse.session.user_id, re_authentication })),
    ).toBe('1004')
    expect(await getErrorCode(stranger(line.unlink, { _id: nurse.session.user_id }))).toBe('1004')
    await admin(line.unlink, { _id: nurse.session.user_id })
    expect((await nurse(line.state, {})).linked_at).toBeNull()
    expect(await getErrorCode(signInWithLine())).toBe(unknown)
  })
})

describe('a code for LINE', () => {
  const wrong = { kind: 'password' as const, password: 'wrong' }
  const listCodes = (staffId: string) =>
    panel.root
      .selectFrom('line_codes')
      .select('created_by')
      .where('staff_id', '=', staffId)
      .where('used_at', 'is', null)
      .execute()

  test('needs re-authentication at an unlocked screen, whichever account it is for', async () => {
    const { call: admin } = await addPerson(panel, { staffType: 'admin' })
    const { user_id: _id } = nurse.session
    for (const [call, whose] of [
      [nurse, {}],
      [admin, { _id }],
    ] as const) {
      expect(await getErrorName(call(line.linkCode, whose))).toBe('re-authentication-needed')
      expect(await getErrorName(call(line.linkCode, { ...whose, re_authentication: wrong }))).toBe(
        'password-wrong',
      )
    }
    expect(await listCodes(_id)).toEqual([])
  })

  test('accepts a passkey used now, once, and no other', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    const passkey = await addPasskey(person)
    const showPasskey = async (purpose: 'unlock' | 're-authentication') => {
      const request = await requestOwnPasskey(person.call, purpose)
      const { challenge } = request
      return { re_authentication: { kind: 'passkey' as const, challenge, response: passkey.show(request) } }
    }
    const shown = await showPasskey('re-authentication')
    expect(await getErrorName(nurse(line.linkCode, shown))).toBe('passkey-refused')
    expect(await getErrorName(person.call(line.linkCode, shown))).toBeUndefined()
    expect(await getErrorName(person.call(line.linkCode, shown))).toBe('passkey-refused')
    expect(await getErrorName(person.call(line.linkCode, await showPasskey('unlock')))).toBe(
      'passkey-refused',
    )
  })

  test('requested with repeated wrong passwords ends the session; the audit names the intended account', async () => {
    const { call: admin, id } = await addPerson(panel, { staffType: 'admin' })
    const { user_id: user } = nurse.session
    const guess = () =>
      getErrorName(admin(line.linkCode, { _id: user.toUpperCase(), re_authentication: wrong }))
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('password-wrong')
    expect(await guess()).toBe('session-ended')
    expect(await getErrorName(admin(line.linkCode, { _id: user, re_authentication }))).toBe('session-ended')
    const rows = await panel.root
      .selectFrom('audit')
      .select(['outcome', 'detail'])
      .where('action', '=', 'line.linkCode')
      .where('staff_id', '=', id)
      .orderBy('position')
      .execute()
    const refused = { outcome: 'password-wrong', detail: { user } }
    expect(rows).toEqual([...Array<object>(5).fill(refused), { outcome: 'session-ended', detail: { user } }])
  })
})

describe('the return from LINE', () => {
  test('asks for the second factor too, if the user has one', async () => {
    const person = await addPerson(panel, { staffType: 'nurse' })
    await linked(person.call)
    const { code } = await addApp(panel, person)
    const failure = await findRefusal(signInWithLine())
    expect(failure?.code).toBe(errorCodes['second-step-needed'])
    const { challenge, steps } = SecondStep.parse(failure?.detail)
    expect(steps).toEqual(['totp', 'recovery-code'])
    const answer = { kind: 'totp' as const, code: code() }
    const { user } = await panel.call(signInSteps.secondStep, { challenge, answer })
    expect(user._id).toBe(person.id)
  })

  test('does nothing in a browser that did not begin it, and works once', async () => {
    await linked()
    const { authorize_url, secret } = await panel.call(line.begin, {})
    const answer = await provider.open(authorize_url)
    const another = await panel.call(line.begin, {})
    expect(await getErrorCode(panel.call(line.finish, { secret: another.secret, ...answer }))).toBe(ended)
    expect((await panel.call(line.finish, { secret, ...answer })).session).not.toBeNull()
    expect(await getErrorCode(panel.call(line.finish, { secret, ...answer }))).toBe(ended)
  })

  test('is refused with the code of another sign-in, which was made for another nonce and verifier', async () => {
    await linked()
    const mine = await panel.call(line.begin, {})
    const answer = await provider.open(mine.authorize_url)
    const { code } = await provider.open((await panel.call(line.begin, {})).authorize_url)
    expect(await getErrorCode(panel.call(line.finish, { secret: mine.secret, ...answer, code }))).toBe(
      refused,
    )
  })

  test('signs in nobody who is not linked, or may not sign in', async () => {
    expect(await getErrorCode(signInWithLine())).toBe(unknown)
    await linked()
    const block = (status: string) =>
      panel.root.updateTable('staff').set({ status }).where('id', '=', nurse.session.user_id).execute()
    for (const status of ['blocked', 'pending', 'declined', 'deleted']) {
      await block(status)
      expect(await getErrorCode(signInWithLine())).toBe(unknown)
    }
  })

  test('is in the audit: who, from where, and whether they were linked or signed in', async () => {
    await linked()
    await signInWithLine()
    const rows = await panel.root
      .selectFrom('audit')
      .select(['outcome', 'detail', 'address'])
      .where('action', '=', 'line.finish')
      .where('staff_id', '=', nurse.session.user_id)
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { outcome: 'ok', detail: { purpose: 'link' }, address: '127.0.0.1' },
      { outcome: 'ok', detail: { purpose: 'sign-in' }, address: '127.0.0.1' },
    ])
  })
})

describe('messages from LINE', () => {
  const choose = (choice: 'none' | 'mine' | 'wards' | 'all', more = {}) =>
    nurse(line.choose, { choice, consent_version: lineConsentVersion, ...more })

  test('need a link and consent, each of which is stored as given and can be withdrawn', async () => {
    expect(await getErrorCode(choose('all'))).toBe('line-not-linked')
    await linked()
    expect(await getErrorCode(choose('all', { consent_version: undefined }))).toBe('consent-required')
    expect(await getErrorCode(choose('all', { consent_version: '2020-01' }))).toBe('consent-required')
    expect(await choose('all')).toMatchObject({
      choice: 'all',
      least_severity: 'high',
      consent_at: expect.any(String),
    })
    expect(await choose('mine', { consent_version: undefined })).toMatchObject({ choice: 'mine' })
    await choose('none')
    await choose('wards')
    await nurse(line.unlink, {})
    expect(await nurse(line.state, {})).toMatchObject({ linked_at: null, choice: 'none', consent_at: null })
    const consents = await panel.root
      .selectFrom('line_consents')
      .select(['is_given', 'version'])
      .where('staff_id', '=', nurse.session.user_id)
      .orderBy('id')
      .execute()
    expect(consents.map(({ is_given }) => is_given)).toEqual([true, false, true, false])
  })

  test('go on for the same LINE account linked again, and end with the consent for another one', async () => {
    await linked()
    await choose('all')
    const { consent_at } = await nurse(line.state, {})
    await linked()
    expect(await nurse(line.state, {})).toMatchObject({ choice: 'all', consent_at })
    provider.person = `U${newId().replaceAll('-', '')}`
    await linked()
    expect(await nurse(line.state, {})).toMatchObject({
      linked_at: expect.any(String),
      choice: 'none',
      consent_at: null,
    })
    const consents = await panel.root
      .selectFrom('line_consents')
      .select('is_given')
      .where('staff_id', '=', nurse.session.user_id)
      .orderBy('id')
      .execute()
    expect(consents.map(({ is_given }) => is_given)).toEqual([true, false])
    expect((await signInWithLine()).session?.user._id).toBe(nurse.session.user_id)
  })
})

test('a panel without LINE shows nothing of it and refuses all its calls', async () => {
  const without = await startTestPanel()
  try {
    const person = await without.as('nurse')
    expect(await without.call(line.offered, {})).toMatchObject({ is_offered: false })
    expect(await person(line.state, {})).toMatchObject({ is_configured: false, has_messages: false })
    expect(await getErrorCode(person(line.linkCode, {}))).toBe('1621')
    expect(await getErrorCode(without.call(line.begin, {}))).toBe('1621')
  } finally {
    await without.close()
  }
})
