import { setTimeout as sleep } from 'node:timers/promises'
import {
  account,
  audit,
  CallError,
  type Client,
  createClient,
  errorCodes,
  monitoring,
  patients,
  signIn,
  users,
} from 'contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, getErrorName } from '../../../test/support/refusal.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let here: string
beforeAll(async () => {
  panel = await startTestPanel()
  here = await panel.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => panel.close())

const first = 'ฝนตกที่ทะเลน้อย'
const second = 'แดดออกที่ดอยตุง'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const newerChrome = chrome.replace('141', '142')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const ward = '198.51.100.1'
const home = '203.0.113.7'

/** A new user with a password. */
async function somebody(password = first): Promise<{ id: string; email: string }> {
  const { session } = await panel.asNew({ staffType: 'nurse', password })
  const id = session.user_id
  // The user begins without a session.
  await panel.root.deleteFrom('sessions').where('staff_id', '=', id).execute()
  return { id, email: `${id}@test.hospital` }
}

/** Signs in from an IP address with a browser; the calls come from there too. */
async function signInFromIp(
  { email }: { email: string },
  { ip = ward, userAgent = chrome, password = first } = {},
): Promise<SignedIn & { mustChange: boolean }> {
  const reply = await panel.app.inject({
    method: 'POST',
    url: signIn.signIn.path,
    remoteAddress: ip,
    headers: { 'user-agent': userAgent },
    payload: { user_name: email, type: staffTypeId('nurse'), password },
  })
  const { user, error_code } = reply.json<{
    error_code?: number
    user?: { _id: string; server_token: string; must_change_password: boolean }
  }>()
  if (!user) throw new CallError({ code: error_code ?? 0, status: reply.statusCode })
  const session = { server_token: user.server_token, user_id: user._id }
  const call = createClient({ fetch: panel.fetch, session: () => session })
  return Object.assign(call, { session, mustChange: user.must_change_password })
}

const change = (call: Client, present_password: string, password: string, confirm_password = password) =>
  call(account.changePassword, { present_password, password, confirm_password })

describe('the own password', () => {
  test('is changed by a user who knows it, and their other sessions end', async () => {
    const person = await somebody()
    const elsewhere = await signInFromIp(person)
    const call = await signInFromIp(person)
    await change(call, first, second)
    await call(signIn.whoAmI, {})
    expect(await getErrorName(elsewhere(signIn.whoAmI, {}))).toBe('session-ended')
    expect(await getErrorName(signInFromIp(person))).toBe('sign-in-failed')
    await signInFromIp(person, { password: second })
    const admin = await panel.as('admin')
    const { rows } = await admin(users.changes, { _id: person.id })
    expect(rows).toMatchObject([{ field: 'password', from: null, to: null, by: { _id: person.id } }])
    expect((await call(account.get, {})).account.password_changed_at).toBe(testNow.replace('.000', ''))
  })

  test('is not changed without the present one, and repeated guessing ends the session', async () => {
    const person = await somebody()
    const call = await signInFromIp(person)
    const wrong = await expectRefusal(change(call, 'not-theirs-at-all', second))
    expect(wrong.code).toBe(errorCodes['password-wrong'])
    expect(wrong.fields).toEqual([{ field: 'present_password', message: 'password-wrong' }])
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => getErrorName(change(call, 'guess', second))),
    )
    expect(codes.filter((code) => code === 'password-wrong')).toHaveLength(4)
    expect(await getErrorName(change(call, first, second))).toBe('session-ended')
    await signInFromIp(person)
  })

  test('wrong passwords are forgotten after a right one', async () => {
    const call = await signInFromIp(await somebody())
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await getErrorName(change(call, 'guess', second))
      expect(await getErrorName(change(call, first, 'short'))).toBe('invalid')
    }
    await change(call, first, second)
  })

  test.each([
    ['short', 'short', { password: 'password-too-short' }],
    ['password99', 'password99', { password: 'password-common' }],
    ['x'.repeat(129), 'x'.repeat(129), { password: 'too-long' }],
    [first, first, { password: 'password-same' }],
    [second, first, { confirm_password: 'passwords-differ' }],
    ['', '', { password: 'password-required', confirm_password: 'confirmation-required' }],
  ])('is not changed to %j confirmed by %j', async (password, confirmation, problems) => {
    const call = await signInFromIp(await somebody())
    const { fields } = await expectRefusal(change(call, first, password, confirmation))
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toEqual(problems)
  })

  test('may not contain the local part of the e-mail', async () => {
    const person = await somebody()
    const { fields } = await expectRefusal(change(await signInFromIp(person), first, `${person.id}!!`))
    expect(fields).toEqual([{ field: 'password', message: 'password-holds-email' }])
  })

  test('appears nowhere in the audit', async () => {
    const person = await somebody()
    await change(await signInFromIp(person), first, second)
    const admin = await panel.as('admin')
    const { rows } = await admin(audit.list, { filterLists: { action: 'account.changePassword' } })
    expect(rows[0]).toMatchObject({ by: { _id: person.id }, detail: { password: 'changed' } })
    expect(JSON.stringify(rows)).not.toContain(second)
  })
})

