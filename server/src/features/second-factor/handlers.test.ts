import { account, contract, type Endpoint, secondFactor, signIn } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getErrorName } from '../../../test/support/refusal.ts'
import {
  addApp,
  addPasskey,
  addPerson,
  answerSecondStep,
  beginSecondStepAs,
  type Person,
  re_authentication,
  requestOwnPasskey,
} from '../../../test/support/second-factor.ts'
import { SoftPasskey } from '../../../test/support/soft-passkey.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
/** A new hospital: its admins need a second factor. */
let careful: string
let nurse: Person
beforeAll(async () => {
  panel = await startTestPanel()
  careful = newId()
  const hospital = { code: '99999', name_en: 'Careful', name_th: 'รอบคอบ', created_at: testNow }
  await panel.root
    .insertInto('hospitals')
    .values({ id: careful, ...hospital })
    .execute()
})
beforeEach(async () => {
  nurse = await addPerson(panel, { staffType: 'nurse' })
})
afterAll(() => panel.close())

const wrong = { kind: 'password' as const, password: 'wrong' }

/** The session of an admin of that hospital who signed in with the password and has no factor. */
async function signInPlain() {
  const admin = await addPerson(panel, { staffType: 'admin', hospitalId: careful })
  const { user } = await panel.call(signIn.signIn, admin.typed)
  return { admin, user, call: panel.with({ server_token: user.server_token, user_id: user._id }) }
}

