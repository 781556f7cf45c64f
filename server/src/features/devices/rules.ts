import { type BoxChainLink, computeLinkHash } from '../../bedside/box-chain.ts'

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

/** How many of the messages, from the first on, are each built on the previous one. */
export function countProvedLinks(before: ChainLink | undefined, links: readonly ChainLink[]): number {
  const broken = links.findIndex((link, at) => !isChained(at === 0 ? before : links[at - 1], link))
  return broken === -1 ? links.length : broken
}
