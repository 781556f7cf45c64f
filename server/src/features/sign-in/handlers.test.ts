import { account, audit, CallError, errorCodes, signIn } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffTypeId } from '../../reference/staff-types.ts'
import { demoPassword, demoUsers, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const nurse = { user_name: demoUsers.nurse, type: staffTypeId('nurse'), password: demoPassword }

async function getErrorCode(call: Promise<unknown>): Promise<number | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return (error as CallError).code
  }
}

/** Tries to sign in from an IP address; returns the code of the refusal, if any. */
async function getErrorCodeFromIp(remoteAddress: string, payload: object): Promise<number | undefined> {
  const reply = await panel.app.inject({ method: 'POST', url: signIn.signIn.path, remoteAddress, payload })
  return reply.json<{ error_code?: number }>().error_code
}

/** Ten failures in a row from each of this many IP addresses of a network. */
const failEverywhere = (body: object, network: string, ips: number) =>
  Promise.all(
    Array.from({ length: ips * 10 }, (_, i) =>
      getErrorCodeFromIp(`${network}.${i % ips}`, { ...body, password: 'wrong' }),
    ),
  )

describe('signing in', () => {
  test('returns the user, a token, and whether the user is forms-only', async () => {
    const reply = await panel.call(signIn.signIn, nurse)
    expect(reply.user.email).toBe(demoUsers.nurse)
    expect(reply.user.server_token.length).toBeGreaterThanOrEqual(43)
    expect(reply.is_this_userform_user).toBe(false)
    const paramedic = await panel.call(signIn.signIn, {
      ...nurse,
      user_name: demoUsers.paramedic,
      type: staffTypeId('paramedic'),
    })
    expect(paramedic.is_this_userform_user).toBe(true)
    expect(paramedic.user.permissions).toEqual([
      'form:use',
      'mission:crew',
      'mission:care',
      'equipment:check',
    ])
  })

  test('with a staff type that allows only the forms makes a forms-only user', async () => {
    const driver = await panel.asNew({ staffType: 'driver' })
    expect((await driver(signIn.whoAmI, {})).is_this_userform_user).toBe(true)
    const crew = await panel.asNew({ staffType: 'paramedic' })
    expect((await crew(signIn.whoAmI, {})).is_this_userform_user).toBe(false)
  })

  test('ignores the case of the e-mail and spaces around it', async () => {
    const reply = await panel.call(signIn.signIn, {
      ...nurse,
      user_name: `  ${demoUsers.nurse.toUpperCase()} `,
    })
    expect(reply.user.email).toBe(demoUsers.nurse)
  })

  test('gives the same answer to an unknown e-mail, a wrong password and a wrong staff type', async () => {
    const replies = await Promise.all(
      [
        { ...nurse, user_name: 'nobody@demo.hospital' },
        { ...nurse, password: 'wrong' },
        { ...nurse, type: staffTypeId('doctor') },
      ].map(async (body) => {
        const response = await panel.fetch(signIn.signIn.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const { request_id, ...reply } = (await response.json()) as Record<string, unknown>
        return { status: response.status, reply, isNumbered: typeof request_id === 'string' }
      }),
    )
    expect(replies[0]).toEqual({
      status: 200,
      reply: { success: false, error_code: errorCodes['sign-in-failed'] },
      isNumbered: true,
    })
    expect(replies[1]).toEqual(replies[0])
    expect(replies[2]).toEqual(replies[0])
  })

  test('refuses a user who waits for approval or is blocked, with the answer to a wrong password', async () => {
    for (const status of ['pending', 'blocked', 'declined', 'deleted']) {
      await panel.root.updateTable('staff').set({ status }).where('email', '=', demoUsers.doctor).execute()
      const body = { ...nurse, user_name: demoUsers.doctor, type: staffTypeId('doctor') }
      expect(await getErrorCode(panel.call(signIn.signIn, body))).toBe(errorCodes['sign-in-failed'])
    }
    await panel.root
      .updateTable('staff')
      .set({ status: 'approved' })
      .where('email', '=', demoUsers.doctor)
      .execute()
  })

  test('ten failures block an account for that IP address for 15 minutes, right password or not', async () => {
    const body = { ...nurse, user_name: demoUsers.admin, type: staffTypeId('admin') }
    for (let i = 0; i < 10; i++) {
      expect(await getErrorCode(panel.call(signIn.signIn, { ...body, password: 'wrong' }))).toBe(
        errorCodes['sign-in-failed'],
      )
    }
    expect(await getErrorCode(panel.call(signIn.signIn, body))).toBe(errorCodes['too-many-attempts'])
    panel.wait(15 * 60_000 + 1000)
    expect(await getErrorCode(panel.call(signIn.signIn, body))).toBeUndefined()
  })

  test('a burst of tries at once cannot exceed the limit', async () => {
    const body = { ...nurse, user_name: 'burst@demo.hospital', password: 'wrong' }
    const codes = await Promise.all(
      Array.from({ length: 16 }, () => getErrorCode(panel.call(signIn.signIn, body))),
    )
    expect(codes.filter((code) => code === errorCodes['sign-in-failed'])).toHaveLength(10)
    expect(codes.filter((code) => code === errorCodes['too-many-attempts'])).toHaveLength(6)
  })

  const failed = errorCodes['sign-in-failed']
  const shut = errorCodes['too-many-attempts']

  test('failures of others do not block an account at IP addresses where it has signed in before', async () => {
    const body = { ...nurse, user_name: demoUsers.doctor, type: staffTypeId('doctor') }
    const [ward, strange] = ['198.51.100.1', '198.51.100.2']
    expect(await getErrorCodeFromIp(ward, body)).toBeUndefined()
    await failEverywhere(body, '203.0.113', 5)
    expect(await getErrorCodeFromIp(strange, body)).toBe(shut)
    expect(await getErrorCodeFromIp(ward, body)).toBeUndefined()
    for (let i = 0; i < 10; i++)
      expect(await getErrorCodeFromIp(ward, { ...body, password: 'wrong' })).toBe(failed)
    expect(await getErrorCodeFromIp(ward, body)).toBe(shut)
    panel.wait(15 * 60_000 + 1000)
    expect(await getErrorCodeFromIp(strange, body)).toBeUndefined()
  })

  test('a sign-in does not reset failures from elsewhere', async () => {
    const elsewhere = '203.0.113.9'
    for (let i = 0; i < 10; i++) await getErrorCodeFromIp(elsewhere, { ...nurse, password: 'wrong' })
    expect(await getErrorCodeFromIp('198.51.100.3', nurse)).toBeUndefined()
    expect(await getErrorCodeFromIp(elsewhere, nurse)).toBe(shut)
  })

  test('one IP address alone blocks no account for others, however often it fails', async () => {
    const body = { ...nurse, user_name: demoUsers.paramedic, type: staffTypeId('paramedic') }
    for (let i = 0; i < 60; i++) await getErrorCodeFromIp('203.0.113.20', { ...body, password: 'wrong' })
    expect(await getErrorCodeFromIp('198.51.100.4', body)).toBeUndefined()
  })

  test('all IPv6 addresses of one network count as one, and the audit has each of them', async () => {
    const { session } = await panel.asNew({ staffType: 'nurse' })
    const user_name = `${session.user_id}@test.hospital`
    const codes: unknown[] = []
    for (let i = 0; i < 11; i++)
      codes.push(
        await getErrorCodeFromIp(`2001:db8:5:5::${i.toString(16)}`, {
          ...nurse,
          user_name,
          password: 'wrong',
        }),
      )
    expect(codes.slice(-1)).toEqual([shut])
    expect(await getErrorCodeFromIp('2001:db8:5:6::1', { ...nurse, user_name, password: 'wrong' })).toBe(
      failed,
    )
    const kept = await panel.root
      .selectFrom('audit')
      .select('address')
      .where('staff_id', '=', session.user_id)
      .where('address', 'in', ['2001:db8:5:5::3', '2001:db8:5:5::a'])
      .orderBy('position')
      .execute()
    expect(kept.map(({ address }) => address)).toEqual(['2001:db8:5:5::3', '2001:db8:5:5::a'])
  })

  test('an IP address is blocked after a hundred failures, at whatever accounts', async () => {
    const ip = '203.0.113.30'
    const at = new Date(Date.parse(testNow) + 60 * 60_000).toISOString()
    const attempts = Array.from({ length: 100 }, (_, i) => ({
      id: newId(),
      at,
      email: `${i}@x.test`,
      address: ip,
    }))
    await panel.root.insertInto('sign_in_attempts').values(attempts).execute()
    expect(await getErrorCodeFromIp(ip, nurse)).toBe(shut)
    expect(await getErrorCodeFromIp('203.0.113.31', nurse)).toBeUndefined()
  })

  test('an e-mail without an account is blocked exactly like an account', async () => {
    const { session } = await panel.asNew({ staffType: 'nurse' })
    const listErrorCodes = async (email: string, network: string) => {
      const body = { ...nurse, user_name: email, password: 'wrong' }
      const codes = await failEverywhere(body, network, 5)
      for (const last of [0, 0, 5, 6]) codes.push(await getErrorCodeFromIp(`${network}.${last}`, body))
      return codes
    }
    const known = await listErrorCodes(`${session.user_id}@test.hospital`, '203.0.114')
    expect(known).toEqual([...Array(50).fill(failed), shut, shut, shut, shut])
    expect(await listErrorCodes('nobody-at-all@demo.hospital', '203.0.115')).toEqual(known)
  })

  test('a try at an unknown account is in the audit of the only hospital, without the typed text', async () => {
    const admin = await panel.as('admin')
    const ip = '203.0.113.40'
    await getErrorCodeFromIp(ip, { ...nurse, user_name: 'typed@in.test' })
    const { rows } = await admin(audit.list, { filterLists: { action: 'signIn.signIn' } })
    expect(rows[0]).toMatchObject({
      by: null,
      outcome: 'sign-in-failed',
      address: ip,
      detail: { account: 'unknown' },
    })
    const kept = await panel.root.selectFrom('audit').selectAll().where('address', '=', ip).execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('typed')
  })

  test('a try at an unknown account is in no audit if there are several hospitals', async () => {
    const id = newId()
    const second = { id, code: '99999', name_en: 'Second', name_th: 'ที่สอง', created_at: testNow }
    await panel.root.insertInto('hospitals').values(second).execute()
    const ip = '203.0.113.41'
    await getErrorCodeFromIp(ip, { ...nurse, user_name: 'typed@in.test' })
    await panel.root.deleteFrom('hospitals').where('id', '=', id).execute()
    const kept = await panel.root.selectFrom('audit').selectAll().where('address', '=', ip).execute()
    expect(kept).toMatchObject([{ hospital_id: null, staff_id: null, outcome: 'sign-in-failed' }])
  })

  test('every try leaves an audit row, with the user if known', async () => {
    await getErrorCode(panel.call(signIn.signIn, { ...nurse, password: 'wrong' }))
    const rows = await panel.root
      .selectFrom('audit')
      .innerJoin('staff', 'staff.id', 'audit.staff_id')
      .select(['audit.action', 'audit.outcome', 'audit.address'])
      .where('staff.email', '=', demoUsers.nurse)
      .where('audit.outcome', '=', 'sign-in-failed')
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
      .execute()
    expect(rows[0]).toEqual({ action: 'signIn.signIn', outcome: 'sign-in-failed', address: '127.0.0.1' })
  })

  test('a chosen password is stored as an Argon2id hash, and the token as a digest', async () => {
    const person = await panel.asNew({ staffType: 'nurse', password: demoPassword })
    const password = 'ฝนตกที่ทะเลน้อย'
    const chosen = { present_password: demoPassword, password, confirm_password: password }
    await person(account.changePassword, chosen)
    const { password_hash } = await panel.root
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', person.session.user_id)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const sessions = await panel.root.selectFrom('sessions').select('token_hash').execute()
    expect(sessions).not.toEqual([])
    for (const { token_hash } of sessions)
      expect(token_hash.toString()).not.toContain(person.session.server_token)
  })
})

describe('a session', () => {
  test('has one token for header and body, which must agree if both have it', async () => {
    const { session } = await panel.as('nurse')
    const other = await panel.as('doctor')
    const ask = async (headers: Record<string, string>, body: object) => {
      const response = await panel.fetch(signIn.whoAmI.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return (await response.json()) as { success: boolean; error_code?: number; user?: { _id: string } }
    }
    expect((await ask({}, session)).user?._id).toBe(session.user_id)
    expect((await ask({ authorization: `Bearer ${session.server_token}` }, {})).user?._id).toBe(
      session.user_id,
    )
    expect((await ask({ authorization: `Bearer ${other.session.server_token}` }, session)).error_code).toBe(
      999,
    )
    expect((await ask({}, { ...session, user_id: other.session.user_id })).error_code).toBe(999)
  })

  test('ends at sign-out', async () => {
    const call = await panel.as('nurse')
    await call(signIn.signOut, {})
    expect(await getErrorCode(call(signIn.whoAmI, {}))).toBe(errorCodes['session-ended'])
    const row = await panel.root
      .selectFrom('audit')
      .select('address')
      .where('action', '=', 'signIn.signOut')
      .where('staff_id', '=', call.session.user_id)
      .executeTakeFirst()
    expect(row?.address).toBe('127.0.0.1')
  })

  test('ends after an hour without use, and not while it is used', async () => {
    const call = await panel.as('nurse')
    panel.wait(50 * 60_000)
    await call(signIn.whoAmI, {})
    panel.wait(50 * 60_000)
    await call(signIn.whoAmI, {})
    panel.wait(61 * 60_000)
    expect(await getErrorCode(call(signIn.whoAmI, {}))).toBe(errorCodes['session-ended'])
  })

  test('ends after twelve hours, however much it is used', async () => {
    const call = await panel.as('nurse')
    for (let hours = 0.5; hours < 12; hours += 0.5) {
      panel.wait(30 * 60_000)
      await call(signIn.whoAmI, {})
    }
    panel.wait(30 * 60_000 - 1)
    await call(signIn.whoAmI, {})
    panel.wait(1)
    expect(await getErrorCode(call(signIn.whoAmI, {}))).toBe(errorCodes['session-ended'])
  })

  test('ends with the next call after its user is blocked', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    await call(signIn.whoAmI, {})
    await panel.root
      .updateTable('staff')
      .set({ status: 'blocked' })
      .where('id', '=', call.session.user_id)
      .execute()
    expect(await getErrorCode(call(signIn.whoAmI, {}))).toBe(errorCodes['session-ended'])
  })
})

describe('before signing in', () => {
  test("the choices of 'Login As' begin with Doctor", async () => {
    const { staff_type } = await panel.call(signIn.staffTypes, {})
    expect(staff_type[0]).toMatchObject({ en_name: 'Doctor', th_name: 'แพทย์' })
  })

  test('languages are English and Thai', async () => {
    const { lang } = await panel.call(signIn.languages, {})
    expect(lang.map(({ code }) => code)).toEqual(['en', 'th'])
  })

  test('the help line is a LINE account and its QR code a picture', async () => {
    const help = await panel.call(signIn.help, {})
    expect(help.line_url).toContain(encodeURIComponent(help.line_account ?? 'none'))
    const picture = await panel.call(signIn.lineQr, {})
    expect(await picture.text()).toMatch(/^<svg/)
  })
})
