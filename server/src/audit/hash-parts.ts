import { createHash } from 'node:crypto'

/**
 * SHA-256 of the parts, for hash chains. The length of each part in bytes stands in front of it, so that no byte can
 * move from one part to the next. A missing part differs from an empty one.
 */
export function hashParts(parts: readonly (string | number | Uint8Array | null)[]): Buffer {
  const hash = createHash('sha256')
  // One update for all text: every audit row is hashed, and a call for each part would cost more than the hash itself.
  let text = ''
  for (const part of parts) {
    if (part === null) text += '-:'
    else if (part instanceof Uint8Array) {
      hash.update(`${text}${part.length}:`).update(part)
      text = ''
    } else text += `${Buffer.byteLength(String(part))}:${part}`
  }
  return hash.update(text).digest()
}
