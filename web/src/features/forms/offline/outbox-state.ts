import { useSyncExternalStore } from 'react'
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
