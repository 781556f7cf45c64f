import type { LiveEvent } from 'contract'
import type { Tx } from '../db/database.ts'

/** What work in one hospital needs, be it a call, a job or the intake. `tx` can see that hospital alone. */
export type HospitalContext = {
  readonly tx: Tx
  readonly hospitalId: string
  /** The instant of the call, ISO 8601. */
  readonly now: string
  readonly newId: () => string
  /** Sends an event to the subscribers of the event stream, once the transaction has committed. */
  readonly emit: (event: LiveEvent) => void
  /** The configured channels, by name, that reach people away from their screens. */
  readonly channels: readonly string[]
}
