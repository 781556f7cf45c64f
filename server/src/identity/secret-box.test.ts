import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretBox } from './secret-box.ts'

const box = new SecretBox('a secret of this test alone, long enough')
const plain = randomBytes(20)

test('a sealed secret is opened unchanged, and sealing it again gives another text', () => {
  const sealed = box.seal(plain, 'row')
  expect(box.open(sealed, 'row')).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(box.seal(plain, 'row')).not.toEqual(sealed)
})

test('a secret cannot be opened with another key, at another place, or after a bit was changed', () => {
  const sealed = box.seal(plain, 'row')
  expect(() => new SecretBox('another secret, as long as that one').open(sealed, 'row')).toThrow()
  expect(() => box.open(sealed, 'another row')).toThrow()
  for (const place of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => box.open(changed, 'row'), `byte ${place}`).toThrow()
  }
})
