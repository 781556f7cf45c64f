import { session } from '../../../session/session.ts'
import { type KeptCompletion, openForms } from './database.ts'

/** Where the browser stores nothing, they last as long as the page. */
const unstored = new Map<string, KeptCompletion>()

/** Nothing of a record stands in it, so there is nothing to encrypt. */
export async function putCompletion(record_id: string): Promise<void> {
  const by = session.get()?._id
  if (!by) return
  const db = await openForms()
  const asked = { by, record_id, asked_at: Date.now() }
  const stored = await db?.put('completions', asked).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error
  })
  if (!stored) unstored.set(record_id, asked)
}

/** Whether there was one. */
export async function deleteCompletion(record_id: string): Promise<boolean> {
  const by = session.get()?._id
  const db = await openForms()
  const wasThere = unstored.delete(record_id)
  if (!by || !(await db?.getKey('completions', [by, record_id]))) return wasThere
  await db?.delete('completions', [by, record_id])
  return true
}

/** The records that the signed-in user asked to complete, in that order. */
export async function listCompletions(): Promise<string[]> {
  const user = session.get()
  const db = await openForms()
  const all = [...((await db?.getAll('completions')) ?? []), ...unstored.values()]
  return all
    .filter(({ by }) => by === user?._id)
    .toSorted((a, b) => a.asked_at - b.asked_at)
    .map(({ record_id }) => record_id)
}
