import { createStore } from '../../../../api/store.ts'
import { session } from '../../../../session/session.ts'
import {
  durably,
  type Encrypted,
  type FormsDatabase,
  type KeptKey,
  openForms,
  putDurably,
} from '../database.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Whether the user's own copies can be read here: `none`, they have set no PIN. */
export const vaultState = createStore<'unknown' | 'none' | 'locked' | 'open'>('unknown')

/** What is kept for its user's eyes alone, and is no use without their key. */
const copies = ['records', 'missions', 'copies'] as const

const lockAfterMs = 5 * 60_000
const mostFailures = 10
/** OWASP's figure for PBKDF2 with SHA-256. */
const iterations = 600_000
const nonceBytes = 12

/** The user whose key was deleted after ten wrong tries while this page is open: they are told why nothing opens. */
export const vaultGoneOf = createStore<string | undefined>(undefined)

let own: { by: string; key: CryptoKey } | undefined

/** Looks whether the signed-in user has a key here, and forgets the key of whoever was signed in before. */
export async function checkVault(): Promise<void> {
  const by = session.get()?._id
  if (own && own.by !== by) own = undefined
  const db = await openForms()
  const kept = by && (await db?.get('keys', by))
  vaultState.set(!kept ? 'none' : own ? 'open' : 'locked')
}

function lockVault(): void {
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

/** Makes the user's key, under a PIN or the secret of a passkey. Copies under an earlier key can no more be read. */
export async function setUpVault(kind: KeptKey['kind'], secret: Bytes): Promise<boolean> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return false
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const device = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = await encrypt(await deriveWrappingKey(kind, secret, salt, device), bytes)
  // Without the key nothing opens that is kept under it.
  const tx = db.transaction(['keys', ...copies], 'readwrite', durably)
  void tx.objectStore('keys').put({ by, kind, salt, device, wrapped, failures: 0 })
  for (const name of copies) void tx.objectStore(name).delete(IDBKeyRange.bound([by], [by, []]))
  try {
    await tx.done
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
  localStorage.removeItem(nameFailures(by))
  vaultGoneOf.set(undefined)
  own = { by, key: await importKey(bytes) }
  vaultState.set('open')
  return true
}

/**
 * After ten wrong tries the key is gone, and the copies with it; what is unsent stays sealed to the hospital and is
 * sent.
 */
export async function unlockVault(secret: Bytes): Promise<'open' | 'gone' | { triesLeft: number }> {
  const by = session.get()?._id
  const db = await openForms()
  const kept = by && (await db?.get('keys', by))
  if (!kept || !db) return 'gone'
  const failures = Number(localStorage.getItem(nameFailures(by)) ?? kept.failures) + 1
  try {
    const [wrapping] = await Promise.all([
      deriveWrappingKey(kept.kind, secret, kept.salt, kept.device),
      // Counted before it is tried: whoever reloads the page, or takes the power away, has not one try more.
      countFailures(db, kept, failures),
    ])
    own = { by, key: await importKey(await decrypt(wrapping, kept.wrapped)) }
  } catch {
    if (failures < mostFailures) return { triesLeft: mostFailures - failures }
    vaultGoneOf.set(by)
    await forgetVault()
    return 'gone'
  }
  vaultState.set('open')
  await countFailures(db, kept, 0)
  return 'open'
}

/** Where wrong tries are counted while the key's own storage is full; then this count stands above the key's. */
const nameFailures = (by: string) => `pin_failures_${by}`

async function countFailures(db: FormsDatabase, kept: KeptKey, failures: number): Promise<void> {
  try {
    await putDurably(db, 'keys', { ...kept, failures })
    localStorage.removeItem(nameFailures(kept.by))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // In memory alone, whoever reloads the page would guess on without an end.
    localStorage.setItem(nameFailures(kept.by), String(failures))
  }
}

/** Forgets the user's key and copies. What is unsent stays. */
export async function forgetVault(): Promise<void> {
  const by = session.get()?._id
  const db = await openForms()
  own = undefined
  if (!by || !db) return
  const tx = db.transaction(['keys', ...copies], 'readwrite')
  void tx.objectStore('keys').delete(by)
  for (const name of copies) void tx.objectStore(name).delete(IDBKeyRange.bound([by], [by, []]))
  await tx.done
  localStorage.removeItem(nameFailures(by))
  vaultState.set('none')
}

export async function getVaultKind(): Promise<KeptKey['kind'] | undefined> {
  const by = session.get()?._id
  const db = await openForms()
  return by === undefined ? undefined : (await db?.get('keys', by))?.kind
}

/** A PIN alone is guessed in an hour by whoever has a copy of the storage: the secret of the device is beside it. */
async function deriveWrappingKey(
  kind: KeptKey['kind'],
  secret: Bytes,
  salt: Bytes,
  device: CryptoKey,
): Promise<CryptoKey> {
  const given = kind === 'pin' ? await stretch(secret, salt) : secret
  const bound = await crypto.subtle.sign('HMAC', device, new Uint8Array([...salt, ...given]))
  return importKey(new Uint8Array(bound))
}

async function stretch(pin: Bytes, salt: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', pin, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 256))
}

const importKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

async function encrypt(key: CryptoKey, plain: Bytes): Promise<Encrypted> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  return {
    nonce,
    data: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain)),
  }
}

async function decrypt(key: CryptoKey, { nonce, data }: Encrypted): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, data))
}

session.subscribe(() => void checkVault())
// Before anything asks: a form that opens without a signal waits for the answer.
void checkVault()
