import {
  type FormOperation,
  type FormRecord,
  formDelivery,
  importPublicKey,
  makeSeal,
  type Seal,
  type SealedOperation,
} from 'contract'
import { fromBase64 } from '../../../api/base64.ts'
import { call } from '../../../api/client.ts'
import { type Session, session } from '../../../session/session.ts'
import { durably, type KeptOperation, type KeptState, openForms } from './database.ts'
import { deleteCompletion, listCompletions, listRefusals } from './kept-completions.ts'
import { deletePart, listParts, unstoredParts } from './kept-parts.ts'
import { outboxState } from './outbox-state.ts'
import { countKept, hasGoneBack, hasOwnList } from './saving-rules.ts'
import { addUnnoted } from './unnoted.ts'
import { encryptOwn, vaultState } from './vault/vault.ts'

/** A place for operations: the record and the form that they are of. */
export type OperationPlace = Pick<FormRecord, 'form' | 'form_version' | 'mission'> & { record_id: string }
/** An operation as its author can read it where there is no signal. */
export type OwnOperation = FormOperation & Omit<OperationPlace, 'record_id'>
/** What the browser cannot store is kept in memory: the storage is full, or there is none, or nothing can be sealed. */
export type UnstoredOperation = Omit<KeptOperation, 'sealed'> & {
  sealed: KeptOperation['sealed'] | null
  written: SealedOperation
}
/** What this page has tried to send and the server could not read. */
export const triedUnreadable = new Set<string>()
/** They stand in order; whoever sends them takes them out. */
export const unstored: UnstoredOperation[] = []
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('forms-outbox')

/** What is written within a while shares a seal: making one takes five calls of WebCrypto, sealing takes one. */
type HospitalSeal = { hospital_id: string; key_id: string; seal: Seal; madeAt: number }
let hospitalSeal: HospitalSeal | undefined
const sealLastsMs = 5 * 60_000

const emptyState: KeptState = {
  name: 'state',
  sealing: null,
  clock_offset_ms: 0,
  told_at: 0,
  last_sent_at: null,
}

/** What a full storage could not take up, or a browser without one. */
let unwritten: Partial<KeptState> = {}

async function readState(): Promise<KeptState> {
  const db = await openForms()
  return { ...((await db?.get('state', 'state')) ?? emptyState), ...unwritten }
}

async function writeState(changes: Partial<KeptState>): Promise<void> {
  const db = await openForms()
  if (!db) {
    unwritten = { ...unwritten, ...changes }
    return
  }
  try {
    const tx = db.transaction('state', 'readwrite')
    const before = (await tx.store.get('state')) ?? emptyState
    void tx.store.put({ ...before, ...unwritten, ...changes })
    await tx.done
    unwritten = {}
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Go on: sending is what frees space.
    unwritten = { ...unwritten, ...changes }
  }
}

/** Everybody's, in order. */
async function listOperations(): Promise<KeptOperation[]> {
  const db = await openForms()
  return ((await db?.getAll('operations')) ?? []).map(addUnnoted)
}

let clockOffsetMs: number | undefined

/** How far the clock of the tablet is ahead of the server's, if it is known. */
export async function readClockOffset(): Promise<number> {
  const stored = clockOffsetMs ?? (await readState()).clock_offset_ms
  // The server may have told it meanwhile.
  clockOffsetMs ??= stored
  return clockOffsetMs
}

/** The instant by the server's clock. */
export async function readServerTime(): Promise<Date> {
  return new Date(Date.now() - (await readClockOffset()))
}

/** The same at once; undefined while the server has not told it to this page, which then judges no time by it. */
export const readKnownTime = (): string | undefined =>
  isTimeTold ? new Date(Date.now() - (clockOffsetMs ?? 0)).toISOString() : undefined

let isTimeTold = false

export async function noteServerTime(now: string): Promise<void> {
  newestAt = Date.now()
  clockOffsetMs = newestAt - Date.parse(now)
  isTimeTold = true
  await writeState({ clock_offset_ms: clockOffsetMs, told_at: newestAt })
}

/** The newest instant that the tablet's clock has shown since the server told the time, in any tab. */
let newestAt: number | undefined

/**
 * The time to store with an operation, which never runs backwards, and whether the tablet's clock was set back since
 * the server last stated the time.
 */
export async function readClock(): Promise<{ kept_at: number; clock_went_back: boolean }> {
  if (newestAt === undefined) await refreshState(false)
  const now = Date.now()
  newestAt = Math.max(now, newestAt ?? 0)
  return { kept_at: newestAt, clock_went_back: hasGoneBack(now, newestAt) }
}

/**
 * Under the key of the hospital, or the stored one if the server cannot be asked; undefined if nothing can be sealed.
 */
