import { secondFactor, signIn, signInSteps } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inHospital } from '../src/db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { findRefusal, getErrorName } from './support/refusal.ts'
import {
  addApp,
  addPasskey,
  addPerson,
  answerSecondStep,
  beginSecondStepAs,
  type Person,
  requestOwnPasskey,
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

const nurse = () => addPerson(panel, { staffType: 'nurse' })
const totp = (code: string) => ({ kind: 'totp' as const, code })
const recovery = (code: string) => ({ kind: 'recovery-code' as const, code })

describe('the right password of a person who has a second factor', () => {
  test('opens no session, and says which factors can be used', async () => {
    const person = await nurse()
    const before = await countSessions(person)
    await addApp(panel, person)
    const step = await beginSecondStepAs(panel, person)
    expect(step.steps).toEqual(['totp', 'recovery-code'])
    expect(step.passkey).toBeNull()
    expect(await countSessions(person)).toBe(before)
    await addPasskey(person)
    const both = await beginSecondStepAs(panel, person)
    expect(both.steps).toEqual(['passkey', 'totp', 'recovery-code'])
    expect(both.passkey?.challenge).toBe(both.challenge)
    expect(both.passkey?.allowCredentials).toHaveLength(1)
  })

  test('that was mistyped, or with a wrong type, is answered as if there were no second factor', async () => {
    const [plain, person] = [await nurse(), await nurse()]
    await addApp(panel, person)
    const answer = async ({ typed }: Person, change: object) => {
      const failure = await findRefusal(panel.call(signIn.signIn, { ...typed, ...change }))
      return { code: failure?.code, detail: failure?.detail, fields: failure?.fields }
    }
    for (const change of [{ password: 'wrong' }, { type: newId() }])
      expect(await answer(person, change)).toEqual(await answer(plain, change))
  })
})

describe('a code of the app', () => {
  test('opens a session, also one of the step before or after', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    panel.wait(10 * 30_000)
    for (const stepsLater of [-1, 0, 1]) {
      const { challenge } = await beginSecondStepAs(panel, person)
      const { user } = await panel.call(signInSteps.secondStep, { challenge, answer: totp(code(stepsLater)) })
      expect(user._id).toBe(person.id)
      expect(user.server_token.length).toBeGreaterThanOrEqual(43)
    }
    for (const stepsLater of [-2, 2, 10])
      expect(
        await answerSecondStep(panel, await beginSecondStepAs(panel, person), totp(code(stepsLater))),
      ).toBe('second-step-failed')
  })

  test('is never accepted twice, nor is one of an earlier step afterwards', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    panel.wait(5 * 30_000)
    expect(
      await answerSecondStep(panel, await beginSecondStepAs(panel, person), totp(code())),
    ).toBeUndefined()
    const again = await beginSecondStepAs(panel, person)
    expect(await answerSecondStep(panel, again, totp(code()))).toBe('second-step-failed')
    expect(await answerSecondStep(panel, again, totp(code(-1)))).toBe('second-step-failed')
    expect(await answerSecondStep(panel, again, totp(code(1)))).toBeUndefined()
  })

  test('given twice at the same time opens one session', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    const steps = [await beginSecondStepAs(panel, person), await beginSecondStepAs(panel, person)]
    const answers = await Promise.all(steps.map((step) => answerSecondStep(panel, step, totp(code()))))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
  })

  test('that confirmed the app cannot be used to sign in', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    expect(await answerSecondStep(panel, await beginSecondStepAs(panel, person), totp(code(-1)))).toBe(
      'second-step-failed',
    )
  })
})

