import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import {
  audit,
  type Client,
  errorCodes,
  type Input,
  type PasswordLink,
  passwordLinks,
  signIn,
  signInSteps,
  type User,
  users,
} from 'contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getErrorName } from '../../../test/support/refusal.ts'
import { createEmailChannel } from '../../notify/channels/email.ts'
import { deliverOutbox } from '../../notify/deliver.ts'
import { getListeningPort } from '../../process/listening-port.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { startTestPanel, type TestPanel } from '../../testing.ts'

const minute = 60_000
const publicUrl = 'https://panel.hospital.example'
const first = 'ฝนตกที่ทะเลน้อย'
const second = 'แดดออกที่ดอยตุง'

type ReceivedMail = { from: string; to: string; headers: string; text: string }

let panel: TestPanel
let admin: Client
let deliver: () => Promise<void>
const receivedMails: ReceivedMail[] = []
/** What the SMTP server answers to the next recipient, instead of accepting the mail. */
const refusals: number[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_address, _session, done) {
    const responseCode = refusals.shift()
    done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
  },
  async onData(stream, { envelope }, done) {
    const raw = await text(stream)
    const end = raw.indexOf('\r\n\r\n')
    receivedMails.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address).join(),
      headers: raw.slice(0, end),
      text: Buffer.from(raw.slice(end), 'base64').toString(),
    })
    done()
  },
})

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const port = getListeningPort(smtp.server)
  panel = await startTestPanel({ sendsMail: true })
  admin = await panel.as('admin')
  const { root, clock } = panel
  const channel = createEmailChannel({
    root,
    clock,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'panel@hospital.example',
    publicUrl,
  })
  deliver = () => deliverOutbox({ root, clock, channels: [channel] })
})
afterEach(() => {
  receivedMails.length = 0
  refusals.length = 0
  panel.wait(61 * minute)
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await panel.close()
})

let count = 0
async function newUser(
  more: Partial<Input<typeof users.add>> = {},
): Promise<{ user: User; link: PasswordLink | null }> {
  admin = await panel.as('admin')
  count += 1
  return admin(users.add, {
    first_name: `ทดลอง${count}`,
    last_name: 'ใช้งาน',
    email: `somebody${count}@mail.hospital`,
    phone: `08${String(count).padStart(8, '0')}`,
    staff_type: 'nurse',
    ...more,
  })
}

const withPassword = async () => (await newUser({ password: first, confirm_password: first })).user

const signInAs = (user: User, password: string) =>
  panel.call(signIn.signIn, { user_name: user.email, type: staffTypeId('nurse'), password })
const open = (token: string) => panel.call(passwordLinks.get, { token })
const choose = (token: string, password = second, confirm_password = password) =>
  panel.call(passwordLinks.setPassword, { token, password, confirm_password })

/** Requests a new password, from an IP address; the whole reply but its request id. */
async function forgot(user_name: string, remoteAddress = '198.51.100.1'): Promise<object> {
  const reply = await panel.app.inject({
    method: 'POST',
    url: passwordLinks.forgot.path,
    remoteAddress,
    payload: { user_name },
  })
  const { request_id: _, ...answer } = reply.json<Record<string, unknown>>()
  return answer
}

const readToken = (mail: ReceivedMail | undefined) =>
  /https:\/\/panel\.hospital\.example\/set-password#([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? 'none'

