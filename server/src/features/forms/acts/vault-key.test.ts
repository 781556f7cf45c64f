import { errorCodes, formDelivery, type Input, toVaultPlace } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, getErrorName } from '../../../../test/support/refusal.ts'
import {
  addPasskey,
  addPerson,
  re_authentication,
  requestOwnPasskey,
} from '../../../../test/support/second-factor.ts'
import { startSealing } from '../../../../test/support/tablet.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../../testing.ts'

let panel: TestPanel
let crew: SignedIn
let colleague: SignedIn
let farCrew: SignedIn

beforeAll(async () => {
  panel = await startTestPanel()
  const far = { id: newId(), code: '99998', name_en: 'Far', name_th: 'ไกล', created_at: testNow }
  await panel.root.insertInto('hospitals').values(far).execute()
  farCrew = (await addPerson(panel, { staffType: 'paramedic', hospitalId: far.id })).call
})
afterAll(() => panel.close())
beforeEach(async () => {
  crew = (await addPerson(panel, { staffType: 'paramedic' })).call
  colleague = (await addPerson(panel, { staffType: 'paramedic' })).call
})

const secret = Uint8Array.from({ length: 32 }, (_, i) => i)
const base64 = Buffer.from(secret).toString('base64')

/** What the tablet of `owner` keeps beside their vault, sealed to the hospital of `sealer`. */
async function sealKey(
  owner: SignedIn,
  sealer = owner,
): Promise<Pick<Input<typeof formDelivery.openVaultKey>, 'key_id' | 'sealed'>> {
  const { key_id, seal } = await startSealing(sealer)
  const message = await seal(secret, toVaultPlace(key_id, owner.session.user_id))
  return { key_id, sealed: Buffer.from(message).toString('base64') }
}
const open = (who: SignedIn, kept: Pick<Input<typeof formDelivery.openVaultKey>, 'key_id' | 'sealed'>) =>
  who(formDelivery.openVaultKey, { ...kept, re_authentication })
const listAudited = (who: SignedIn) =>
  panel.root
    .selectFrom('audit')
    .selectAll()
    .where('staff_id', '=', who.session.user_id)
    .where('action', '=', 'formDelivery.openVaultKey')
    .execute()

describe("the key of a user's own copies on a tablet", () => {
  test('is opened for its owner, who re-authenticates, and the audit holds all but the key', async () => {
    const kept = await sealKey(crew)
    expect(await open(crew, kept)).toMatchObject({ key: base64 })
    const audited = await listAudited(crew)
    expect(audited).toMatchObject([{ outcome: 'ok' }])
    const text = JSON.stringify(audited)
    expect([base64, kept.sealed].filter((one) => text.includes(one))).toEqual([])
  })

  test('needs the password, or a passkey used now', async () => {
    const kept = await sealKey(crew)
    expect(await getErrorName(crew(formDelivery.openVaultKey, kept))).toBe('re-authentication-needed')
    const wrong = { kind: 'password' as const, password: 'wrong' }
    expect(await getErrorName(crew(formDelivery.openVaultKey, { ...kept, re_authentication: wrong }))).toBe(
      'password-wrong',
    )
    const passkey = await addPasskey({ call: crew })
    const request = await requestOwnPasskey(crew, 're-authentication')
    const shown = { kind: 'passkey' as const, challenge: request.challenge, response: passkey.show(request) }
    expect(await crew(formDelivery.openVaultKey, { ...kept, re_authentication: shown })).toMatchObject({
      key: base64,
    })
    expect(await getErrorName(crew(formDelivery.openVaultKey, { ...kept, re_authentication: shown }))).toBe(
      'passkey-refused',
    )
  })

  test('is opened for nobody else, and the refusal is audited', async () => {
    const kept = await sealKey(crew)
    expect((await expectRefusal(open(colleague, kept))).code).toBe(errorCodes['vault-key-unreadable'])
    expect(await listAudited(colleague)).toMatchObject([{ outcome: 'vault-key-unreadable' }])
  })

  test('is opened at no other hospital, nor with the key of another one', async () => {
    const own = await sealKey(farCrew)
    expect(await open(farCrew, own)).toMatchObject({ key: base64 })
    for (const [who, kept] of [
      [farCrew, await sealKey(crew)],
      [farCrew, await sealKey(farCrew, crew)],
      [crew, await sealKey(crew, farCrew)],
    ] as const)
      expect(await getErrorName(open(who, kept))).toBe('vault-key-unreadable')
  })

  test('opens nothing else that was sealed for the hospital', async () => {
    const { key_id, seal } = await startSealing(crew)
    const operation = await seal(secret, { record_id: crew.session.user_id, op_id: newId() })
    const sealed = Buffer.from(operation).toString('base64')
    expect(await getErrorName(open(crew, { key_id, sealed }))).toBe('vault-key-unreadable')
    expect(await getErrorName(open(crew, { key_id, sealed: base64 }))).toBe('vault-key-unreadable')
  })
})