describe('a challenge', () => {
  test('can be answered once, and within five minutes', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    const step = await beginSecondStepAs(panel, person)
    expect(await answerSecondStep(panel, step, totp(code()))).toBeUndefined()
    panel.wait(30_000)
    expect(await answerSecondStep(panel, step, totp(code()))).toBe('second-step-ended')
    const late = await beginSecondStepAs(panel, person)
    panel.wait(5 * 60_000)
    expect(await answerSecondStep(panel, late, totp(code()))).toBe('second-step-ended')
  })

  test('ends after five wrong answers, and then refuses the right one', async () => {
    const person = await nurse()
    const { code } = await addApp(panel, person)
    const step = await beginSecondStepAs(panel, person)
    for (let i = 0; i < 5; i++)
      expect(await answerSecondStep(panel, step, totp('000000'))).toBe('second-step-failed')
    expect(await answerSecondStep(panel, step, totp(code()))).toBe('second-step-ended')
  })

  test('of one person cannot be answered with the factors of another', async () => {
    const [one, other] = [await nurse(), await nurse()]
    await addApp(panel, one)
    const passkey = await addPasskey(one)
    const theirs = await addApp(panel, other)
    const theirPasskey = await addPasskey(other)
    const step = await beginSecondStepAs(panel, one)
    if (!step.passkey) throw new Error('the challenge offers no passkey')
    expect(await answerSecondStep(panel, step, totp(theirs.code()))).toBe('second-step-failed')
    expect(await answerSecondStep(panel, step, recovery(theirs.recoveryCodes[0] ?? ''))).toBe(
      'second-step-failed',
    )
    const shown = { kind: 'passkey' as const, response: theirPasskey.show(step.passkey) }
    expect(await answerSecondStep(panel, step, shown)).toBe('second-step-failed')
    const own = { kind: 'passkey' as const, response: passkey.show(step.passkey) }
    expect(await answerSecondStep(panel, step, own)).toBeUndefined()
  })

  test('of one purpose serves no other', async () => {
    const person = await nurse()
    const passkey = await addPasskey(person)
    const requests = [
      await requestPasskeyOptions(panel),
      await requestOwnPasskey(person.call, 're-authentication'),
      await requestOwnPasskey(person.call, 'unlock'),
    ]
    for (const request of requests) {
      const answer = { kind: 'passkey' as const, response: passkey.show(request) }
      expect(await answerSecondStep(panel, request, answer)).toBe('second-step-ended')
    }
    const step = await beginSecondStepAs(panel, person)
    if (!step.passkey) throw new Error('the challenge offers no passkey')
    const { challenge } = step
    const shown = { challenge, response: passkey.show(step.passkey) }
    expect(await getErrorName(panel.call(signInSteps.passkey, shown))).toBe('passkey-refused')
  })

  test('that nobody was given opens nothing', async () => {
    const step = { challenge: 'A'.repeat(43) }
    expect(await answerSecondStep(panel, step, totp('123456'))).toBe('second-step-ended')
  })
})

test('ten wrong answers lock the second step for their IP address, and the right password resets none of them', async () => {
  const person = await nurse()
  const { code } = await addApp(panel, person)
  for (const tries of [5, 5]) {
    const step = await beginSecondStepAs(panel, person)
    for (let i = 0; i < tries; i++)
      expect(await answerSecondStep(panel, step, totp('000000'))).toBe('second-step-failed')
  }
  const step = await beginSecondStepAs(panel, person)
  expect(await answerSecondStep(panel, step, totp(code()))).toBe('too-many-attempts')
  panel.wait(15 * 60_000 + 1000)
  expect(await answerSecondStep(panel, await beginSecondStepAs(panel, person), totp(code()))).toBeUndefined()
})

describe('a recovery code', () => {
  test('opens a session once, however it is written', async () => {
    const person = await nurse()
    const { recoveryCodes } = await addApp(panel, person)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const spelled = ` ${first.toLowerCase().replaceAll('-', ' ')}`
    const { challenge } = await beginSecondStepAs(panel, person)
    const { user } = await panel.call(signInSteps.secondStep, { challenge, answer: recovery(spelled) })
    expect(user._id).toBe(person.id)
    expect(await answerSecondStep(panel, await beginSecondStepAs(panel, person), recovery(first))).toBe(
      'second-step-failed',
    )
    expect(
      await answerSecondStep(panel, await beginSecondStepAs(panel, person), recovery(second)),
    ).toBeUndefined()
    expect((await person.call(secondFactor.list, {})).recovery_codes_left).toBe(8)
  })

  test('from before the newest set opens nothing', async () => {
    const person = await nurse()
    const { recoveryCodes } = await addApp(panel, person)
    const re_authentication = { kind: 'password' as const, password: person.typed.password }
    const { recovery_codes } = await person.call(secondFactor.newRecoveryCodes, { re_authentication })
    const step = await beginSecondStepAs(panel, person)
    expect(await answerSecondStep(panel, step, recovery(recoveryCodes[0] ?? ''))).toBe('second-step-failed')
    expect(await answerSecondStep(panel, step, recovery(recovery_codes[0] ?? ''))).toBeUndefined()
  })
})

test('a person who is blocked between the two steps cannot sign in', async () => {
  const person = await nurse()
  const { code } = await addApp(panel, person)
  const step = await beginSecondStepAs(panel, person)
  await panel.root.updateTable('staff').set({ status: 'blocked' }).where('id', '=', person.id).execute()
  expect(await answerSecondStep(panel, step, totp(code()))).toBe('second-step-ended')
})