describe('a user who has to change their password', () => {
  test('can do that and nothing else, and then everything', async () => {
    const person = await somebody()
    await panel.root
      .updateTable('staff')
      .set({ must_change_password: true })
      .where('id', '=', person.id)
      .execute()
    const call = await signInFromIp(person)
    expect(call.mustChange).toBe(true)
    expect((await call(signIn.whoAmI, {})).user.must_change_password).toBe(true)
    expect(await getErrorName(call(patients.list, {}))).toBe('password-must-change')
    expect(await getErrorName(call(account.update, { version: 1, first_name: 'อื่น' }))).toBe(
      'password-must-change',
    )
    const stream = await fetch(`${here}${monitoring.live.path}`, {
      headers: { authorization: `Bearer ${call.session.server_token}` },
    })
    expect(await stream.json()).toMatchObject({ error_code: errorCodes['password-must-change'] })
    await change(call, first, second)
    expect((await call(signIn.whoAmI, {})).user.must_change_password).toBe(false)
    await call(patients.list, {})
  })

  test('is everybody who signs in with six characters from before the rule', async () => {
    const person = await somebody('ฝนตก12')
    const call = await signInFromIp(person, { password: 'ฝนตก12' })
    expect(call.mustChange).toBe(true)
    expect(await getErrorName(call(patients.list, {}))).toBe('password-must-change')
    await change(call, 'ฝนตก12', second)
    await call(patients.list, {})
  })

  test('can sign out', async () => {
    const call = await panel.asNew({ staffType: 'nurse', mustChangePassword: true })
    await call(signIn.signOut, {})
    expect(await getErrorName(call(signIn.whoAmI, {}))).toBe('session-ended')
  })
})