export async function findSeal(): Promise<HospitalSeal | undefined> {
  const hospital_id = session.get()?.hospital._id
  if (!hospital_id || !globalThis.crypto?.subtle) return undefined
  const isUsable = (one: HospitalSeal | undefined) =>
    one?.hospital_id === hospital_id && Date.now() - one.madeAt < sealLastsMs
  if (isUsable(hospitalSeal)) return hospitalSeal
  const { sealing } = await readState()
  const known = sealing?.hospital_id === hospital_id ? sealing : await fetchSealingKey(hospital_id)
  if (!known) return undefined
  const seal = await makeSeal(await importPublicKey(known.public_key))
  hospitalSeal = { hospital_id, key_id: known.key_id, seal, madeAt: Date.now() }
  return hospitalSeal
}

/** What is sealed waits for the key: where a network only seems to be there it goes on without. */
const longestKeyMs = 5_000

async function fetchSealingKey(hospital_id: string): Promise<KeptState['sealing']> {
  const inTime = { signal: AbortSignal.timeout(longestKeyMs) }
  const reply = await call(formDelivery.sealingKey, {}, inTime).catch(() => undefined)
  if (!reply) return null
  await noteServerTime(reply.now)
  const sealing = reply.key && {
    hospital_id,
    key_id: reply.key._id,
    public_key: fromBase64(reply.key.public_key),
  }
  if (sealing) await writeState({ sealing })
  return sealing
}

/** Asks anew for what is needed where there is no signal: the key may have been replaced. */
export async function prepareOutbox(): Promise<void> {
  const hospital_id = session.get()?.hospital._id
  if (hospital_id && (await fetchSealingKey(hospital_id))) hospitalSeal = undefined
  await refreshState()
}

/**
 * Keeps an operation until the server has it. It takes the place of `earlier`, an answer to the same field that has not
 * been sent; if that may have arrived by now, it follows it. Returns the operation as it is kept.
 */
export async function keepOperation(
  place: OperationPlace,
  operation: FormOperation,
  earlier: FormOperation | undefined,
): Promise<FormOperation> {
  const user = session.get()
  if (!user) throw new Error('nobody is signed in')
  const isAsked = outboxState.get().asked.includes(place.record_id)
  // An author who goes on writing wants to complete something else.
  if (!earlier || isAsked) await deleteCompletion(place.record_id)
  // The reply with the key also tells the time of the server.
  await findSeal()
  const given = { ...operation, clock_offset_ms: await readClockOffset() }
  if (earlier && (await keep(place, given, user, earlier))) {
    if (isAsked) await refreshState()
    return given
  }
  const kept = earlier ? { ...given, base: earlier.answer } : given
  await keep(place, kept, user, undefined)
  await refreshState()
  return kept
}

/**
 * Seals and stores an operation; false if it could not take the place of an earlier one, and then nothing is stored.
 */
async function keep(
  { record_id, form, form_version, mission }: OperationPlace,
  kept: FormOperation,
  user: Session,
  earlier: FormOperation | undefined,
): Promise<boolean> {
  const found = await findSeal()
  const mission_id = mission?._id ?? null
  const { kept_at, clock_went_back } = await readClock()
  const written = {
    ...kept,
    form,
    form_version,
    mission_id,
    by: user._id,
    token: user.server_token,
    clock_went_back,
  }
  const sealPlace = { key_id: found?.key_id ?? '', record_id, op_id: kept.op_id }
  const readable: OwnOperation = { ...kept, form, form_version, mission }
  const [message, own] = await Promise.all([
    found?.seal(JSON.stringify(written), sealPlace),
    encryptOwn(readable),
  ])
  const item = {
    op_id: kept.op_id,
    record_id,
    by: user._id,
    hospital_id: user.hospital._id,
    kept_at,
    own,
    may_have_arrived: 0 as const,
    problem: null,
  }
  const sealed = message ? { key_id: sealPlace.key_id, message } : null
  const db = await openForms()
  const before = unstored.find(({ op_id }) => op_id === earlier?.op_id)
  if (before?.may_have_arrived) return false
  const replaced = before ? undefined : earlier?.op_id
  const outcome = db && sealed ? await store(db, { ...item, sealed }, replaced) : 'no-storage'
  if (outcome !== 'stored' && replaced !== undefined) return false
  if (before) unstored.splice(unstored.indexOf(before), 1)
  if (outcome !== 'stored') unstored.push({ ...item, sealed, written })
  if (!own) await noteUnencrypted({ by: user._id, readable })
  if (outcome === 'full' && !outboxState.get().isFull) outboxState.set({ ...outboxState.get(), isFull: true })
  return true
}

/** What was written in this page while the vault of its author was locked; nobody could read it on this tablet. */
const unencrypted = new Map<string, { by: string; readable: OwnOperation }>()

