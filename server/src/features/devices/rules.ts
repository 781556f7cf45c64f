import { type DeviceKind, wearableKinds } from 'contract'
import { type BoxChainLink, computeLinkHash } from '../../bedside/box-chain.ts'

export function isWearable(kind: DeviceKind): boolean {
  return wearableKinds.some((one) => one === kind)
}

/** The patient who has a device, and since when. */
export type OpenAssignment = { id: string; patientId: string; from: string }

/**
 * The change that gives the device to this patient (or to nobody) from that instant on. A change stored since then is
 * not overwritten by a user who did not see it.
 */
export function planAssignment(
  open: OpenAssignment | undefined,
  patientId: string | null,
  at: string,
): 'nothing' | 'give' | 'begin-earlier' | 'take' | 'hand-over' | 'moved-since' {
  if (!open) return patientId === null ? 'nothing' : 'give'
  const isBefore = Date.parse(at) < Date.parse(open.from)
  if (open.patientId === patientId) return isBefore ? 'begin-earlier' : 'nothing'
  if (isBefore || Date.parse(at) === Date.parse(open.from)) return 'moved-since'
  return patientId === null ? 'take' : 'hand-over'
}

export type ChainLink = BoxChainLink & { hash: Buffer }

/** Whether a message is unchanged since it arrived. */
export function isIntact(link: ChainLink): boolean {
  return computeLinkHash(link).equals(link.hash)
}

/** Whether a message is unchanged and linked to the previous one; the first one has no link. */
export function isChained(before: ChainLink | undefined, link: ChainLink): boolean {
  const hangs = before
    ? link.number === before.number + 1 && link.previousHash?.equals(before.hash) === true
    : link.number === 1 && link.previousHash === null
  return hangs && isIntact(link)
}

/** How many of the messages, from the first on, follow each from the previous one. */
export function countProvedLinks(before: ChainLink | undefined, links: readonly ChainLink[]): number {
  const broken = links.findIndex((link, at) => !isChained(at === 0 ? before : links[at - 1], link))
  return broken === -1 ? links.length : broken
}
