import type { QuarantineReason } from 'contract'
import type { Decoded } from '../measurement.ts'

export type Rejection = Decoded['rejected'][number]

/**
 * A message, or a part of one, that cannot be read. `field` is its path, with dots; null where it is the whole message.
 */
export class Unreadable extends Error implements Rejection {
  readonly reason: QuarantineReason
  readonly field: string | null

  constructor(reason: QuarantineReason, field: string | null = null) {
    super(field === null ? reason : `${reason}: ${field}`)
    this.name = 'Unreadable'
    this.reason = reason
    this.field = field
  }
}

/**
 * Reads one part of a message. A part that cannot be read is added to `rejected`, and the other parts are still read.
 */
export function readPart<Part>(rejected: Rejection[], read: () => Part): Part | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    rejected.push({ reason: error.reason, field: error.field })
    return undefined
  }
}
