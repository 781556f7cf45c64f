import type { KeptPart, KeptRefusal, RecordName } from './database.ts'

/** What stands between what was written on this tablet and the server. */
export type OutboxState = {
  /**
   * Operations, photos, signatures, checks and steps of missions that the server does not have, of everybody of this
   * hospital who wrote on this tablet.
   */
  unsent: number
  /** The parts that the server cannot store; then the user's own among them, without those that have their own list. */
  failed: number
  ownFailed: number
  /** What is sent when somebody of another hospital signs in. */
  elsewhere: number
  /** The user's own records of which the server lacks something. */
  own: readonly string[]
  /** Delivered in this tab, and a person decides about them. */
  waiting: number
  lastSentAt: number | undefined
  /** Something that is to be sent is kept in memory alone, and is lost with the page. */
  isInMemory: boolean
  /** Why: the storage of the browser is full. Otherwise it has none, or nothing can be sealed. */
  isFull: boolean
  /** The records that the user asked to complete once everything of them is sent. */
  asked: readonly string[]
  /** Why records are not complete though somebody asked for it on this tablet, by id, and how they are named. */
  refused: Readonly<Record<string, KeptRefusal & { name: RecordName | undefined }>>
  /** Photos, signatures, checks of vehicles and steps of missions that the server does not have. */
  parts: readonly KeptPart[]
}

export const emptyOutbox: OutboxState = {
  unsent: 0,
  failed: 0,
  ownFailed: 0,
  elsewhere: 0,
  own: [],
  waiting: 0,
  lastSentAt: undefined,
  isInMemory: false,
  isFull: false,
  asked: [],
  refused: {},
  parts: [],
}

export type SavingWord =
  | 'full'
  | 'in-memory'
  | 'failed'
  | 'unsent'
  | 'sending'
  | 'waiting'
  | 'saved'
  | 'saved-all'

/** What the state line says. It never says that everything is saved while anything is not. */
export function chooseSavingWord(
  { unsent, failed, waiting, lastSentAt, isInMemory, isFull }: OutboxState,
  isLost: boolean,
): SavingWord {
  if (isFull && unsent > 0) return 'full'
  // With a connection, it is only in memory until it is sent, which does not take long.
  if (isInMemory && unsent > 0 && isLost) return 'in-memory'
  if (failed > 0) return 'failed'
  if (unsent > 0) return isLost ? 'unsent' : 'sending'
  if (waiting > 0) return 'waiting'
  return lastSentAt === undefined ? 'saved-all' : 'saved'
}

type Kept = {
  op_id: string
  by: string
  record_id: string
  hospital_id?: string
  problem: string | null
  kind?: KeptPart['kind']
  is_pressed?: 0 | 1
}
type User = { _id: string; hospital: { _id: string } }

/** Whether it is of the check of a vehicle, and of no record. */
export const isOfCheck = ({ kind }: Pick<Kept, 'kind'>): boolean => kind === 'check' || kind === 'fault-photo'

/** Whether it is a step of a mission, and of no record. */
export const isStep = ({ kind }: Pick<Kept, 'kind'>): boolean => kind === 'mission-step'

type Listed = Pick<Kept, 'op_id' | 'record_id' | 'kind'>

/**
 * Whether it stays in a list of its own until somebody has decided about it: a step, a check, and a photo behind it. A
 * photo whose check the server has is seen like everything else.
 */
export const hasOwnList = ({ kind, record_id }: Listed, kept: readonly Listed[]): boolean =>
  kind === 'mission-step' ||
  kind === 'check' ||
  (kind === 'fault-photo' && kept.some((one) => one.op_id === record_id))

/** Whether a session of this user sends it: only its own hospital can open it. */
export const isOfHospital = ({ hospital_id }: Pick<Kept, 'hospital_id'>, user: User | undefined): boolean =>
  hospital_id === undefined || hospital_id === user?.hospital._id

/** What is kept, as the user sees it. */
export function countKept(
  kept: readonly Kept[],
  user: User | undefined,
): Pick<OutboxState, 'unsent' | 'failed' | 'ownFailed' | 'elsewhere' | 'own'> {
  const here = kept.filter((one) => isOfHospital(one, user) && !one.is_pressed)
  const failed = here.filter(({ problem }) => problem !== null)
  const own = here.filter((one) => one.by === user?._id)
  return {
    unsent: here.length - failed.length,
    failed: failed.length,
    ownFailed: own.filter((one) => one.problem !== null && !hasOwnList(one, here)).length,
    elsewhere: kept.filter((one) => !isOfHospital(one, user)).length,
    own: [...new Set(own.filter((one) => !isOfCheck(one) && !isStep(one)).map(({ record_id }) => record_id))],
  }
}

/**
 * Whether something is sent now. What could not be read is tried again by each page: the hospital may have its key
 * again, and an earlier version of the app gave it to sessions of others.
 */
export const isToBeSent = (one: Kept, user: User | undefined, tried: ReadonlySet<string>): boolean =>
  isOfHospital(one, user) && (one.problem === null || (one.problem === 'unreadable' && !tried.has(one.op_id)))

/** As many of the oldest as one call takes: a number of them, and less than its body may hold. */
export function takeBatch<Item>(
  items: readonly Item[],
  { most, mostBytes, size }: { most: number; mostBytes: number; size: (item: Item) => number },
): Item[] {
  let bytes = 0
  const batch: Item[] = []
  for (const item of items.slice(0, most)) {
    bytes += size(item)
    if (batch.length > 0 && bytes > mostBytes) break
    batch.push(item)
  }
  return batch
}

/** A clock is set right by seconds all the time. */
const setRightMs = 60_000

/** Whether a clock that shows `now` was put back since it showed `newest`. */
export const hasGoneBack = (now: number, newest: number): boolean => now < newest - setRightMs
