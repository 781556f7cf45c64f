import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../core/semaphore.ts'

const derive = promisify(argon2)

/** Argon2id: 19 MiB, two passes, one lane (the OWASP minimum). */
const standardCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** At most this many derivations use their memory at once. */
const limitHashing = createSemaphore(2)

/** A password as it is stored, in the PHC string format, which says the cost. */
export async function hashPassword(password: string, cost = standardCost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await limitHashing(() => derive('argon2id', { message: password, nonce, ...cost }))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`
}

/** Stands in for an account that does not exist, so that its refusal takes as long as any other. */
export const dummyHash = `$argon2id$v=19$m=${standardCost.memory},t=${standardCost.passes},p=${standardCost.parallelism}$${toUnpaddedBase64(randomBytes(16))}$${toUnpaddedBase64(randomBytes(32))}`

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) return false
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await limitHashing(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(expected, actual)
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
