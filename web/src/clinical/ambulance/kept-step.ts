import type { CallError, Input, missions } from 'contract'
import type { Store } from '../../api/store.ts'

export type StepReport = Input<typeof missions.report>

/** A step with the time of its press, and the number of its mission. An earlier version of the app kept no number. */
export type PressedStep = { step: StepReport & { at: string }; number?: string }

/** A step that was pressed on this tablet and that the panel does not have. */
export type KeptStep = {
  op_id: string
  by: string
  kept_at: number
  /** Any session of the hospital brings it; otherwise its author alone. */
  isSealed: boolean
  /** It could not be stored, and is lost with this page. */
  isInPage: boolean
  /** Why the panel refused it; then it waits for a person. */
  failure: CallError | undefined
  /** A colleague may discard it, because its author may never sign in again or may take no more steps. */
  isLeft: boolean
  /** Undefined where it cannot be read: it is somebody else's, or is locked. */
  pressed: PressedStep | undefined
}

/** What keeps the steps of a crew on this tablet. */
export type StepKeeper = {
  /** The steps of the user's hospital, in the order in which they were pressed. */
  kept: Store<readonly KeptStep[]>
  /** The id of the one that this tab is sending. */
  inFlight: Store<string | undefined>
  /** How many this tab has sent that wait for a dispatcher, until somebody has seen so. */
  waiting: Store<number>
  /** The instant by the server's clock, as far as this tablet knows it. */
  readServerTime: () => Promise<Date>
  /** Sends a step at its press. If the panel takes nothing in it is kept; if it refuses, the press fails. */
  press: (report: StepReport, pressed: PressedStep) => Promise<void>
  /** Sends all of them; false if anything is left to try again. */
  sendAll: () => Promise<boolean>
  /** Takes one back; false if it was sent meanwhile. */
  remove: (opId: string) => Promise<boolean>
}
