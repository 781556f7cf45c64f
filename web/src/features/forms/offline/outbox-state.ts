import { CallError } from 'contract'
import { useMemo, useSyncExternalStore } from 'react'
import { createStore } from '../../../api/store.ts'
import type { KeptRefusal, RecordName } from './database.ts'
import { emptyOutbox, type OutboxState } from './saving-rules.ts'

/** The outbox as all tabs of this browser share it. */
export const outboxState = createStore(emptyOutbox)

/** How many lines of a record say what is unsent: the line above all screens leaves it to them. */
export const savingLines = createStore(0)

/**
 * Whether the record is to be completed once it is sent. The count of what is unsent changes often, and draws nothing
 * here.
 */
export const useIsAwaited = (recordId: string): boolean =>
  useSyncExternalStore(outboxState.subscribe, () => outboxState.get().asked.includes(recordId))

/** What is told of refusals beside their records: an earlier version of the app did not keep how they are named. */
export const listNamedRefusals = ({ refused }: OutboxState): (KeptRefusal & { name: RecordName })[] =>
  Object.values(refused).flatMap(({ name, ...refusal }) => (name ? [{ name, ...refusal }] : []))

/** Why the record is not complete though somebody asked for it; it stays the same until it is asked for again. */
export function useCompletionFailure(recordId: string): CallError | undefined {
  const kept: string | undefined = useSyncExternalStore(outboxState.subscribe, () =>
    JSON.stringify(outboxState.get().refused[recordId]),
  )
  return useMemo(() => (kept === undefined ? undefined : new CallError(JSON.parse(kept))), [kept])
}