describe('adding a factor', () => {
  test('needs the password again, or a passkey used now', async () => {
    for (const begin of [secondFactor.beginTotp, secondFactor.beginPasskey]) {
      expect(await getErrorName(nurse.call(begin, {}))).toBe('re-authentication-needed')
      expect(await getErrorName(nurse.call(begin, { re_authentication: wrong }))).toBe('password-wrong')
    }
    const passkey = await addPasskey(nurse)
    const request = await requestOwnPasskey(nurse.call, 're-authentication')
    const shown = {
      kind: 'passkey' as const,
      challenge: request.challenge,
      response: passkey.show(request),
    }
    expect(
      await getErrorName(nurse.call(secondFactor.beginTotp, { re_authentication: shown })),
    ).toBeUndefined()
    // It works once.
    expect(await getErrorName(nurse.call(secondFactor.beginTotp, { re_authentication: shown }))).toBe(
      'passkey-refused',
    )
  })

  test("is refused with a colleague's passkey, or one used for unlocking", async () => {
    const passkey = await addPasskey(nurse)
    const colleague = await addPerson(panel, { staffType: 'nurse' })
    const theirs = await addPasskey(colleague)
    const answerWithPasskey = (request: Awaited<ReturnType<typeof requestOwnPasskey>>, key: SoftPasskey) => ({
      kind: 'passkey' as const,
      challenge: request.challenge,
      response: key.show(request),
    })
    const ofNurse = answerWithPasskey(await requestOwnPasskey(nurse.call, 're-authentication'), theirs)
    const ofColleague = answerWithPasskey(
      await requestOwnPasskey(colleague.call, 're-authentication'),
      theirs,
    )
    const forLock = answerWithPasskey(await requestOwnPasskey(nurse.call, 'unlock'), passkey)
    for (const shown of [ofNurse, ofColleague, forLock])
      expect(await getErrorName(nurse.call(secondFactor.beginTotp, { re_authentication: shown }))).toBe(
        'passkey-refused',
      )
  })

  test('gives recovery codes with the first one, and none with the next', async () => {
    const { recoveryCodes } = await addApp(panel, nurse)
    expect(recoveryCodes).toHaveLength(10)
    expect(recoveryCodes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const { options } = await nurse.call(secondFactor.beginPasskey, { re_authentication })
    const added = await nurse.call(secondFactor.addPasskey, {
      challenge: options.challenge,
      name: ' Ward PC ',
      response: new SoftPasskey().make(options),
    })
    expect(added.recovery_codes).toBeNull()
    expect(added.factor).toMatchObject({ kind: 'passkey', name: 'Ward PC', last_used_at: null })
    const list = await nurse.call(secondFactor.list, {})
    expect(list.factors.map(({ kind }) => kind)).toEqual(['totp', 'passkey'])
    expect(list).toMatchObject({
      recovery_codes_left: 10,
      is_required: false,
      can_add: ['totp', 'passkey'],
    })
  })

  test('an app counts only after a right code', async () => {
    const { challenge } = await nurse.call(secondFactor.beginTotp, { re_authentication })
    const add = (code: string) => nurse.call(secondFactor.addTotp, { challenge, code, name: 'Phone' })
    expect(await getErrorName(add('000000'))).toBe('second-step-failed')
    expect((await nurse.call(secondFactor.list, {})).factors).toEqual([])
    expect(await getErrorName(panel.call(signIn.signIn, nurse.typed))).toBeUndefined()
    panel.wait(5 * 60_000)
    expect(await getErrorName(add('000000'))).toBe('second-step-ended')
  })

  test('what one user began cannot be finished by another, and a key is never added to a wrong account', async () => {
    const colleague = await addPerson(panel, { staffType: 'nurse' })
    const begun = await colleague.call(secondFactor.beginTotp, { re_authentication })
    const body = { challenge: begun.challenge, code: '000000', name: 'x' }
    expect(await getErrorName(nurse.call(secondFactor.addTotp, body))).toBe('second-step-ended')

    const passkey = new SoftPasskey()
    const { options } = await colleague.call(secondFactor.beginPasskey, { re_authentication })
    const made = { challenge: options.challenge, name: 'x', response: passkey.make(options) }
    expect(await getErrorName(nurse.call(secondFactor.addPasskey, made))).toBe('second-step-ended')
    await colleague.call(secondFactor.addPasskey, made)
    expect(await getErrorName(colleague.call(secondFactor.addPasskey, made))).toBe('second-step-ended')

    const mine = (await nurse.call(secondFactor.beginPasskey, { re_authentication })).options
    const same = { challenge: mine.challenge, name: 'x', response: passkey.make(mine) }
    expect(await getErrorName(nurse.call(secondFactor.addPasskey, same))).toBe('passkey-refused')
  })

  test('a passkey is refused if its owner was not verified, or if it was made for another site', async () => {
    for (const other of [{ isVerified: false }, { origin: 'https://x.example' }, { rpId: 'x.example' }]) {
      const { options } = await nurse.call(secondFactor.beginPasskey, { re_authentication })
      const response = new SoftPasskey().make(options, other)
      const made = { challenge: options.challenge, name: 'x', response }
      expect(await getErrorName(nurse.call(secondFactor.addPasskey, made))).toBe('passkey-refused')
    }
  })

  test('a browser gets the list of existing passkeys, so that none is made twice', async () => {
    const passkey = await addPasskey(nurse)
    const { options } = await nurse.call(secondFactor.beginPasskey, { re_authentication })
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([passkey.id.toString('base64url')])
    expect(options.user.name).toBe(nurse.typed.user_name)
    expect(options.user.id).not.toContain(nurse.id)
  })

  test('is refused after ten', async () => {
    for (let i = 0; i < 10; i++) await addPasskey(nurse)
    expect(await getErrorName(nurse.call(secondFactor.beginPasskey, { re_authentication }))).toBe(
      'too-many-factors',
    )
  })
})

describe('a factor', () => {
  test('is renamed and removed by its owner, and does not exist for anybody else', async () => {
    const { factorId } = await addApp(panel, nurse)
    const colleague = await addPerson(panel, { staffType: 'nurse' })
    const named = { _id: factorId, name: 'Old phone' }
    expect(await getErrorName(colleague.call(secondFactor.rename, named))).toBe('not-found')
    expect(
      await getErrorName(colleague.call(secondFactor.remove, { _id: factorId, re_authentication })),
    ).toBe('not-found')
    expect((await nurse.call(secondFactor.rename, named)).factor.name).toBe('Old phone')

    expect(await getErrorName(nurse.call(secondFactor.remove, { _id: factorId }))).toBe(
      're-authentication-needed',
    )
    expect(
      await getErrorName(nurse.call(secondFactor.remove, { _id: factorId, re_authentication: wrong })),
    ).toBe('password-wrong')
    await nurse.call(secondFactor.remove, { _id: factorId, re_authentication })
    expect(await nurse.call(secondFactor.list, {})).toMatchObject({ factors: [], recovery_codes_left: 0 })
    expect(await getErrorName(panel.call(signIn.signIn, nurse.typed))).toBeUndefined()
  })

  test('shows when it was last used', async () => {
    const { code } = await addApp(panel, nurse)
    await answerSecondStep(panel, await beginSecondStepAs(panel, nurse), { kind: 'totp', code: code() })
    const { factors } = await nurse.call(secondFactor.list, {})
    expect(Date.parse(factors[0]?.last_used_at ?? '')).toBe(panel.clock().getTime())
  })

  test('is required for recovery codes', async () => {
    expect(await getErrorName(nurse.call(secondFactor.newRecoveryCodes, { re_authentication }))).toBe(
      'factor-impossible',
    )
  })
})

describe('a user who needs a second factor and has none', () => {
  const guarded = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, endpoint]) =>
      endpoint.access === 'public' || endpoint.access === 'sender'
        ? []
        : [{ name: `${group}.${name}`, endpoint }],
    ),
  )

  test('can do nothing but add one, and then everything', async () => {
    const { user, call, admin } = await signInPlain()
    expect(user.must_add_factor).toBe(true)
    const endsOrLocks = new Set(['signIn.signOut', 'signIn.lock'])
    const open: string[] = []
    for (const { name, endpoint } of guarded) {
      if (endpoint.stream || endsOrLocks.has(name)) continue
      if ((await getErrorName(call(endpoint, {} as never))) !== 'second-factor-needed') open.push(name)
    }
    expect(open.toSorted()).toEqual(
      [
        'account.changePassword',
        'secondFactor.addPasskey',
        'secondFactor.addTotp',
        'secondFactor.beginPasskey',
        'secondFactor.beginTotp',
        'secondFactor.list',
        'secondFactor.reAuthenticationOptions',
        'signIn.unlock',
        'signIn.whoAmI',
      ].toSorted(),
    )
    expect((await call(signIn.whoAmI, {})).user.must_add_factor).toBe(true)
    // The user has only just typed the password.
    const { code } = await addApp(panel, { call }, false)
    expect((await call(signIn.whoAmI, {})).user.must_add_factor).toBe(false)
    expect(await getErrorName(call(account.get, {}))).toBeUndefined()
    expect(
      await answerSecondStep(panel, await beginSecondStepAs(panel, admin), { kind: 'totp', code: code() }),
    ).toBeUndefined()
  })

  test('cannot remove the last one', async () => {
    const { call } = await signInPlain()
    const { factorId } = await addApp(panel, { call }, false)
    const remove = () => call(secondFactor.remove, { _id: factorId, re_authentication })
    expect(await getErrorName(remove())).toBe('last-factor')
    await addPasskey({ call })
    expect(await getErrorName(remove())).toBeUndefined()
  })

  test('is determined by the staff type, as an admin sets it, from the next sign-in on', async () => {
    const { call } = await signInPlain()
    await addApp(panel, { call }, false)
    expect(await call(secondFactor.rules, {})).toMatchObject({
      second_factor_for: ['admin'],
      idle_lock_minutes: 5,
    })
    const doctor = await addPerson(panel, { staffType: 'doctor', hospitalId: careful })
    const signInDoctor = () => panel.call(signIn.signIn, doctor.typed)
    expect((await signInDoctor()).user).toMatchObject({ must_add_factor: false, idle_lock_minutes: 5 })
    await call(secondFactor.updateRules, { second_factor_for: ['doctor'], idle_lock_minutes: 0 })
    expect((await signInDoctor()).user).toMatchObject({ must_add_factor: true, idle_lock_minutes: 0 })
    expect(await getErrorName(doctor.call(account.get, {}))).toBeUndefined()
    await call(secondFactor.updateRules, { second_factor_for: ['admin'], idle_lock_minutes: 5 })
    const ofDemo = await (await panel.as('admin'))(secondFactor.rules, {})
    expect(ofDemo).toMatchObject({ second_factor_for: [], idle_lock_minutes: 0 })
  })
})