describe('the own account', () => {
  test('shows the account, of which the user can change their own fields and no others', async () => {
    const person = await somebody()
    const call = await signInFromIp(person)
    const before = (await call(account.get, {})).account
    expect(before).toMatchObject({ _id: person.id, email: person.email, staff_type: 'nurse' })
    const sent = { version: before.version, first_name: 'ใหม่', country_code: '856', phone: '2055551234' }
    const forbidden = {
      email: 'other@new.hospital',
      staff_type: 'admin',
      is_form_user: true,
      status: 'blocked',
    }
    const after = (await call(account.update, { ...sent, ...forbidden } as never)).account
    expect(after).toMatchObject({
      first_name: 'ใหม่',
      country_code: '856',
      phone: '2055551234',
      email: person.email,
      staff_type: 'nurse',
      is_form_user: false,
      version: before.version + 1,
    })
    expect((await call(signIn.whoAmI, {})).user.first_name).toBe('ใหม่')
    const admin = await panel.as('admin')
    const { rows } = await admin(users.changes, { _id: person.id })
    expect(rows.map(({ field }) => field).toSorted()).toEqual(['country_code', 'first_name', 'phone'])
  })

  test('is not changed from a version that somebody else has changed since', async () => {
    const person = await somebody()
    const call = await signInFromIp(person)
    const { version } = (await call(account.get, {})).account
    const admin = await panel.as('admin')
    await admin(users.update, { _id: person.id, version, last_name: 'ของผู้ดูแล' })
    const error = await expectRefusal(call(account.update, { version, last_name: 'ของฉัน' }))
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(error.detail).toMatchObject({
      account: { last_name: 'ของผู้ดูแล' },
      changes: [{ field: 'last_name', by: { _id: admin.session.user_id } }],
    })
  })

  test('has a photo that the user can set and remove', async () => {
    const call = await signInFromIp(await somebody())
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    const photo = new File([new Uint8Array(picture)], 'own.png')
    const { account: pictured } = await call(account.update, { version: 1, photo })
    expect(pictured.photo_id).not.toBeNull()
    const small = Buffer.from(await (await call(account.getPhoto, { size: 'small' })).arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 96 })
    const { account: bare } = await call(account.update, { version: 2, photo: '' })
    expect(bare.photo_id).toBeNull()
    const { account: unchanged } = await call(account.update, { version: 3, photo: '' })
    expect(unchanged.version).toBe(3)
    expect(await getErrorName(call(account.getPhoto, {}))).toBe('not-found')
    const svg = new File(['<svg onload="alert(1)">'], 'own.png')
    expect(await getErrorName(call(account.update, { version: 3, photo: svg }))).toBe('photo-type')
  })

  test('exists for a forms-only user too', async () => {
    const call = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    expect((await call(account.get, {})).account.is_form_user).toBe(true)
    expect((await call(account.sessions, {})).sessions).toHaveLength(1)
  })
})

describe('sessions', () => {
  test('are listed with device, IP address and times, and the present one is told apart', async () => {
    const person = await somebody()
    const phone = await signInFromIp(person, { ip: home, userAgent: iphone })
    panel.wait(10 * 60_000)
    const call = await signInFromIp(person)
    const { sessions } = await call(account.sessions, {})
    expect(sessions).toMatchObject([
      { browser: 'Chrome', system: 'Windows', address: ward, is_this: true, is_unknown: true },
      { browser: 'Safari', system: 'iPhone', address: home, is_this: false, is_unknown: false },
    ])
    expect(Date.parse(sessions[0]?.created_at ?? '') - Date.parse(sessions[1]?.created_at ?? '')).toBe(
      600_000,
    )
    expect(JSON.stringify(sessions)).not.toContain(phone.session.server_token)
  })

  test('that have expired are not listed', async () => {
    const person = await somebody()
    await signInFromIp(person)
    panel.wait(59 * 60_000)
    const call = await signInFromIp(person)
    expect((await call(account.sessions, {})).sessions).toHaveLength(2)
    panel.wait(60_000)
    expect((await call(account.sessions, {})).sessions).toHaveLength(1)
  })

  test('can be ended one by one, and all at once', async () => {
    const person = await somebody()
    const [one, two, three] = [
      await signInFromIp(person),
      await signInFromIp(person),
      await signInFromIp(person),
    ]
    const { sessions } = await two(account.sessions, {})
    const [other] = sessions.filter(({ is_this }) => !is_this)
    await two(account.endSession, { _id: other?._id ?? '' })
    expect(await getErrorName(two(account.endSession, { _id: other?._id ?? '' }))).toBe('not-found')
    expect((await two(account.sessions, {})).sessions).toHaveLength(2)
    await two(account.endSessions, {})
    expect((await two(account.sessions, {})).sessions).toHaveLength(1)
    for (const call of [one, three]) expect(await getErrorName(call(signIn.whoAmI, {}))).toBe('session-ended')
    await two(account.endSessions, { but_this: false })
    expect(await getErrorName(two(signIn.whoAmI, {}))).toBe('session-ended')
  })

  test('of another user cannot be ended', async () => {
    const call = await signInFromIp(await somebody())
    const [session] = (await call(account.sessions, {})).sessions
    const other = await signInFromIp(await somebody())
    expect(await getErrorName(other(account.endSession, { _id: session?._id ?? newId() }))).toBe('not-found')
    await call(signIn.whoAmI, {})
  })

  test('that are ended get the message on an open screen', async () => {
    const person = await somebody()
    const open = await signInFromIp(person)
    const stream = await fetch(`${here}${monitoring.live.path}`, {
      headers: { authorization: `Bearer ${open.session.server_token}` },
    })
    const reader = stream.body?.getReader()
    let heard = ''
    const listening = (async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return
        heard += new TextDecoder().decode(value)
      }
    })()
    while (!heard.includes('event: open')) await sleep(10)
    const call = await signInFromIp(person)
    const open_ = (await call(account.sessions, {})).sessions.find(({ is_this }) => !is_this)
    await call(account.endSession, { _id: open_?._id ?? '' })
    await listening
    expect(heard).toContain('event: session-ended')
  })
})

