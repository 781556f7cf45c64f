import type { KeptPart } from './database.ts'

/** What stands between what was written on this tablet and the server. */
export type OutboxState = {
  /** Operations, photos and signatures that the server does not have, of everybody who wrote on this tablet. */
  unsent: number
  /** Those that the server cannot store. */
  failed: number
  /** Delivered in this tab, and a person decides about them. */
  waiting: number
  lastSentAt: number | undefined
  /** The storage of the browser is full: what is typed is kept in memory alone. */
  isFull: boolean
  /** The records that the user asked to complete once everything of them is sent. */
  asked: readonly string[]
  /** Photos and signatures that the server does not have. */
  parts: readonly KeptPart[]
}

export const emptyOutbox: OutboxState = {
  unsent: 0,
  failed: 0,
  waiting: 0,
  lastSentAt: undefined,
  isFull: false,
  asked: [],
  parts: [],
}

export type SavingWord = 'full' | 'failed' | 'unsent' | 'sending' | 'waiting' | 'saved' | 'saved-all'

/** What the state line says. It never says that everything is saved while anything is not. */
export function chooseSavingWord(
  { unsent, failed, waiting, lastSentAt, isFull }: OutboxState,
  isLost: boolean,
): SavingWord {
  if (isFull && unsent > 0) return 'full'
  if (failed > 0) return 'failed'
  if (unsent > 0) return isLost ? 'unsent' : 'sending'
  if (waiting > 0) return 'waiting'
  return lastSentAt === undefined ? 'saved-all' : 'saved'
}

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

const [shortestMs, longestMs] = [1_000, 60_000]

/** How long to wait after so many failures; `dice` (0 to 1) keeps a thousand tablets from coming at once. */
export function computeRetryMs(failures: number, dice: number): number {
  return Math.min(longestMs, shortestMs * 2 ** failures) * (0.5 + dice)
}
