import type { PressedStep } from '../../../clinical/ambulance/kept-step.ts'
import { durably, type Encrypted, type KeptContent, type KeptPart, openForms } from './database.ts'
import { addUnnoted, noteInMemory } from './unnoted.ts'

/** What its author sends as it is where nothing can be sealed. */
export type PlainPart =
  | { picture: File; caption: string | null; row_id: string | null }
  | { pressed: PressedStep }

/**
 * What the browser cannot store is kept in memory. Without a key to seal to, a photo or a step is sent as it is, by
 * whoever made it.
 */
export type UnstoredPart = KeptPart &
  Omit<KeptContent, 'sealed'> & { sealed: KeptContent['sealed'] | null; plain: PlainPart | null }

export const unstoredParts: UnstoredPart[] = []

/** Whether there was room. */
export async function putPart(part: KeptPart, content: KeptContent): Promise<boolean> {
  const db = await openForms()
  if (!db) return false
  try {
    const tx = db.transaction(['parts', 'contents'], 'readwrite', durably)
    void tx.objectStore('contents').add(content)
    void tx.objectStore('parts').add(part)
    await tx.done
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

export async function updatePart(part: KeptPart, changes: Partial<KeptPart>): Promise<void> {
  const inMemory = unstoredParts.find(({ op_id }) => op_id === part.op_id)
  if (inMemory) {
    Object.assign(inMemory, changes)
    return
  }
  const changed = { ...part, ...changes }
  const db = await openForms()
  await db?.put('parts', changed).catch(() => noteInMemory(changed))
}

/** Gives the content of a part that is still kept the copy that its author can read. */
export async function putOwn(opId: string, own: Encrypted): Promise<void> {
  const inMemory = unstoredParts.find(({ op_id }) => op_id === opId)
  if (inMemory) inMemory.own = own
  const tx = (await openForms())?.transaction('contents', 'readwrite')
  const content = await tx?.store.get(opId)
  if (content) void tx?.store.put({ ...content, own })
  // A full storage is no reason to stop: it is sealed and will be sent.
  await tx?.done.catch(() => undefined)
}

export async function deletePart(opId: string): Promise<void> {
  const at = unstoredParts.findIndex(({ op_id }) => op_id === opId)
  if (at >= 0) unstoredParts.splice(at, 1)
  const tx = (await openForms())?.transaction(['parts', 'contents'], 'readwrite')
  void tx?.objectStore('parts').delete(opId)
  void tx?.objectStore('contents').delete(opId)
  await tx?.done
  await storeUnstored()
}

/** There may be room by now. */
async function storeUnstored(): Promise<void> {
  for (const one of unstoredParts.filter(({ sealed }) => sealed !== null)) {
    const { sealed, own, plain: _plain, ...part } = one
    if (!sealed || !(await putPart(part, { op_id: part.op_id, sealed, own }))) continue
    const at = unstoredParts.indexOf(one)
    // It was sent meanwhile.
    if (at < 0) await deletePart(part.op_id)
    else unstoredParts.splice(at, 1)
  }
}

const isPicture = ({ kind }: KeptPart): boolean => kind === 'photo' || kind === 'fault-photo'

/** Everybody's, in the order in which they are sent: signatures and checks are small and go before photos. */
export async function listParts(): Promise<KeptPart[]> {
  const db = await openForms()
  const stored = (await db?.getAll('parts')) ?? []
  const inMemory = unstoredParts.map(({ sealed: _sealed, own: _own, plain: _plain, ...part }) => part)
  return [...stored.map(addUnnoted), ...inMemory].toSorted(
    (a, b) => Number(isPicture(a)) - Number(isPicture(b)) || a.kept_at - b.kept_at,
  )
}

/** Whether a signature of a record is on its way to the server. */
export const hasUnsentSignature = async (recordId: string): Promise<boolean> =>
  (await listParts()).some(
    ({ record_id, kind, problem }) => record_id === recordId && kind === 'signature' && problem === null,
  )

export async function readContent(opId: string): Promise<UnstoredPart | KeptContent | undefined> {
  const inMemory = unstoredParts.find(({ op_id }) => op_id === opId)
  return inMemory ?? (await openForms())?.get('contents', opId)
}