async function noteUnencrypted(one: { by: string; readable: OwnOperation }): Promise<void> {
  const vault = vaultState.get()
  if (vault === 'none') return
  unencrypted.set(one.readable.op_id, one)
  // It was unlocked meanwhile.
  if (vault === 'open') await encryptWritten()
}

/** Makes readable for its author what they wrote before they unlocked. */
async function encryptWritten(): Promise<void> {
  const db = await openForms()
  for (const [op_id, { by, readable }] of unencrypted) {
    const own = by === session.get()?._id ? await encryptOwn(readable) : null
    if (!own) continue
    unencrypted.delete(op_id)
    const inMemory = unstored.find((one) => one.op_id === op_id)
    if (inMemory) inMemory.own = own
    // In one transaction, so that what is noted meanwhile about sending it is not undone.
    const tx = db?.transaction('operations', 'readwrite')
    const stored = await tx?.store.index('op_id').get(op_id)
    if (stored) void tx?.store.put({ ...stored, own })
    // A full storage is no reason to stop: it is sealed and will be sent.
    await tx?.done.catch(() => undefined)
  }
}
vaultState.subscribe(() => vaultState.get() === 'open' && void encryptWritten())

/** `late`: what it would replace may have arrived. `full`: there is no room. */
async function store(
  db: NonNullable<Awaited<ReturnType<typeof openForms>>>,
  item: KeptOperation,
  replaced: string | undefined,
): Promise<'stored' | 'late' | 'full'> {
  try {
    // In one transaction, so that nobody takes the earlier one in between to send it.
    const tx = db.transaction('operations', 'readwrite', durably)
    if (replaced !== undefined) {
      const before = await tx.store.index('op_id').get(replaced)
      if (before?.seq === undefined || addUnnoted(before).may_have_arrived === 1) return 'late'
      void tx.store.delete(before.seq)
    }
    void tx.store.add(item)
    await tx.done
    return 'stored'
  } catch (error) {
    if (error instanceof DOMException) return 'full'
    throw error
  }
}

/** Counts again what is unsent, and tells the other tabs. */
export async function refreshState(isTold = true): Promise<void> {
  const db = await openForms()
  const all = await listOperations()
  const parts = await listParts()
  const items = [...all, ...unstored, ...parts]
  const { told_at = 0, last_sent_at } = await readState()
  newestAt = items.reduce(
    (newest, { kept_at, problem }) => (problem === null ? Math.max(newest, kept_at) : newest),
    told_at,
  )
  const inMemory = [...unstored, ...unstoredParts]
  outboxState.set({
    ...outboxState.get(),
    ...countKept(items, session.get()),
    parts,
    asked: await listCompletions(),
    refused: await listRefusals(),
    isInMemory: inMemory.some(({ problem }) => problem === null),
    isFull: db !== undefined && inMemory.some(({ sealed }) => sealed !== null),
    lastSentAt: last_sent_at ?? outboxState.get().lastSentAt,
  })
  if (isTold) channel?.postMessage('changed')
}
channel?.addEventListener('message', () => void refreshState(false))

/**
 * What this user has written into a record and the server does not have, in order; only their own copies can be read.
 */
export async function listKept(recordId: string): Promise<KeptOperation[]> {
  const all = await listOperations()
  return all.filter(({ record_id, by }) => record_id === recordId && by === session.get()?._id)
}

/** Something has arrived; of it, so many wait for a person. */
export async function noteSent(waiting: number): Promise<void> {
  const lastSentAt = Date.now()
  await writeState({ last_sent_at: lastSentAt })
  const { waiting: before } = outboxState.get()
  outboxState.set({ ...outboxState.get(), waiting: before + waiting, lastSentAt })
}

/** Whether the server lacks something of a record. */
export async function hasUnsent(recordId: string): Promise<boolean> {
  const all = [...(await listOperations()), ...unstored, ...(await listParts())]
  return all.some(({ record_id }) => record_id === recordId)
}

/** Forgets what the signed-in user wrote and the server cannot store, once they have seen so. */
export async function forgetFailed(): Promise<void> {
  const db = await openForms()
  const user = session.get()
  const isSeen = ({ by, problem }: Pick<KeptOperation, 'by' | 'problem'>) =>
    problem !== null && by === user?._id
  for (const one of await listOperations())
    if (isSeen(one) && one.seq !== undefined) await db?.delete('operations', one.seq)
  for (const one of unstored.filter(isSeen)) unstored.splice(unstored.indexOf(one), 1)
  const parts = await listParts()
  for (const part of parts) if (isSeen(part) && !hasOwnList(part, parts)) await deletePart(part.op_id)
  await refreshState()
}
