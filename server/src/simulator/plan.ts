import type { DeviceKind } from 'contract'
import type { Episode } from './episodes.ts'
import type { Card, Coordinates, Payload } from './payloads.ts'
import type { Body } from './vitals.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * `mac` is in the stored form, `via` is the MAC of the gateway that hears the device, `body` the one it measures. A
 * device that nobody wears is tried on once a cycle.
 */
export type SimulatedDevice = {
  mac: string
  kind: DeviceKind
  name: string
  via: string | null
  body: Body
  isWorn: boolean
  /** The people who use a box, one after the other. */
  outpatients: readonly Outpatient[]
}
export type Outpatient = { card: Card; body: Body }

/** Milliseconds from one message of its kind to the next. */
export type Paces = Record<
  | 'vitals'
  | 'heartbeat'
  | 'place'
  | 'sleep'
  | 'oximeter'
  | 'cuff'
  | 'thermometer'
  | 'glucometer'
  | 'scale'
  | 'box',
  number
>

export type Plan = {
  seed: number
  /** When the first cycle begins: milliseconds, a whole second. */
  begins: number
  cycleMs: number
  /** How many times faster than real time. */
  speed: number
  paces: Paces
  /** If not zero, all that was measured in a span of this length is sent together at its end. */
  gatheredMs: number
  devices: readonly SimulatedDevice[]
  episodes: readonly Episode[]
  /** Where people walk, fall and call for help. */
  place: Coordinates
}

/** `at` (milliseconds) is when the message is sent; `from` is the device that it is from. */
export type SimulatedMessage = Payload & { at: number; from: string }

/**
 * One message that a device makes at `madeAt`, by the plan's clock. `slot` (0 to 9) separates the messages that one
 * device makes in one second. `compose` gets instants of the real clock.
 */
export type ScheduledMessage = {
  slot: number
  madeAt: number
  compose: (madeAt: number, sentAt: number) => Payload
}
