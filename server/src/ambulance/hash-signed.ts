import { createHash } from 'node:crypto'

/** SHA-256 of what somebody signs, which their signature holds. */
export const hashSigned = (text: string): Buffer => createHash('sha256').update(text).digest()
