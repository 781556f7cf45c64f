import { createStore } from '../../../api/store.ts'
import { emptyOutbox } from './saving-rules.ts'

/** Of all tabs of this browser. */
export const outboxState = createStore(emptyOutbox)