test('both steps are in the audit, and nothing of what was typed', async () => {
  const person = await nurse()
  const { code, recoveryCodes } = await addApp(panel, person)
  const step = await beginSecondStepAs(panel, person)
  await answerSecondStep(panel, step, totp('000000'))
  await answerSecondStep(panel, step, recovery(recoveryCodes[0] ?? ''))
  const rows = await panel.root
    .selectFrom('audit')
    .select(['action', 'outcome', 'detail'])
    .where('staff_id', '=', person.id)
    .where('action', 'like', 'signIn.%')
    .orderBy('position')
    .execute()
  expect(rows).toEqual([
    { action: 'signIn.signIn', outcome: 'second-step-needed', detail: null },
    { action: 'signIn.secondStep', outcome: 'second-step-failed', detail: { step: 'totp' } },
    { action: 'signIn.secondStep', outcome: 'ok', detail: { step: 'recovery-code' } },
  ])
  const all = JSON.stringify(await panel.root.selectFrom('audit').selectAll().execute())
  for (const secret of [code(), recoveryCodes[0] ?? '', step.challenge]) expect(all).not.toContain(secret)
})

describe('a passkey alone', () => {
  test('signs its owner in, into their own hospital and with their own type', async () => {
    const person = await addPerson(panel, { staffType: 'admin', hospitalId: elsewhere })
    const passkey = await addPasskey(person)
    const request = await requestPasskeyOptions(panel)
    expect(request.allowCredentials).toBeUndefined()
    const { challenge } = request
    const { user } = await panel.call(signInSteps.passkey, { challenge, response: passkey.show(request) })
    expect(user).toMatchObject({ _id: person.id, staff_type: 'admin', hospital: { _id: elsewhere } })
  })

  const refused = 'passkey-refused'
  const showPasskey = async (passkey: Awaited<ReturnType<typeof addPasskey>>, other: object) => {
    const request = await requestPasskeyOptions(panel)
    const shown = { challenge: request.challenge, response: passkey.show(request, other) }
    return { shown, refusal: await getErrorName(panel.call(signInSteps.passkey, shown)) }
  }

  test('is refused if its owner was not verified, for another site, or over another challenge', async () => {
    const passkey = await addPasskey(await nurse())
    for (const other of [
      { isVerified: false },
      { origin: 'https://panel.example' },
      { rpId: 'panel.example' },
      { challenge: 'B'.repeat(43) },
    ])
      expect((await showPasskey(passkey, other)).refusal, JSON.stringify(other)).toBe(refused)
    expect((await showPasskey(passkey, {})).refusal).toBeUndefined()
  })

  test('is refused when its signature is sent again', async () => {
    const passkey = await addPasskey(await nurse())
    const { shown } = await showPasskey(passkey, {})
    expect(await getErrorName(panel.call(signInSteps.passkey, shown))).toBe(refused)
    // Nor for a fresh challenge.
    const { challenge } = await requestPasskeyOptions(panel)
    expect(await getErrorName(panel.call(signInSteps.passkey, { ...shown, challenge }))).toBe(refused)
  })

  test('sent twice at the same time opens one session', async () => {
    const passkey = await addPasskey(await nurse())
    const request = await requestPasskeyOptions(panel)
    const shown = { challenge: request.challenge, response: passkey.show(request) }
    const refusals = await Promise.all([1, 2].map(() => getErrorName(panel.call(signInSteps.passkey, shown))))
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
  })

  test('is refused when its counter stands still or goes back, as that of a copy does', async () => {
    const passkey = await addPasskey(await nurse())
    expect((await showPasskey(passkey, { counter: 7 })).refusal).toBeUndefined()
    expect((await showPasskey(passkey, { counter: 7 })).refusal).toBe(refused)
    expect((await showPasskey(passkey, { counter: 6 })).refusal).toBe(refused)
    expect((await showPasskey(passkey, { counter: 8 })).refusal).toBeUndefined()
  })

  test('is refused when its owner is blocked, and after its removal', async () => {
    const person = await nurse()
    const passkey = await addPasskey(person)
    const { factors } = await person.call(secondFactor.list, {})
    const re_authentication = { kind: 'password' as const, password: person.typed.password }
    const other = await nurse()
    const theirs = await addPasskey(other)
    await panel.root.updateTable('staff').set({ status: 'blocked' }).where('id', '=', other.id).execute()
    expect((await showPasskey(theirs, {})).refusal).toBe(refused)
    await person.call(secondFactor.remove, { _id: factors[0]?._id ?? '', re_authentication })
    expect((await showPasskey(passkey, {})).refusal).toBe(refused)
  })

  test('that is unknown, or signed by another key, is refused', async () => {
    const passkey = await addPasskey(await nurse())
    const thief = await addPasskey(await nurse())
    const request = await requestPasskeyOptions(panel)
    const { id, rawId } = passkey.show(request)
    const forged = { ...thief.show(request), id, rawId }
    const { challenge } = request
    expect(await getErrorName(panel.call(signInSteps.passkey, { challenge, response: forged }))).toBe(refused)
    const stranger = { ...thief.show(request), id: 'AAAA', rawId: 'AAAA' }
    const again = (await requestPasskeyOptions(panel)).challenge
    expect(
      await getErrorName(panel.call(signInSteps.passkey, { challenge: again, response: stranger })),
    ).toBe(refused)
  })
})

