import {
  type Answer,
  type Answers,
  type FormName,
  type FormOperation,
  type FormRecord,
  findForm,
  parseAnswerPath,
  writeAnswer,
} from 'contract'
import { session } from '../../../session/session.ts'
import { openForms } from './database.ts'
import { deleteRefusal } from './kept-completions.ts'
import { listKept, type OwnOperation, refreshState } from './outbox.ts'
import { decryptOwn, encryptOwn } from './vault/vault.ts'

/** Records that were begun in this tab and that the server may not have yet, by id. */
const begun = new Map<string, FormRecord>()
session.subscribe(() => {
  const user = session.get()
  // Whoever signs in again after their session ended goes on with what they began; nobody else sees it.
  if (user) for (const [id, { created_by }] of begun) if (created_by?._id !== user._id) begun.delete(id)
})

type Beginning = Pick<FormRecord, 'form' | 'mission'> & { id: string; at: string }

/** A record that is begun here, without the server. */
export function beginRecord(beginning: Beginning): FormRecord {
  const record = makeRecord(beginning)
  begun.set(record._id, record)
  return record
}

function makeRecord({ form, mission, id, at }: Beginning): FormRecord {
  const user = session.get()
  const { version: form_version = 1 } = findForm(form) ?? {}
  if (!user) throw new Error('nobody is signed in')
  const by = { _id: user._id, first_name: user.first_name, last_name: user.last_name }
  return {
    _id: id,
    form,
    form_version,
    number: null,
    state: 'draft',
    mission,
    sent: null,
    steps: [],
    measured_rows: [],
    is_of_others: false,
    is_hidden: false,
    answers: {},
    other_answers: [],
    patient: null,
    version: 0,
    created_at: at,
    created_by: by,
    changed_at: at,
    changed_by: by,
    completed_at: null,
    completed_by: null,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    addenda: [],
    finished: [],
    decisions: [],
    drugs: {},
    signatures: [],
    photos: [],
  }
}

/**
 * Keeps a record as it is seen, for where there is no signal. Only drafts are: they alone are written there, and may
 * still be asked to be complete.
 */
export async function keepRecord(record: FormRecord): Promise<void> {
  // From now on the record is as the server says.
  begun.delete(record._id)
  if (record.state !== 'draft' && (await deleteRefusal(record._id))) await refreshState()
  const user = session.get()
  const db = await openForms()
  if (!user || !db || record.is_hidden) return
  if (record.state !== 'draft') return db.delete('records', [user._id, record._id])
  const own = await encryptOwn(record)
  const seen_at = Date.now()
  // A full storage is no reason to stop: the record is with the server.
  if (own)
    await db.put('records', { by: user._id, record_id: record._id, seen_at, own }).catch(() => undefined)
}

/** A record as it is known here: as it was seen or begun, with what was written since. */
export async function readKeptRecord(id: string): Promise<FormRecord | undefined> {
  const user = session.get()
  const db = await openForms()
  const readSeen = async () => {
    const kept = user && (await db?.get('records', [user._id, id]))
    const found = kept && (await decryptOwn<ReadRecord>(kept.own))
    return (
      found && {
        sent: null,
        decisions: [],
        steps: [],
        finished: [],
        is_of_others: false,
        drugs: {},
        ...found,
      }
    )
  }
  const [seen, operations] = await Promise.all([readSeen(), readOwnOperations(id)])
  const base = seen ?? begun.get(id)
  const [first] = operations
  const record = base ?? (first && makeRecord({ ...first, mission: first.mission ?? null, id }))
  return (
    record && { ...record, answers: operations.reduce<Answers>(writeOperation, record.answers as Answers) }
  )
}

function writeOperation(answers: Answers, { path, answer }: FormOperation): Answers {
  const place = parseAnswerPath(path)
  return place ? writeAnswer(answers, place, answer as Answer | null) : answers
}

/** An earlier version of the app kept none of these. */
type KeptSince = 'sent' | 'decisions' | 'steps' | 'finished' | 'is_of_others' | 'drugs'
type ReadRecord = Omit<FormRecord, KeptSince> & Partial<Pick<FormRecord, KeptSince>>

/** An earlier version of the app kept no mission. */
type ReadOperation = Omit<OwnOperation, 'mission'> & Partial<Pick<OwnOperation, 'mission'>>

async function readOwnOperations(id: string): Promise<ReadOperation[]> {
  const kept = await listKept(id)
  const read = await Promise.all(kept.map(({ own }) => decryptOwn<ReadOperation>(own)))
  return read.filter((one) => one !== undefined)
}

/** The drafts of a form that are known here, the newest first. */
export async function listKeptRecords(form: FormName): Promise<FormRecord[]> {
  const user = session.get()
  const db = await openForms()
  const ids = new Set([
    ...((await db?.getAll('records')) ?? [])
      .filter(({ by }) => by === user?._id)
      .map(({ record_id }) => record_id),
    ...((await db?.getAll('operations')) ?? [])
      .filter(({ by }) => by === user?._id)
      .map(({ record_id }) => record_id),
    ...begun.keys(),
  ])
  const records = await Promise.all([...ids].map(readKeptRecord))
  return records
    .filter((record): record is FormRecord => record?.form === form)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}