describe('a sign-in from an unknown place', () => {
  const listAlerts = async (call: Client) => (await call(account.alerts, {})).alerts

  test('is shown at the places used before, and nowhere else, until the user confirms it', async () => {
    const person = await somebody()
    const known = await signInFromIp(person)
    expect(await listAlerts(known)).toEqual([])
    panel.wait(1000)
    const stranger = await signInFromIp(person, { ip: home, userAgent: iphone })
    expect(await listAlerts(known)).toMatchObject([{ browser: 'Safari', system: 'iPhone', address: home }])
    expect(await listAlerts(stranger)).toEqual([])
    const [told] = await listAlerts(known)
    expect(await getErrorName(stranger(account.confirmSignIn, { _id: told?._id ?? '' }))).toBe('not-found')
    await known(account.confirmSignIn, { _id: told?._id ?? '' })
    expect(await listAlerts(known)).toEqual([])
  })

  test('cannot be confirmed from a place that was used later', async () => {
    const person = await somebody()
    const known = await signInFromIp(person)
    panel.wait(1000)
    await signInFromIp(person, { ip: home, userAgent: iphone })
    panel.wait(1000)
    const again = await signInFromIp(person, { ip: home, userAgent: iphone })
    const third = await signInFromIp(person, { ip: '203.0.113.8', userAgent: iphone })
    expect(await listAlerts(again)).toHaveLength(1)
    expect(await listAlerts(third)).toEqual([])
    expect((await listAlerts(known)).map(({ address }) => address)).toEqual(['203.0.113.8', home])
  })

  test('is not reported for a newer version of the same browser, nor for the first sign-in', async () => {
    const person = await somebody()
    const call = await signInFromIp(person)
    panel.wait(1000)
    await signInFromIp(person, { userAgent: newerChrome })
    expect((await call(account.sessions, {})).sessions.map(({ is_unknown }) => is_unknown)).toEqual([
      false,
      false,
    ])
    expect(await listAlerts(call)).toEqual([])
  })

  test('is reported again after 90 days without a sign-in from there', async () => {
    const person = await somebody()
    await signInFromIp(person)
    panel.wait(1000)
    await signInFromIp(person, { ip: home })
    panel.wait(89 * 86_400_000)
    await signInFromIp(person)
    panel.wait(2 * 86_400_000)
    const call = await signInFromIp(person, { ip: home })
    expect((await call(account.sessions, {})).sessions).toMatchObject([{ is_unknown: true }])
    const ofWard = await signInFromIp(person)
    expect((await ofWard(account.sessions, {})).sessions.find(({ is_this }) => is_this)).toMatchObject({
      is_unknown: false,
    })
  })

  test('has no browser name if the browser sends none, and stores no text that the database cannot', async () => {
    const person = await somebody()
    const call = await signInFromIp(person, { userAgent: `${'x'.repeat(5000)}` })
    expect((await call(account.sessions, {})).sessions).toMatchObject([{ browser: null, system: null }])
    const { user_agent } = await panel.root
      .selectFrom('sessions')
      .select('user_agent')
      .where('staff_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(user_agent).toHaveLength(500)
  })
})
