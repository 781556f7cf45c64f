import { session } from '../../../session/session.ts'
import { type KeptCompletion, type KeptRefusal, openForms, putDurably, type RecordName } from './database.ts'
import { isOfHospital, type OutboxState } from './saving-rules.ts'

/** If the browser stores nothing, they last as long as the page. */
const unstored = new Map<string, KeptCompletion>()

/** No answer of a record stands in it, so there is nothing to encrypt. */
export async function putCompletion({ _id, form, number, created_at }: RecordName): Promise<void> {
  const user = session.get()
  if (!user) return
  const name = { _id, form, number, created_at }
  await put({ by: user._id, record_id: _id, hospital_id: user.hospital._id, name, asked_at: Date.now() })
}

/** The wish of the signed-in user is not granted, and is not asked again; why stays. */
export async function refuseCompletion(record_id: string, refusal: KeptRefusal): Promise<void> {
  const by = session.get()?._id
  const asked = (await listAll()).find((one) => one.record_id === record_id && one.by === by)
  if (asked) await put({ ...asked, refusal })
}

async function put(asked: KeptCompletion): Promise<void> {
  const { record_id } = asked
  const db = await openForms()
  const isStored =
    db !== undefined &&
    (await putDurably(db, 'completions', asked).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof DOMException)) throw error
        return false
      },
    ))
  if (isStored) unstored.delete(record_id)
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

/** Why records of this hospital are not complete though somebody asked for it, by id, and how they are named. */
export async function listRefusals(): Promise<OutboxState['refused']> {
  const user = session.get()
  const ofHospital = (await listAll()).filter((one) => isOfHospital(one, user))
  return Object.fromEntries(
    ofHospital.flatMap(({ record_id, name, refusal }) =>
      refusal === undefined ? [] : [[record_id, { ...refusal, name }]],
    ),
  )
}

async function listAll(): Promise<KeptCompletion[]> {
  const db = await openForms()
  return [...((await db?.getAll('completions')) ?? []), ...unstored.values()]
}
