import { CallError } from 'contract'
import { useMemo, useSyncExternalStore } from 'react'
import { createStore } from '../../../api/store.ts'
import { emptyOutbox } from './saving-rules.ts'

/** Of all tabs of this browser. */
export const outboxState = createStore(emptyOutbox)

/**
 * Whether the record is to be completed once it is sent. The count of what is unsent changes often, and draws nothing
 * here.
 */
export const useIsAwaited = (recordId: string): boolean =>
  useSyncExternalStore(outboxState.subscribe, () => outboxState.get().asked.includes(recordId))

/** Why the record is not complete though somebody asked for it; it stays the same until it is asked for again. */
export function useCompletionFailure(recordId: string): CallError | undefined {
  const kept: string | undefined = useSyncExternalStore(outboxState.subscribe, () =>
    JSON.stringify(outboxState.get().refused[recordId]),
  )
  return useMemo(() => (kept === undefined ? undefined : new CallError(JSON.parse(kept))), [kept])
}
