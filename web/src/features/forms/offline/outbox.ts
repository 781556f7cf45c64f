import {
  type FormOperation,
  type FormRecord,
  formDelivery,
  importPublicKey,
  type SealedOperation,
  sealMessage,
} from 'contract'
import { call } from '../../../api/client.ts'
import { session } from '../../../session/session.ts'
import { type KeptOperation, type KeptState, openForms, takeTurn } from './database.ts'
import { deleteCompletion, listCompletions } from './kept-completions.ts'
import { outboxState } from './outbox-state.ts'
import { encryptOwn } from './vault.ts'

/** A place for operations: the record and the form that they are of. */
export type OperationPlace = Pick<FormRecord, 'form' | 'form_version' | 'mission'> & { record_id: string }
/** An operation as its author can read it where there is no signal. */
export type OwnOperation = FormOperation & Omit<OperationPlace, 'record_id'>
/** What the browser cannot store is kept in memory: the storage is full, or there is none, or nothing can be sealed. */
export type UnstoredOperation = Omit<KeptOperation, 'sealed'> & {
  sealed: KeptOperation['sealed'] | null
  written: SealedOperation
}
/** In order; whoever sends them takes them out. */
export const unstored: UnstoredOperation[] = []
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('forms-outbox')

type SealingKey = { hospital_id: string; key_id: string; publicKey: CryptoKey }
let sealingKey: SealingKey | undefined

const emptyState: KeptState = { name: 'state', sealing: null, clock_offset_ms: 0, last_sent_at: null }

async function readState(): Promise<KeptState> {
  const db = await openForms()
  return (await db?.get('state', 'state')) ?? emptyState
}

export async function writeState(changes: Partial<KeptState>): Promise<void> {
  const db = await openForms()
  if (!db) return
  const tx = db.transaction('state', 'readwrite')
  const before = (await tx.store.get('state')) ?? emptyState
  await tx.store.put({ ...before, ...changes })
  await tx.done
}

let clockOffsetMs: number | undefined

/** The instant by the server's clock, as far as it is known. */
export async function readServerTime(): Promise<Date> {
  clockOffsetMs ??= (await readState()).clock_offset_ms
  return new Date(Date.now() - clockOffsetMs)
}

export async function noteServerTime(now: string): Promise<void> {
  clockOffsetMs = Date.now() - Date.parse(now)
  await writeState({ clock_offset_ms: clockOffsetMs })
}

/** The key of the hospital; the one that is stored if the server cannot be asked, and undefined if nothing can be sealed. */
async function findSealingKey(): Promise<SealingKey | undefined> {
  const hospital_id = session.get()?.hospital._id
  if (!hospital_id || !globalThis.crypto?.subtle) return undefined
  if (sealingKey?.hospital_id === hospital_id) return sealingKey
  const { sealing } = await readState()
  const known = sealing?.hospital_id === hospital_id ? sealing : await fetchSealingKey(hospital_id)
  if (!known) return undefined
  sealingKey = { hospital_id, key_id: known.key_id, publicKey: await importPublicKey(known.public_key) }
  return sealingKey
}

async function fetchSealingKey(hospital_id: string): Promise<KeptState['sealing']> {
  const reply = await call(formDelivery.sealingKey, {}).catch(() => undefined)
  if (!reply) return null
  await noteServerTime(reply.now)
  const sealing = reply.key && {
    hospital_id,
    key_id: reply.key._id,
    public_key: Uint8Array.from(atob(reply.key.public_key), (char) => char.charCodeAt(0)),
  }
  if (sealing) await writeState({ sealing })
  return sealing
}

/** Asks anew for what is needed where there is no signal: the key may have been replaced. */
export async function prepareOutbox(): Promise<void> {
  const hospital_id = session.get()?.hospital._id
  if (hospital_id && (await fetchSealingKey(hospital_id))) sealingKey = undefined
  await refreshState()
}

/**
 * Keeps an operation until the server has it. It takes the place of `earlier`, an answer to the same field that has not been
 * sent; if that may have arrived by now, it follows it. Returns the operation as it is kept.
 */
