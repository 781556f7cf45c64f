import { toVaultPlace } from 'contract'
import { createStore } from '../../../../api/store.ts'
import { session } from '../../../../session/session.ts'
import { durably, type FormsDatabase, type KeptKey, openForms, putDurably } from '../database.ts'
import { findSeal } from '../outbox.ts'
import { decrypt, encrypt, importKey, lockVault, openVault, vaultState } from './vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What is kept for its user's eyes alone, and is no use without their key. */
const copies = ['records', 'missions', 'copies'] as const

const mostFailures = 10
/** OWASP's figure for PBKDF2 with SHA-256. */
const iterations = 600_000

/** The user whose key was deleted after ten wrong tries while this page is open: they are told why nothing opens. */
export const vaultGoneOf = createStore<string | undefined>(undefined)

/** How the key of the signed-in user is kept here. */
export async function findKeptKey(): Promise<KeptKey | undefined> {
  const by = session.get()?._id
  const db = await openForms()
  return by === undefined ? undefined : db?.get('keys', by)
}

/** Makes the user's key, under a PIN or the secret of a passkey. Copies under an earlier key can no more be read. */
export async function setUpVault(kind: KeptKey['kind'], secret: Bytes): Promise<boolean> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return false
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = await wrapKey(by, kind, secret, bytes)
  // Without the key nothing opens that is kept under it.
  const tx = db.transaction(['keys', ...copies], 'readwrite', durably)
  void tx.objectStore('keys').put(key)
  for (const name of copies) void tx.objectStore(name).delete(IDBKeyRange.bound([by], [by, []]))
  if (!(await isStored(tx.done))) return false
  await openAnew(by, bytes)
  return true
}

/** A key that the hospital has opened again for its user, and the salt by which the tablet still has the same one. */
export type OpenedKey = { by: string; salt: Bytes; bytes: Bytes }

/** Puts the user's key under a new PIN or passkey. All that is kept under it stays. */
export async function rewrapKey(
  { by, salt, bytes }: OpenedKey,
  kind: KeptKey['kind'],
  secret: Bytes,
): Promise<boolean> {
  const db = await openForms()
  if (by !== session.get()?._id || !db) return false
  const key = await wrapKey(by, kind, secret, bytes)
  const tx = db.transaction('keys', 'readwrite', durably)
  const before = await tx.store.get(by)
  // In another tab the user may have begun anew.
  if (!before || !isSame(before.salt, salt)) return false
  void tx.store.put({ ...key, recovery: key.recovery ?? before.recovery ?? null })
  if (!(await isStored(tx.done))) return false
  await openAnew(by, bytes)
  return true
}

async function openAnew(by: string, bytes: Bytes): Promise<void> {
  localStorage.removeItem(nameFailures(by))
  vaultGoneOf.set(undefined)
  await openVault(by, bytes)
}

/**
 * After ten wrong tries neither PIN nor passkey opens the key any more: the hospital does, or, where it was not sealed,
 * the key is gone and the copies with it. What is unsent stays sealed to the hospital and is sent.
 */
export async function unlockVault(
  secret: Bytes,
): Promise<'open' | 'closed' | 'gone' | { triesLeft: number }> {
  const db = await openForms()
  const kept = await findKeptKey()
  if (!kept || !db) return 'gone'
  const { by, wrapped } = kept
  if (!wrapped || isClosed(kept)) return closeKey(db, kept)
  const failures = readFailures(kept) + 1
  let bytes: Bytes
  try {
    const [wrapping] = await Promise.all([
      deriveWrappingKey(kept.kind, secret, kept.salt, kept.device),
      // Counted before it is tried: whoever reloads the page, or takes the power away, has not one try more.
      countFailures(db, kept, failures),
    ])
    bytes = await decrypt(wrapping, wrapped)
  } catch {
    return failures < mostFailures ? { triesLeft: mostFailures - failures } : closeKey(db, kept)
  }
  await openVault(by, bytes)
  await countFailures(db, kept, 0)
  void keepRecovery(db, kept, bytes)
  return 'open'
}

async function closeKey(db: FormsDatabase, kept: KeptKey): Promise<'closed' | 'gone'> {
  const { by, recovery } = kept
  if (recovery) {
    await countFailures(db, { ...kept, wrapped: null }, mostFailures)
    return 'closed'
  }
  vaultGoneOf.set(by)
  await forgetVault()
  return 'gone'
}

/** Whether the hospital alone opens the key. */
export const isClosed = (kept: KeptKey): boolean =>
  kept.wrapped === null || (Boolean(kept.recovery) && readFailures(kept) >= mostFailures)

const readFailures = ({ by, failures }: KeptKey): number =>
  Number(localStorage.getItem(nameFailures(by)) ?? failures)

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
  lockVault()
  if (!by || !db) return
  const tx = db.transaction(['keys', ...copies], 'readwrite')
  void tx.objectStore('keys').delete(by)
  for (const name of copies) void tx.objectStore(name).delete(IDBKeyRange.bound([by], [by, []]))
  await tx.done
  localStorage.removeItem(nameFailures(by))
  vaultState.set('none')
}

async function wrapKey(by: string, kind: KeptKey['kind'], secret: Bytes, bytes: Bytes): Promise<KeptKey> {
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const device = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const wrapped = await encrypt(await deriveWrappingKey(kind, secret, salt, device), bytes)
  return { by, kind, salt, device, wrapped, failures: 0, recovery: await sealToHospital(by, bytes) }
}

/** A key that an earlier version kept, or that was made without a signal, is sealed when it is opened the next time. */
async function keepRecovery(db: FormsDatabase, { by, salt, recovery }: KeptKey, bytes: Bytes): Promise<void> {
  const found = await sealToHospital(by, bytes)
  // The hospital's key may have been replaced: with the earlier one it opens nothing any more.
  if (!found || found.key_id === recovery?.key_id) return
  try {
    const tx = db.transaction('keys', 'readwrite', durably)
    const kept = await tx.store.get(by)
    if (kept && isSame(kept.salt, salt)) void tx.store.put({ ...kept, recovery: found })
    await tx.done
  } catch (error) {
    // Where there is no room now, there may be when it is opened the next time.
    if (!(error instanceof DOMException)) throw error
  }
}

async function sealToHospital(by: string, bytes: Bytes): Promise<NonNullable<KeptKey['recovery']> | null> {
  const found = await findSeal()
  if (!found) return null
  const { key_id, seal } = found
  return { key_id, message: await seal(bytes, toVaultPlace(key_id, by)) }
}

/** Whether there was room for it. */
const isStored = (done: Promise<void>): Promise<boolean> =>
  done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DOMException) return false
      throw error
    },
  )

const isSame = (one: Bytes, other: Bytes): boolean => one.every((byte, i) => byte === other[i])

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