test('nobody can be required to have a second factor where none can be added', async () => {
  const without = await startTestPanel({ hasSecret: false, publicUrl: 'http://192.0.2.1' })
  try {
    const admin = await without.as('admin')
    expect((await admin(secondFactor.list, {})).can_add).toEqual([])
    const rules = { second_factor_for: ['admin' as const], idle_lock_minutes: 5 }
    expect(await getErrorName(admin(secondFactor.updateRules, rules))).toBe('factor-impossible')
    const unasked = { ...rules, second_factor_for: [] }
    expect(await admin(secondFactor.updateRules, unasked)).toMatchObject({ idle_lock_minutes: 5 })
  } finally {
    await without.close()
  }
})

describe('an admin', () => {
  test("can remove every factor of a user who lost them, which ends the user's sessions", async () => {
    await addApp(panel, nurse)
    await addPasskey(nurse)
    const admin = await panel.as('admin')
    expect((await admin(secondFactor.resetFor, { _id: nurse.id })).removed).toBe(2)
    expect(await getErrorName(nurse.call(signIn.whoAmI, {}))).toBe('session-ended')
    expect(await getErrorName(panel.call(signIn.signIn, nurse.typed))).toBeUndefined()
    const row = await panel.root
      .selectFrom('audit')
      .select(['outcome', 'detail'])
      .where('action', '=', 'secondFactor.resetFor')
      .orderBy('position', 'desc')
      .executeTakeFirst()
    expect(row).toEqual({ outcome: 'ok', detail: { user: nurse.id, removed: 2 } })
  })

  test('cannot do that to themselves, nor to a user of another hospital', async () => {
    const admin = await panel.as('admin')
    expect(await getErrorName(admin(secondFactor.resetFor, { _id: admin.session.user_id }))).toBe(
      'own-account',
    )
    const elsewhere = await addPerson(panel, { staffType: 'nurse', hospitalId: careful })
    await addApp(panel, elsewhere)
    expect(await getErrorName(admin(secondFactor.resetFor, { _id: elsewhere.id }))).toBe('not-found')
    expect((await elsewhere.call(secondFactor.list, {})).factors).toHaveLength(1)
  })
})
