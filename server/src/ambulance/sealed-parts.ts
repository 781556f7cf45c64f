import { importPrivateKey, openBytes, toVaultPlace, unpackPart } from 'contract'
import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import { readDocumentPhoto, storePhoto } from '../core/photo.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import type { Context } from '../http/handler.ts'
import type { SecretBox } from '../identity/secret-box.ts'

export type SealingKey = { id: string; public_key: Buffer; private_key: Buffer }

/** What a tablet brings, sealed, in one piece. */
export type DeliveredPart = { op_id: string; record_id: string; key_id: string; sealed: unknown }

/** Whether the panel has the secret under which a key is kept. */
export function opens(box: SecretBox, sealed: Buffer, place: string): boolean {
  try {
    box.open(sealed, place)
    return true
  } catch {
    return false
  }
}

/** The private halves of these keys, as far as the panel can open them. */
export async function loadKeys(
  { tx, secretBox }: Pick<Context, 'tx' | 'secretBox'>,
  ids: readonly string[],
): Promise<Map<string, CryptoKey>> {
  if (!secretBox || ids.length === 0) return new Map()
  const { rows } = await sql<SealingKey>`
    select id, public_key, private_key from sealing_keys where id = any(${sqlArray('uuid', ids)})`.execute(tx)
  const keys = new Map<string, CryptoKey>()
  for (const { id, private_key } of rows)
    if (opens(secretBox, private_key, id))
      keys.set(id, await importPrivateKey(Uint8Array.from(secretBox.open(private_key, id))))
  return keys
}

/** What was sealed; undefined if it cannot be opened, or is no part. */
export async function openSealedPart(
  context: Pick<Context, 'tx' | 'secretBox'>,
  { op_id, record_id, key_id, sealed }: DeliveredPart,
): Promise<ReturnType<typeof unpackPart> | undefined> {
  const key = (await loadKeys(context, [key_id])).get(key_id)
  if (!key || !(sealed instanceof Uint8Array)) return undefined
  try {
    return unpackPart(await openBytes(key, Uint8Array.from(sealed), { key_id, record_id, op_id }))
  } catch {
    return undefined
  }
}

/** The key of the caller's own copies on a tablet; undefined if it was not sealed for them and their hospital. */
export async function openVaultKey(
  context: Pick<Context, 'tx' | 'secretBox' | 'actor'>,
  { key_id, sealed }: { key_id: string; sealed: string },
): Promise<string | undefined> {
  const key = (await loadKeys(context, [key_id])).get(key_id)
  if (!key) return undefined
  try {
    const message = Uint8Array.from(Buffer.from(sealed, 'base64'))
    const opened = await openBytes(key, message, toVaultPlace(key_id, context.actor._id))
    return Buffer.from(opened).toString('base64')
  } catch {
    return undefined
  }
}

/** Finds which of these ids belong to present or former users of the hospital. */
export async function findStaff(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from staff where id = any(${sqlArray('uuid', ids)})`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * A picture is read inside the transaction, which alone has the key: few at a time, so that the others keep their
 * connections.
 */
const limitReading = createSemaphore(1, { room: 3, refuse: () => new Failure('photos-busy') })

/** Stores the picture of a part; throws a failure that names its field if it cannot be read. */
export async function storeSealedPhoto(context: Context, picture: Uint8Array): Promise<string> {
  const photo = await limitReading(() => readDocumentPhoto(picture))
  return (await storePhoto(context, photo)) as string
}