describe('the host name of the panel', () => {
  const getOptions = async (host: string) => {
    const reply = await panel.app.inject({
      method: 'POST',
      url: signInSteps.passkeyOptions.path,
      headers: { host },
      payload: {},
    })
    return reply.json<{ options: { rpId: string } | null }>().options
  }

  test('is what a passkey is bound to, and none is possible on a bare IP address', async () => {
    expect(await getOptions('panel.hospital.example:8443')).toMatchObject({ rpId: 'panel.hospital.example' })
    expect(await getOptions('192.0.2.10:8080')).toBeNull()
    expect(await getOptions('[2001:db8::1]:8080')).toBeNull()
  })

  test('when set, is the only one, whatever host a caller claims', async () => {
    const other = await startTestPanel({ publicUrl: 'https://panel.hospital.example' })
    const reply = await other.app.inject({
      method: 'POST',
      url: signInSteps.passkeyOptions.path,
      headers: { host: 'panel.thief.example' },
      payload: {},
    })
    expect(reply.json<{ options: object }>().options).toMatchObject({ rpId: 'panel.hospital.example' })
    const person = await addPerson(other, { staffType: 'nurse' })
    const re_authentication = { kind: 'password' as const, password: person.typed.password }
    const { options } = await person.call(secondFactor.beginPasskey, { re_authentication })
    const { SoftPasskey } = await import('./support/soft-passkey.ts')
    const { challenge } = options
    const atThief = new SoftPasskey().make(options, { origin: 'https://panel.thief.example' })
    expect(
      await getErrorName(person.call(secondFactor.addPasskey, { challenge, name: 'x', response: atThief })),
    ).toBe('passkey-refused')
    const again = await person.call(secondFactor.beginPasskey, { re_authentication })
    const atHome = new SoftPasskey().make(again.options, { origin: 'https://panel.hospital.example' })
    await person.call(secondFactor.addPasskey, {
      challenge: again.options.challenge,
      name: 'x',
      response: atHome,
    })
    await other.close()
  })
})

describe('the database role of the calls', () => {
  const asCall = async (statement: string) => {
    const { hospital_id } = await panel.root
      .selectFrom('staff_factors')
      .select('hospital_id')
      .executeTakeFirstOrThrow()
    return inHospital(panel.root, hospital_id, async (tx) => (await sql.raw(statement).execute(tx)).rows)
  }

  test('reads neither the secret of an app nor the digest of a recovery code', async () => {
    await addApp(panel, await nurse())
    expect((await asCall('select id, name from staff_factors')).length).toBeGreaterThan(0)
    for (const statement of [
      'select secret from staff_factors',
      'select last_step from staff_factors',
      'select * from staff_factors',
      'update staff_factors set last_step = 0',
      'update staff_factors set name = secret::text',
      'select code_hash from recovery_codes',
      'update recovery_codes set used_at = null',
      'update sign_in_challenges set expires_at = now()',
      'update sign_in_challenges set tries = 0',
      'update sessions set must_add_factor = false',
    ])
      await expect(asCall(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  test('sees neither factors nor challenges of another hospital', async () => {
    const person = await addPerson(panel, { staffType: 'nurse', hospitalId: elsewhere })
    await addApp(panel, person)
    await requestPasskeyOptions(panel)
    for (const table of ['staff_factors', 'recovery_codes', 'sign_in_challenges'])
      expect(
        await asCall(`select 1 from ${table} where staff_id = '${person.id}' or staff_id is null`),
      ).toEqual([])
  })
})

test('the secret of an app is stored encrypted', async () => {
  const person = await nurse()
  const { challenge, secret } = await person.call(secondFactor.beginTotp, {
    re_authentication: { kind: 'password', password: person.typed.password },
  })
  const kept = await panel.root.selectFrom('sign_in_challenges').selectAll().execute()
  const plain = Buffer.from((await import('otpauth')).Secret.fromBase32(secret).bytes)
  expect(kept.some((row) => row.secret !== null)).toBe(true)
  for (const row of kept) {
    expect(row.secret?.includes(plain) ?? false).toBe(false)
    expect(row.token_hash.toString('base64url')).not.toBe(challenge)
  }
})

async function countSessions({ id }: Person): Promise<number> {
  const rows = await panel.root.selectFrom('sessions').select('id').where('staff_id', '=', id).execute()
  return rows.length
}
