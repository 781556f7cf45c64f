import type { DeviceKind } from 'contract'
import type { Episode } from './episodes.ts'
import type { Card, Payload, Place } from './payloads.ts'
import type { Body } from './vitals.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * `mac` is an address as it is kept, `via` that of the gateway that hears the device, `body` of whom it measures. One that
 * nobody wears is tried once a cycle.
 */
export type SimulatedDevice = {
  mac: string
  kind: DeviceKind
  name: string
  via: string | null
  body: Body
  isWorn: boolean
  /** Who comes to a box, one after the other. */
  visitors: readonly Visitor[]
}
export type Visitor = { card: Card; body: Body }

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
  /** Times as fast as life. */
  speed: number
  paces: Paces
  /** Where it is not zero, what was measured in such a span comes together at its end. */
  gatheredMs: number
  devices: readonly SimulatedDevice[]
  episodes: readonly Episode[]
  /** Where people walk, fall and call for help. */
  place: Place
}

/** `at`, in milliseconds, is when the message comes; `from` the device that it is of. */
export type SimulatedMessage = Payload & { at: number; from: string }

/**
 * One thing that a device says, made at `madeAt` by the clock of the plan. `lane`, from 0 to 9, keeps what one device says
 * in one second apart. The instants of `compose` are by the clock on the wall.
 */
export type Saying = {
  lane: number
  madeAt: number
  compose: (madeAt: number, sentAt: number) => Payload
}