describe('a forgotten password', () => {
  test('is replaced with a link that is sent by e-mail and works once', async () => {
    const user = await withPassword()
    const elsewhere = (await signInAs(user, first)).user.server_token
    expect(await forgot(` ${user.email.toUpperCase()}`)).toEqual({ success: true })
    await deliver()
    expect(receivedMails).toHaveLength(1)
    const [mail] = receivedMails
    expect(mail).toMatchObject({ from: 'panel@hospital.example', to: user.email })
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.text).toContain(user.first_name)
    const token = readToken(mail)
    expect(await open(token)).toMatchObject({ first_name: user.first_name })

    await choose(token)
    const { user: signedIn } = await signInAs(user, second)
    expect(signedIn.must_change_password).toBe(false)
    expect(await getErrorName(signInAs(user, first))).toBe('sign-in-failed')
    const old = await panel.fetch(signIn.whoAmI.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${elsewhere}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await old.json()).toMatchObject({ error_code: errorCodes['session-ended'] })
    expect(await getErrorName(open(token))).toBe('link-used')
    expect(await getErrorName(choose(token, first))).toBe('link-used')
  })

  test('gets the same answer whether or not the e-mail has an account', async () => {
    const known = await withPassword()
    const blocked = await withPassword()
    await admin(users.decide, { _id: blocked._id, version: 1, act: 'block' })
    const answers = await Promise.all(
      [known.email, blocked.email, 'nobody@mail.hospital'].map((email) => forgot(email)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await deliver()
    expect(receivedMails.map(({ to }) => to)).toEqual([known.email])
  })

  test('leaves no token in the database, neither in the outbox nor in the audit', async () => {
    const user = await withPassword()
    await forgot(user.email)
    await deliver()
    const token = readToken(receivedMails[0])
    expect(token).toHaveLength(43)
    const { root } = panel
    const kept = [
      await root.selectFrom('outbox').selectAll().execute(),
      await root.selectFrom('password_links').selectAll().execute(),
      await root.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(JSON.stringify(kept)).not.toContain(user.email)
  })

  test('has a link that expires after half an hour', async () => {
    const user = await withPassword()
    await forgot(user.email)
    await deliver()
    const token = readToken(receivedMails[0])
    panel.wait(30 * minute - 1)
    await open(token)
    panel.wait(1)
    expect(await getErrorName(open(token))).toBe('link-expired')
    expect(await getErrorName(choose(token))).toBe('link-expired')
    await signInAs(user, first)
  })

  test('requested again gets a link that replaces the earlier mailed one, and not an admin’s', async () => {
    const { user, link } = await newUser()
    await forgot(user.email)
    await deliver()
    await forgot(user.email)
    await deliver()
    const [one, two] = receivedMails.map(readToken)
    expect(await getErrorName(open(one ?? ''))).toBe('link-used')
    await open(two ?? '')
    await open(link?.token ?? '')
    await choose(two ?? '')
    expect(await getErrorName(open(link?.token ?? ''))).toBe('link-used')
  })

  test("sends at most three mails an hour, but the user's own IP address has its own three", async () => {
    const user = await withPassword()
    const home = '203.0.113.50'
    await panel.app.inject({
      method: 'POST',
      url: signIn.signIn.path,
      remoteAddress: home,
      payload: { user_name: user.email, type: staffTypeId('nurse'), password: first },
    })
    for (let i = 0; i < 6; i++) expect(await forgot(user.email, `203.0.113.${i}`)).toEqual({ success: true })
    await deliver()
    expect(receivedMails).toHaveLength(3)
    for (let i = 0; i < 6; i++) expect(await forgot(user.email, home)).toEqual({ success: true })
    await deliver()
    expect(receivedMails).toHaveLength(6)
    panel.wait(61 * minute)
    await forgot(user.email, '203.0.113.0')
    await deliver()
    expect(receivedMails).toHaveLength(7)
  })

  test('is refused to an IP address with too many requests', async () => {
    const answers: unknown[] = []
    for (let i = 0; i < 31; i++) answers.push(await forgot(`many${i}@mail.hospital`, '203.0.113.99'))
    expect(answers.slice(0, 30).every((answer) => JSON.stringify(answer) === '{"success":true}')).toBe(true)
    expect(answers[30]).toMatchObject({ error_code: errorCodes['too-many-attempts'] })
  })

  test('is refused to a network with too many requests, from whichever of its IPv6 addresses', async () => {
    const answers: unknown[] = []
    for (let i = 0; i < 31; i++)
      answers.push(await forgot(`each${i}@mail.hospital`, `2001:db8:7:7::${i.toString(16)}`))
    expect(answers.slice(0, 30)).toEqual(Array(30).fill({ success: true }))
    expect(answers[30]).toMatchObject({ error_code: errorCodes['too-many-attempts'] })
    expect(await forgot('beside@mail.hospital', '2001:db8:7:8::1')).toEqual({ success: true })
  })

  test('is sent again while the SMTP server is out of order, and no longer than the link is valid', async () => {
    const user = await withPassword()
    refusals.push(451, 451)
    await forgot(user.email)
    await deliver()
    panel.wait(10_000)
    await deliver()
    expect(receivedMails).toHaveLength(0)
    panel.wait(20_000)
    await deliver()
    expect(receivedMails).toHaveLength(1)
    await open(readToken(receivedMails[0]))

    refusals.push(451)
    await forgot(user.email)
    await deliver()
    panel.wait(31 * minute)
    await deliver()
    expect(receivedMails).toHaveLength(1)
    expect(await findLastOutboxEntry()).toMatchObject({ sent_at: null, last_error: 'too late' })
    expect((await findLastOutboxEntry()).given_up_at).not.toBeNull()
  })

  test('of a mailbox that does not exist is not sent again', async () => {
    const user = await withPassword()
    refusals.push(550)
    await forgot(user.email)
    await deliver()
    const given = await findLastOutboxEntry()
    expect(given).toMatchObject({ sent_at: null, last_error: 'SMTP 550', tries: 1 })
    expect(given.given_up_at).not.toBeNull()
  })

  test('of a user who was blocked before the mail was sent sends none', async () => {
    const user = await withPassword()
    await forgot(user.email)
    await admin(users.decide, { _id: user._id, version: 1, act: 'block' })
    await deliver()
    expect(receivedMails).toHaveLength(0)
  })

  test('cannot be replaced if the panel cannot send e-mail', async () => {
    const without = await startTestPanel()
    expect(await getErrorName(without.call(passwordLinks.forgot, { user_name: 'nurse@demo.hospital' }))).toBe(
      'no-mail',
    )
    expect((await without.call(signIn.help, {})).sends_mail).toBe(false)
    expect((await panel.call(signIn.help, {})).sends_mail).toBe(true)
    await without.close()
  })
})

describe('a link', () => {
  test('from an admin opens an account for the first time, and shows no more than a first name', async () => {
    const { user, link } = await newUser()
    const { success: _, expires_at, ...told } = { success: true, ...(await open(link?.token ?? '')) }
    expect(told).toEqual({ first_name: user.first_name })
    expect(Date.parse(expires_at)).toBe(Date.parse(link?.expires_at ?? ''))
    await choose(link?.token ?? '')
    await signInAs(user, second)
    const { rows } = await admin(audit.list, { filterLists: { action: 'passwordLinks.setPassword' } })
    expect(rows[0]).toMatchObject({ by: { _id: user._id }, outcome: 'ok' })
  })

  test('that was never made is unknown, and one that is cut off is refused', async () => {
    expect(await getErrorName(open('x'.repeat(43)))).toBe('link-unknown')
    expect(await getErrorName(choose('x'.repeat(43)))).toBe('link-unknown')
    expect(await getErrorName(open('x'.repeat(42)))).toBe('invalid')
  })

  test('still works after an invalid password was chosen', async () => {
    const { link } = await newUser()
    const token = link?.token ?? ''
    for (const [password, confirmation] of [
      ['short', 'short'],
      ['password99', 'password99'],
      [`somebody${count}-of-mine`, `somebody${count}-of-mine`],
      [second, first],
    ] as const) {
      expect(await getErrorName(choose(token, password, confirmation))).toBe('invalid')
    }
    await choose(token)
  })

  test('that two calls use at once works for one', async () => {
    const { user, link } = await newUser()
    const token = link?.token ?? ''
    const codes = await Promise.all([getErrorName(choose(token, first)), getErrorName(choose(token, second))])
    expect(codes.filter((code) => code !== undefined)).toEqual(['link-used'])
    const opens = await Promise.all([first, second].map((password) => getErrorName(signInAs(user, password))))
    expect(opens.filter((code) => code === undefined)).toHaveLength(1)
  })

  test('of a user who was blocked or deleted does not work', async () => {
    for (const end of ['block', 'delete'] as const) {
      const { user, link } = await newUser()
      if (end === 'block') await admin(users.decide, { _id: user._id, version: 1, act: 'block' })
      else await admin(users.delete, { _id: user._id, version: 1 })
      expect(await getErrorName(choose(link?.token ?? ''))).toBe('link-used')
    }
  })
})

describe('a password that an admin resets', () => {
  test('no longer works: the user is signed out and chooses another by a link', async () => {
    const user = await withPassword()
    const token = (await signInAs(user, first)).user.server_token
    const { user: after, link } = await admin(users.resetPassword, { _id: user._id, version: 1 })
    expect(after).toMatchObject({ version: 2, must_change_password: false })
    expect(await getErrorName(signInAs(user, first))).toBe('sign-in-failed')
    const reply = await panel.fetch(signIn.whoAmI.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await reply.json()).toMatchObject({ error_code: errorCodes['session-ended'] })
    const again = await admin(users.resetPassword, { _id: user._id, version: 2 })
    expect(await getErrorName(choose(link?.token ?? ''))).toBe('link-used')
    await choose(again.link?.token ?? '')
    await signInAs(user, second)
  })

  test('or sets must be changed at the next sign-in', async () => {
    const user = await withPassword()
    const given = { _id: user._id, version: 1, password: second, confirm_password: second }
    const { link } = await admin(users.resetPassword, given)
    expect(link).toBeNull()
    expect((await signInAs(user, second)).user.must_change_password).toBe(true)
    const { rows } = await admin(users.changes, { _id: user._id })
    expect(rows).toMatchObject([{ field: 'password', from: null, to: null }])
  })

  test("must keep to the rules of every new one, and is never the admin's own", async () => {
    const user = await withPassword()
    const { _id: own, version } = (await admin(users.list, { search_value: 'admin@demo' })).rows[0] ?? user
    expect(await getErrorName(admin(users.resetPassword, { _id: own, version }))).toBe('own-account')
    const local = user.email.split('@')[0] ?? ''
    const password = `${local}-of-mine`
    expect(
      await getErrorName(
        admin(users.resetPassword, { _id: user._id, version: 1, password, confirm_password: password }),
      ),
    ).toBe('invalid')
    await admin(users.decide, { _id: user._id, version: 1, act: 'block' })
    expect(await getErrorName(admin(users.resetPassword, { _id: user._id, version: 2 }))).toBe(
      'act-impossible',
    )
    expect(await getErrorName(admin(users.resetPassword, { _id: user._id, version: 1 }))).toBe(
      'changed-meanwhile',
    )
  })
})

test('an applicant is notified by e-mail of the approval, also after a mistaken refusal, and nobody of a refusal or an unblocking', async () => {
  const applicant = {
    first_name: 'รอ',
    last_name: 'อนุมัติ',
    email: 'waits@mail.hospital',
    phone: '0899999999',
    staff_type: 'nurse' as const,
    password: first,
    confirm_password: first,
  }
  await panel.call(signInSteps.register, applicant)
  await panel.call(signInSteps.register, { ...applicant, email: 'declined@mail.hospital' })
  admin = await panel.as('admin')
  const { rows } = await admin(users.list, { user_page_type: 2, filterLists: { status: ['pending'] } })
  for (const { _id, version, email } of rows)
    await admin(users.decide, { _id, version, act: email.startsWith('waits') ? 'approve' : 'decline' })
  await deliver()
  expect(receivedMails).toMatchObject([
    { to: 'waits@mail.hospital', text: expect.stringContaining(`${publicUrl}/login`) },
  ])
  receivedMails.length = 0
  const [declined] = (await admin(users.list, { user_page_type: 2, search_value: 'declined@mail.hospital' }))
    .rows
  const decide = (version: number, act: 'approve' | 'block' | 'unblock') =>
    admin(users.decide, { _id: declined?._id ?? '', version, act })
  await decide(2, 'approve')
  await deliver()
  expect(receivedMails).toMatchObject([{ to: 'declined@mail.hospital' }])
  await decide(3, 'block')
  await decide(4, 'unblock')
  await deliver()
  expect(receivedMails).toHaveLength(1)
})

test('a sign-in from an unknown place is reported by e-mail, the first one is not', async () => {
  const user = await withPassword()
  const from = (remoteAddress: string) =>
    panel.app.inject({
      method: 'POST',
      url: signIn.signIn.path,
      remoteAddress,
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36' },
      payload: { user_name: user.email, type: staffTypeId('nurse'), password: first },
    })
  await from('198.51.100.1')
  await deliver()
  expect(receivedMails).toHaveLength(0)
  await from('203.0.113.77')
  await deliver()
  expect(receivedMails).toMatchObject([{ to: user.email }])
  for (const part of ['203.0.113.77', 'Chrome, Android', `${publicUrl}/app/profile`])
    expect(receivedMails[0]?.text).toContain(part)
})

function findLastOutboxEntry() {
  return panel.root
    .selectFrom('outbox')
    .select(['sent_at', 'given_up_at', 'last_error', 'tries'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