export async function keepOperation(
  place: OperationPlace,
  operation: FormOperation,
  earlier: FormOperation | undefined,
): Promise<FormOperation> {
  const user = session.get()
  if (!user) throw new Error('nobody is signed in')
  const key = await findSealingKey()
  return takeTurn('queue', async () => {
    const db = await openForms()
    const inMemory = unstored.findIndex(({ op_id }) => op_id === earlier?.op_id)
    const stored = earlier && (await db?.getFromIndex('operations', 'op_id', earlier.op_id))
    const isReplaced = inMemory >= 0 || stored?.may_have_arrived === 0
    const kept: FormOperation = {
      ...operation,
      base: earlier && !isReplaced ? earlier.answer : operation.base,
      clock_offset_ms: clockOffsetMs ?? (await readState()).clock_offset_ms,
    }
    const { record_id, form, form_version, mission } = place
    const mission_id = mission?._id ?? null
    const written = { ...kept, form, form_version, mission_id, by: user._id, token: user.server_token }
    const item = {
      op_id: kept.op_id,
      record_id,
      by: user._id,
      kept_at: Date.now(),
      own: await encryptOwn({ ...kept, form, form_version, mission } satisfies OwnOperation),
      may_have_arrived: 0 as const,
      problem: null,
    }
    const seal = { key_id: key?.key_id ?? '', record_id, op_id: kept.op_id }
    const sealed = key && {
      key_id: key.key_id,
      message: await sealMessage(key.publicKey, JSON.stringify(written), seal),
    }
    // Whoever writes on wants to complete something else.
    await deleteCompletion(record_id)
    if (inMemory >= 0) unstored.splice(inMemory, 1)
    const isStored =
      sealed !== undefined && db !== undefined && (await store(db, { ...item, sealed }, stored))
    if (!isStored) unstored.push({ ...item, sealed: sealed ?? null, written })
    outboxState.set({ ...outboxState.get(), isFull: sealed !== undefined && db !== undefined && !isStored })
    await refreshState()
    return kept
  })
}

/** Whether there was room. */
async function store(
  db: NonNullable<Awaited<ReturnType<typeof openForms>>>,
  item: KeptOperation,
  replaced: KeptOperation | undefined,
): Promise<boolean> {
  try {
    const tx = db.transaction('operations', 'readwrite')
    if (replaced?.may_have_arrived === 0 && replaced.seq !== undefined) void tx.store.delete(replaced.seq)
    void tx.store.add(item)
    await tx.done
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Counts again what is unsent, and tells the other tabs. */
export async function refreshState(isTold = true): Promise<void> {
  const db = await openForms()
  const all = (await db?.getAll('operations')) ?? []
  const items = [...all, ...unstored]
  const failed = items.filter(({ problem }) => problem !== null).length
  const lastSentAt = (await readState()).last_sent_at ?? outboxState.get().lastSentAt
  const asked = await listCompletions()
  outboxState.set({ ...outboxState.get(), unsent: items.length - failed, failed, lastSentAt, asked })
  if (isTold) channel?.postMessage('changed')
}
channel?.addEventListener('message', () => void refreshState(false))

/** What this user has written into a record and the server does not have, in order; only their own copies can be read. */
export async function listKept(recordId: string): Promise<KeptOperation[]> {
  const db = await openForms()
  const all = (await db?.getAll('operations')) ?? []
  return all.filter(({ record_id, by }) => record_id === recordId && by === session.get()?._id)
}

/** Whether the server lacks something of a record. */
export async function hasUnsent(recordId: string): Promise<boolean> {
  const db = await openForms()
  const all = [...((await db?.getAll('operations')) ?? []), ...unstored]
  return all.some(({ record_id }) => record_id === recordId)
}

/** Forgets operations that the server cannot store, once their author has seen so. */
export async function forgetFailed(): Promise<void> {
  const db = await openForms()
  for (const { seq, problem } of (await db?.getAll('operations')) ?? [])
    if (problem !== null && seq !== undefined) await db?.delete('operations', seq)
  for (let i = unstored.length - 1; i >= 0; i -= 1) if (unstored[i]?.problem) unstored.splice(i, 1)
  await refreshState()
}
