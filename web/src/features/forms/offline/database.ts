import type { FieldProblem, FormRecord, SealedCheckPart, SealedPart, SealedStepPart } from 'contract'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'

type Bytes = Uint8Array<ArrayBuffer>

/** What only whoever knows the PIN, or has the passkey, of its user can read on this tablet. */
export type Encrypted = { nonce: Bytes; data: Bytes }

/** An operation until the server has it. Nothing of what was answered stands in it in clear. */
export type KeptOperation = {
  seq?: number
  op_id: string
  record_id: string
  by: string
  /** The hospital whose sessions send it. An earlier version of the app did not keep it. */
  hospital_id?: string
  kept_at: number
  sealed: { key_id: string; message: Bytes }
  /** The same for its author, if they have set a PIN: to be read where there is no signal. */
  own: Encrypted | null
  /** Whether it may have arrived: then it is sent again as it was, and no later answer takes its place. */
  may_have_arrived: 0 | 1
  /** Why the server cannot store it; it stays until its author has seen it. */
  problem: string | null
}

/** A record as it was last seen by a user, with which it opens where there is no signal. */
export type KeptRecord = { by: string; record_id: string; seen_at: number; own: Encrypted }

/** A mission of the user's team as they last saw it, until it is closed. */
export type KeptMission = { by: string; mission_id: string; seen_at: number; own: Encrypted }

/** What a user saw or typed beside forms and missions, by a name, such as the checklist of a vehicle. */
export type KeptCopy = { by: string; name: string; kept_at: number; own: Encrypted }

/**
 * How the key of a user's copies is wrapped. `device` never leaves the browser, and a copy of the wrapped key is no use
 * without it.
 */
export type KeptKey = {
  by: string
  kind: 'pin' | 'passkey'
  salt: Bytes
  device: CryptoKey
  /** Null after ten wrong tries. */
  wrapped: Encrypted | null
  failures: number
  /** The key, sealed for its user to their hospital. An earlier version of the app did not keep it. */
  recovery?: { key_id: string; message: Bytes } | null
}

/**
 * A photo, a signature, a check of a vehicle or a step of a mission until the server has it. Its content stands apart,
 * so that what waits is counted without reading pictures.
 */
export type KeptPart = {
  op_id: string
  /** The id of the record. Steps of one author in one mission share an id, which does not tell the mission. */
  record_id: string
  by: string
  hospital_id?: string
  kind: SealedPart['kind'] | SealedCheckPart['kind'] | SealedStepPart['kind']
  kept_at: number
  may_have_arrived: 0 | 1
  problem: string | null
  /** Why the panel refused a step. */
  refusal?: KeptRefusal
  /** The first call of a step is under way in the page where it was pressed: no other one sends or shows it. */
  is_pressed?: 0 | 1
}
export type KeptContent = {
  op_id: string
  sealed: { key_id: string; message: Bytes }
  own: Encrypted | null
}

/** How a list names a record. Nothing that was answered stands in it. */
export type RecordName = Pick<FormRecord, '_id' | 'form' | 'number' | 'created_at'>

/** A record that its author asked to complete once everything of it is sent. */
export type KeptCompletion = {
  by: string
  record_id: string
  asked_at: number
  /** An earlier version of the app kept neither. */
  name?: RecordName
  hospital_id?: string
  /** Why it was refused: whoever opens the record on this tablet sees it, until it is asked for again. */
  refusal?: KeptRefusal
}
export type KeptRefusal = { code: number; status: number; fields: readonly FieldProblem[] }

export type KeptState = {
  name: 'state'
  sealing: { hospital_id: string; key_id: string; public_key: Bytes } | null
  /** How far the clock of the tablet is ahead of the server's. */
  clock_offset_ms: number
  /** What the clock of the tablet showed then. An earlier version of the app did not keep it. */
  told_at?: number
  last_sent_at: number | null
}

export interface FormsSchema extends DBSchema {
  operations: { key: number; value: KeptOperation; indexes: { op_id: string } }
  records: { key: [string, string]; value: KeptRecord }
  missions: { key: [string, string]; value: KeptMission }
  copies: { key: [string, string]; value: KeptCopy }
  keys: { key: string; value: KeptKey }
  state: { key: string; value: KeptState }
  completions: { key: [string, string]; value: KeptCompletion }
  parts: { key: string; value: KeptPart }
  contents: { key: string; value: KeptContent }
}

export type FormsDatabase = IDBPDatabase<FormsSchema>

/**
 * On the disk before it counts as kept, also if the tablet loses power the moment after. Without this a browser leaves
 * it to the system for seconds.
 */
export const durably = { durability: 'strict' } as const satisfies IDBTransactionOptions

/** Stores what somebody has written or asked for. */
export async function putDurably<Name extends StoreNames<FormsSchema>>(
  db: FormsDatabase,
  name: Name,
  value: FormsSchema[Name]['value'],
): Promise<void> {
  const tx = db.transaction(name, 'readwrite', durably)
  void tx.store.put(value)
  await tx.done
}

type Upgrade = (
  db: IDBPDatabase<FormsSchema>,
  tx: IDBPTransaction<FormsSchema, StoreNames<FormsSchema>[], 'versionchange'>,
) => void | Promise<void>

/**
 * From each version of what is stored to the next one. A released step never changes: what any earlier
 * version of the app goes through all that follow.
 */
const upgrades: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true })
    db.createObjectStore('records', { keyPath: ['by', 'record_id'] })
    db.createObjectStore('keys', { keyPath: 'by' })
    db.createObjectStore('state', { keyPath: 'name' })
  },
  (_db, tx) => {
    tx.objectStore('operations').createIndex('op_id', 'op_id')
  },
  (db) => {
    db.createObjectStore('completions', { keyPath: ['by', 'record_id'] })
  },
  (db) => {
    db.createObjectStore('parts', { keyPath: 'op_id' })
    db.createObjectStore('contents', { keyPath: 'op_id' })
  },
  (db) => {
    db.createObjectStore('missions', { keyPath: ['by', 'mission_id'] })
  },
  (db) => {
    db.createObjectStore('copies', { keyPath: ['by', 'name'] })
  },
]

const name = 'forms'
let opened: Promise<FormsDatabase> | undefined

/** Undefined where the browser stores nothing: what is written then stays in memory until it is sent. */
export function openForms(): Promise<FormsDatabase | undefined> {
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) return Promise.resolve(undefined)
  opened ??= openDB<FormsSchema>(name, upgrades.length, {
    async upgrade(db, from, _to, tx) {
      for (const upgrade of upgrades.slice(from)) await upgrade(db, tx)
    },
    // Another tab runs a newer version of the app: it may go on as soon as this one has nothing open.
    blocking(_from, _to, event) {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opened = undefined
    },
  })
  return opened.catch((error: unknown) => {
    opened = undefined
    if (error instanceof DOMException) return undefined
    throw error
  })
}
