import {
  CallError,
  type DeliveryOutcome,
  type FieldProblem,
  type FormRecord,
  formDelivery,
  mostDelivered,
} from 'contract'
import { toBase64 } from '../../../api/base64.ts'
import { call } from '../../../api/client.ts'
import { createRetry } from '../../../api/retry.ts'
import { takeTurn } from '../../../api/turns.ts'
import { screenLock } from '../../../session/lock.ts'
import { session } from '../../../session/session.ts'
import { askCompletion, completeAsked } from './completions.ts'
import { type KeptOperation, openForms, type RecordName } from './database.ts'
import { deleteCompletion } from './kept-completions.ts'
import {
  noteSent,
  noteServerTime,
  type OperationPlace,
  prepareOutbox,
  refreshState,
  triedUnreadable,
  type UnstoredOperation,
  unstored,
} from './outbox.ts'
import { keepPart, type MadePart, sendParts } from './parts.ts'
import { isToBeSent, takeBatch } from './saving-rules.ts'
import { addUnnoted, noteInMemory } from './unnoted.ts'

export type Delivery = {
  record: FormRecord | null
  results: ReadonlyMap<string, { outcome: DeliveryOutcome; problem: FieldProblem | null }>
}

const mostBytes = 500_000

const retryDrain = createRetry(() => void drainByItself())
const retryRest = createRetry(() => void drainByItself())

/**
 * Sends everything that is kept of this hospital, whoever wrote it, in order; then, behind it, what waits for that.
 * Throws if the server cannot be reached; it is then tried again.
 */
export async function drain(show: string | null = null): Promise<Delivery> {
  retryDrain.stop()
  try {
    const delivery = await takeTurn('forms-drain', () => sendBatches(show))
    retryDrain.forget()
    void sendRest()
    return delivery
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    retryDrain.plan()
    throw error
  }
}

/** What goes after all operations, so that none waits for it. */
async function sendRest(): Promise<void> {
  retryRest.stop()
  try {
    await takeTurn('forms-rest', async () => {
      await sendParts()
      await completeAsked()
    })
    retryRest.forget()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    retryRest.plan()
  }
}

/** A failure is in the state line; the next try is planned. */
export async function drainByItself(): Promise<void> {
  if (session.get() && navigator.onLine) await drain().catch(() => undefined)
}

async function sendBatches(show: string | null): Promise<Delivery> {
  const results = new Map<string, { outcome: DeliveryOutcome; problem: FieldProblem | null }>()
  // A batch may have been cut by its size: only when nothing is left is the record what it shows.
  let record: FormRecord | null = null
  for (let isFirst = true; ; isFirst = false) {
    const batch = await takeNextBatch()
    if (batch.length === 0 && (show === null || !isFirst)) return { record, results }
    const operations = batch.map(toDelivered)
    const reply = await call(formDelivery.apply, { operations, show }, { showSuccess: false })
    await noteServerTime(reply.now)
    for (const { op_id, ...result } of reply.results) results.set(op_id, result)
    await settle(batch, results)
    record = reply.record
  }
}

async function takeNextBatch(): Promise<(KeptOperation | UnstoredOperation)[]> {
  const db = await openForms()
  // In one transaction, so that no later answer takes the place of one that is being sent.
  const tx = db?.transaction('operations', 'readwrite')
  const kept: (KeptOperation | UnstoredOperation)[] = [
    ...((await tx?.store.getAll()) ?? []).map(addUnnoted),
    ...unstored,
  ]
  const user = session.get()
  const items = kept.filter((one) => isToBeSent(one, user, triedUnreadable))
  const size = ({ sealed }: KeptOperation | UnstoredOperation) =>
    (sealed?.message.length ?? 1_000) * 1.4 + 200
  const batch = takeBatch(items, { most: mostDelivered, mostBytes, size })
  for (const item of batch) {
    item.may_have_arrived = 1
    if ('written' in item) continue
    void tx?.store.put(item)
  }
  await tx?.done.catch(() => batch.forEach(noteInMemory))
  return batch
}

function toDelivered(item: KeptOperation | UnstoredOperation) {
  const { op_id, record_id, sealed } = item
  if (sealed)
    return { op_id, record_id, sealed: { key_id: sealed.key_id, message: toBase64(sealed.message) } }
  return { op_id, record_id, written: 'written' in item ? item.written : undefined }
}

const isWithServer: readonly DeliveryOutcome[] = ['applied', 'same', 'conflict', 'waiting']

async function settle(
  batch: readonly (KeptOperation | UnstoredOperation)[],
  results: Delivery['results'],
): Promise<void> {
  const db = await openForms()
  const tx = db?.transaction('operations', 'readwrite')
  const refused: KeptOperation[] = []
  for (const item of batch) {
    const result = results.get(item.op_id)
    if (!result) continue
    if (isWithServer.includes(result.outcome)) {
      const inMemory = unstored.indexOf(item as UnstoredOperation)
      if (inMemory >= 0) unstored.splice(inMemory, 1)
      else if (item.seq !== undefined) void tx?.store.delete(item.seq)
    } else {
      item.problem = result.problem?.message ?? result.outcome
      if (result.outcome === 'unreadable') triedUnreadable.add(item.op_id)
      if (!('written' in item)) refused.push(item)
    }
  }
  await tx?.done
  if (refused.length > 0) await noteRefused(refused)
  // Without these answers a record is not what its author asked to complete.
  for (const { by, record_id, problem } of batch)
    if (problem !== null && by === session.get()?._id) await deleteCompletion(record_id)
  const waiting = batch.filter(({ op_id }) => results.get(op_id)?.outcome === 'waiting').length
  if (batch.length > 0) await noteSent(waiting)
  await refreshState()
}

/** Apart from what is deleted: a storage that is too full for this gives up what was delivered. */
async function noteRefused(refused: readonly KeptOperation[]): Promise<void> {
  const tx = (await openForms())?.transaction('operations', 'readwrite')
  for (const item of refused) void tx?.store.put(item)
  await tx?.done.catch(() => refused.forEach(noteInMemory))
}

/** Adds a photo or a signature to a record, behind what is typed; false if this browser cannot keep it. */
export async function addPart(place: OperationPlace, made: MadePart, picture: File): Promise<boolean> {
  const isKept = await keepPart(place, made, picture)
  if (isKept) void drainByItself()
  return isKept
}

/** Completes a record of the signed-in user as soon as the server has everything of it. */
export async function completeLater(record: RecordName): Promise<void> {
  await askCompletion(record)
  void drainByItself()
}

/** Sends what an earlier tab, user or version of the app has left, now and whenever there is a signal again. */
export function startOutbox(): () => void {
  // What is kept is shown at once, also if the server does not answer.
  void refreshState()
  void prepareOutbox().then(drainByItself)
  addEventListener('online', drainByItself)
  // What was refused while the screen was locked.
  const stop = screenLock.subscribe(() => void drainByItself())
  return () => {
    stop()
    removeEventListener('online', drainByItself)
  }
}
