import { describe, expect, test } from 'vitest'
import {
  importPrivateKey,
  importPublicKey,
  makeSeal,
  makeSealingKeys,
  openMessage,
  type SealPlace,
  sealMessage,
} from './sealing.ts'

const place: SealPlace = { key_id: 'key', record_id: 'record', op_id: 'operation' }
const plain = '{"answer":"หน้าวัดพระแก้ว"}'

async function makeKeys() {
  const { publicKey, privateKey } = await makeSealingKeys()
  return { publicKey: await importPublicKey(publicKey), privateKey: await importPrivateKey(privateKey) }
}

describe('a sealed message', () => {
  test('is opened by the private key, and says nothing of what is in it', async () => {
    const keys = await makeKeys()
    const sealed = await sealMessage(keys.publicKey, plain, place)
    expect(new TextDecoder().decode(sealed)).not.toContain('answer')
    expect(await openMessage(keys.privateKey, sealed, place)).toBe(plain)
  })

  test('is another one each time', async () => {
    const { publicKey } = await makeKeys()
    const [one, two] = await Promise.all([1, 2].map(() => sealMessage(publicKey, plain, place)))
    expect(one).not.toEqual(two)
  })

  test('is another one each time also under one seal, and each is opened by the private key', async () => {
    const keys = await makeKeys()
    const seal = await makeSeal(keys.publicKey)
    const [one, two] = await Promise.all([seal(plain, place), seal(plain, place)])
    expect(one.slice(65)).not.toEqual(two.slice(65))
    for (const sealed of [one, two]) expect(await openMessage(keys.privateKey, sealed, place)).toBe(plain)
  })

  test('cannot be opened by another key, at another place, changed or cut', async () => {
    const [keys, others] = [await makeKeys(), await makeKeys()]
    const sealed = await sealMessage(keys.publicKey, plain, place)
    const changed = sealed.map((byte, i) => (i === sealed.length - 1 ? byte ^ 1 : byte))
    await expect(openMessage(others.privateKey, sealed, place)).rejects.toThrow()
    for (const key of ['key_id', 'record_id', 'op_id'] as const)
      await expect(openMessage(keys.privateKey, sealed, { ...place, [key]: 'x' })).rejects.toThrow()
    await expect(openMessage(keys.privateKey, changed, place)).rejects.toThrow()
    for (const length of [0, 64, 65, 77, 92])
      await expect(openMessage(keys.privateKey, sealed.slice(0, length), place)).rejects.toThrow()
  })
})
