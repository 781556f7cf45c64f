import { findSilence } from './episodes.ts'
import { hashToFraction } from './noise.ts'
import { type Plan, type SimulatedDevice, type SimulatedMessage, second } from './plan.ts'
import { listScheduledMessages } from './scheduled-messages.ts'

/**
 * All messages from `from` until before `to` (milliseconds), in order. The same plan gives the same messages, whatever
 * the spans in which it is asked.
 */
export function listMessages(plan: Plan, from: number, to: number): SimulatedMessage[] {
  const { begins, speed, devices } = plan
  const wall = (at: number) => begins + (at - begins) / speed
  const planned = (at: number) => begins + (at - begins) * speed
  return devices
    .flatMap((device) => {
      const earliest = Math.max(begins, planned(from) - computeMaxDelay(plan, device))
      return listScheduledMessages(plan, device, earliest, planned(to)).flatMap(
        ({ slot, madeAt, compose }) => {
          const sentAt = computeSendTime(plan, device, madeAt, slot)
          if (sentAt === undefined) return []
          const at = Math.round(wall(sentAt))
          return at >= from && at < to ? [{ ...compose(wall(madeAt), at), at, from: device.mac }] : []
        },
      )
    })
    .sort((one, other) => one.at - other.at || one.from.localeCompare(other.from))
}

const maxHesitation = 8 * second

function computeMaxDelay({ episodes, gatheredMs }: Plan, { via, mac }: SimulatedDevice): number {
  const silence = findSilence(episodes, via ?? mac)
  const away = silence ? silence.to - silence.from : 0
  return gatheredMs + away * (1 + 1 / catchUp) + maxHesitation + second
}

/** Messages that one device sends in the same second are this far apart. */
const slotMs = 10
/** How much faster than it heard them a gateway sends the readings it has stored. */
const catchUp = 60

/** When a message is sent, by the plan's clock; undefined if it is never sent. */
function computeSendTime(
  plan: Plan,
  device: SimulatedDevice,
  madeAt: number,
  slot: number,
): number | undefined {
  const { seed, begins, cycleMs, gatheredMs, episodes } = plan
  const { mac, kind, via } = device
  const ofItsOwn = slot * slotMs
  if (gatheredMs > 0) return begins + Math.ceil((madeAt - begins) / gatheredMs) * gatheredMs + ofItsOwn
  const longest = via === null ? 3 * second : maxHesitation
  const hesitation =
    Math.ceil((hashToFraction(seed, `${mac} hesitates ${madeAt}`) * longest) / second) * second
  const due = madeAt + hesitation
  const silence = findSilence(episodes, via ?? mac)
  if (silence) {
    const cycle = begins + Math.floor((due - begins) / cycleMs) * cycleMs
    const [since, until] = [cycle + silence.from, cycle + silence.to]
    if (due >= since && due < until) {
      if (kind === 'gateway') return undefined
      // The half keeps its time apart from that of messages that are sent on time.
      return until + Math.floor((due - since) / catchUp / slotMs) * slotMs + slotMs / 2
    }
  }
  return due + ofItsOwn
}
