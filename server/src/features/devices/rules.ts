import { type DeviceKind, wornKinds } from 'contract'
import { hashOf, type Link } from '../../bedside/box-chain.ts'

export function isWorn(kind: DeviceKind): boolean {
  return wornKinds.some((one) => one === kind)
}

/** Whose a device is, and since when. */
export type Open = { id: string; patientId: string; from: string }

/**
 * What is to be done so that the device is this patient's (nobody's) since that instant. What was noted since then
 * already stands: it is not overwritten by somebody who did not see it.
 */
export function stepOf(
  open: Open | undefined,
  patientId: string | null,
  at: string,
): 'nothing' | 'give' | 'begin-earlier' | 'take' | 'hand-over' | 'moved-since' {
  if (!open) return patientId === null ? 'nothing' : 'give'
  const isBefore = Date.parse(at) < Date.parse(open.from)
  if (open.patientId === patientId) return isBefore ? 'begin-earlier' : 'nothing'
  if (isBefore || Date.parse(at) === Date.parse(open.from)) return 'moved-since'
  return patientId === null ? 'take' : 'hand-over'
}

export type ChainLink = Link & { hash: Buffer }

/** Whether a message is as it came. */
export function isIntact(link: ChainLink): boolean {
  return hashOf(link).equals(link.hash)
}

/** Whether a message is as it came and hangs on the one before it; the first one hangs on nothing. */
export function follows(before: ChainLink | undefined, link: ChainLink): boolean {
  const hangs = before
    ? link.number === before.number + 1 && link.previousHash?.equals(before.hash) === true
    : link.number === 1 && link.previousHash === null
  return hangs && isIntact(link)
}

/** How many messages, in their order, follow one from the other before one does not. */
export function provedIn(before: ChainLink | undefined, links: readonly ChainLink[]): number {
  const broken = links.findIndex((link, at) => !follows(at === 0 ? before : links[at - 1], link))
  return broken === -1 ? links.length : broken
}
