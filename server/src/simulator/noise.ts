/**
 * A number from 0 up to 1: always the same for one seed and name, and unrelated to that of another name (FNV-1a with a
 * final mix).
 */
export function hashToFraction(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A number from −1 to 1 that wanders: a new random value every `periodMs`, with a smooth curve between them. */
export function computeNoise(seed: number, name: string, at: number, periodMs: number): number {
  const step = Math.floor(at / periodMs)
  const [from = 0, to = 0] = [step, step + 1].map((knot) => hashToFraction(seed, `${name} ${knot}`) * 2 - 1)
  const part = at / periodMs - step
  return from + (to - from) * part * part * (3 - 2 * part)
}
