import { createStore } from '../../../../api/store.ts'
import { session } from '../../../../session/session.ts'
import { type Encrypted, openForms } from '../database.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Whether the user's own copies can be read here: `none`, they have set no PIN. */
export const vaultState = createStore<'unknown' | 'none' | 'locked' | 'open'>('unknown')

export const lockAfterMs = 5 * 60_000
const nonceBytes = 12

let own: { by: string; key: CryptoKey } | undefined

/** Looks whether the signed-in user has a key here, and forgets the key of whoever was signed in before. */
export async function checkVault(): Promise<void> {
  const by = session.get()?._id
  if (own && own.by !== by) own = undefined
  const db = await openForms()
  const kept = by && (await db?.get('keys', by))
  vaultState.set(!kept ? 'none' : own ? 'open' : 'locked')
}

/** Opens the copies of a user by their key. */
export async function openVault(by: string, bytes: Bytes): Promise<void> {
  own = { by, key: await importKey(bytes) }
  vaultState.set('open')
}

export function lockVault(): void {
  if (vaultState.get() !== 'open') return
  own = undefined
  vaultState.set('locked')
}

let touchedAt = Date.now()

/** Somebody uses the tablet. */
export function noteTouch(): void {
  touchedAt = Date.now()
}

export function lockIdleVault(): void {
  if (Date.now() - touchedAt > lockAfterMs) lockVault()
}

export const encryptOwn = (value: unknown): Promise<Encrypted | null> =>
  encryptOwnBytes(new TextEncoder().encode(JSON.stringify(value)))

export async function encryptOwnBytes(bytes: Bytes): Promise<Encrypted | null> {
  if (!own || own.by !== session.get()?._id) return null
  return encrypt(own.key, bytes)
}

/** Undefined while the vault is locked, and for what was encrypted under an earlier key. */
export async function decryptOwn<Value>(encrypted: Encrypted | null): Promise<Value | undefined> {
  const plain = await decryptOwnBytes(encrypted)
  return plain && (JSON.parse(new TextDecoder().decode(plain)) as Value)
}

export async function decryptOwnBytes(encrypted: Encrypted | null): Promise<Bytes | undefined> {
  return own && encrypted ? decrypt(own.key, encrypted).catch(() => undefined) : undefined
}

export const importKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

export async function encrypt(key: CryptoKey, plain: Bytes): Promise<Encrypted> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  return {
    nonce,
    data: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain)),
  }
}

export async function decrypt(key: CryptoKey, { nonce, data }: Encrypted): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, data))
}

session.subscribe(() => void checkVault())
// Before anything asks: a form that opens without a signal waits for the answer.
void checkVault()
