import { session } from '../../../session/session.ts'
import { type KeptCompletion, type KeptRefusal, openForms } from './database.ts'

/** Where the browser stores nothing, they last as long as the page. */
const unstored = new Map<string, KeptCompletion>()

/** Nothing of a record stands in it, so there is nothing to encrypt. */
export const putCompletion = (record_id: string): Promise<void> => put(record_id, {})

/** The wish is not granted, and is not asked again; why stays. */
export const refuseCompletion = (record_id: string, refusal: KeptRefusal): Promise<void> =>
  put(record_id, { refusal })

async function put(record_id: string, outcome: Pick<KeptCompletion, 'refusal'>): Promise<void> {
  const by = session.get()?._id
  if (!by) return
  const db = await openForms()
  const asked = { by, record_id, asked_at: Date.now(), ...outcome }
  const stored = await db?.put('completions', asked).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error
  })
  if (stored) unstored.delete(record_id)
  else unstored.set(record_id, asked)
}

/** Whether there was a wish of the signed-in user. */
export function deleteCompletion(record_id: string): Promise<boolean> {
  const by = session.get()?._id
  return deleteWhere((one) => one.record_id === record_id && one.by === by && one.refusal === undefined)
}

/** Whether there was a refusal, whoever had asked. */
export const deleteRefusal = (record_id: string): Promise<boolean> =>
  deleteWhere((one) => one.record_id === record_id && one.refusal !== undefined)

async function deleteWhere(isEnded: (one: KeptCompletion) => boolean): Promise<boolean> {
  const ended = (await listAll()).filter(isEnded)
  const db = await openForms()
  for (const { by, record_id } of ended) {
    if (unstored.get(record_id)?.by === by) unstored.delete(record_id)
    await db?.delete('completions', [by, record_id])
  }
  return ended.length > 0
}

/** The records that the signed-in user asked to complete, in that order. */
export async function listCompletions(): Promise<string[]> {
  const user = session.get()
  return (await listAll())
    .filter(({ by, refusal }) => by === user?._id && refusal === undefined)
    .toSorted((a, b) => a.asked_at - b.asked_at)
    .map(({ record_id }) => record_id)
}

/** Why records are not complete though somebody asked for it, by id. */
export async function listRefusals(): Promise<Record<string, KeptRefusal>> {
  const all = await listAll()
  return Object.fromEntries(
    all.flatMap(({ record_id, refusal }) => (refusal === undefined ? [] : [[record_id, refusal]])),
  )
}

async function listAll(): Promise<KeptCompletion[]> {
  const db = await openForms()
  return [...((await db?.getAll('completions')) ?? []), ...unstored.values()]
}
