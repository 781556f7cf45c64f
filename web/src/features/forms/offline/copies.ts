import { session } from '../../../session/session.ts'
import { openForms, putDurably } from './database.ts'
import { decryptOwn, decryptOwnBytes, encryptOwn, encryptOwnBytes, vaultState } from './vault/vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Keeps something of the user under a name; false while their vault is not open, or where there is no room. */
export async function putCopy(name: string, value: unknown, kept_at = Date.now()): Promise<boolean> {
  const own = await (value instanceof Uint8Array ? encryptOwnBytes(value as Bytes) : encryptOwn(value))
  const by = session.get()?._id
  const db = await openForms()
  if (!own || !by || !db) return false
  return putDurably(db, 'copies', { by, name, kept_at, own }).then(
    () => true,
    () => false,
  )
}

async function findCopy(name: string) {
  const by = session.get()?._id
  const db = await openForms()
  return by === undefined ? undefined : db?.get('copies', [by, name])
}

/** What the user kept, and when; undefined if it cannot be read here. */
export async function readCopy(name: string): Promise<{ value: unknown; kept_at: number } | undefined> {
  const found = await findCopy(name)
  const value = found && (await decryptOwn<unknown>(found.own))
  return value === undefined || !found ? undefined : { value, kept_at: found.kept_at }
}

export async function readBytes(name: string): Promise<Bytes | undefined> {
  const found = await findCopy(name)
  return found && decryptOwnBytes(found.own)
}

/** The names of the user's copies that begin so, also while their vault is locked. */
export async function listCopies(prefix: string): Promise<string[]> {
  const by = session.get()?._id
  const db = await openForms()
  if (!by || !db) return []
  const keys = await db.getAllKeys('copies', IDBKeyRange.bound([by, prefix], [by, `${prefix}\uffff`]))
  return keys.map(([, name]) => name)
}

export async function deleteCopy(name: string): Promise<void> {
  const by = session.get()?._id
  if (by !== undefined) await (await openForms())?.delete('copies', [by, name])
}

type Draft = { by: string; value: unknown; kept_at: number }

/**
 * Keeps what the user types into one kind of form, by what it is about; each change after the one before. What cannot
 * be encrypted, as their vault is locked or they have set no PIN, stays in the page until it can, and is theirs alone.
 */
export function createDrafts(kind: string) {
  const inPage = new Map<string, Draft>()
  let turn: Promise<unknown> = Promise.resolve()
  const take = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = turn.then(work, work)
    turn = next
    return next
  }
  const nameCopy = (id: string) => `${kind}:${id}`
  const put = async (name: string, { by, value, kept_at }: Draft) => {
    if (by !== session.get()?._id) return
    if (await putCopy(name, value, kept_at)) inPage.delete(name)
    else inPage.set(name, { by, value, kept_at })
  }
  vaultState.subscribe(() => {
    if (vaultState.get() === 'open') for (const [name, draft] of inPage) void take(() => put(name, draft))
  })
  session.subscribe(() => {
    const user = session.get()
    // Whoever signs in again after their session ended goes on with it; nobody else does.
    if (user) for (const [name, { by }] of inPage) if (by !== user._id) inPage.delete(name)
  })
  return {
    read: (id: string) => take(async () => inPage.get(nameCopy(id)) ?? readCopy(nameCopy(id))),
    keep(id: string, value: unknown) {
      const by = session.get()?._id
      if (by !== undefined) void take(() => put(nameCopy(id), { by, value, kept_at: Date.now() }))
    },
    drop: (id: string) =>
      void take(() => {
        inPage.delete(nameCopy(id))
        return deleteCopy(nameCopy(id))
      }),
  }
}
