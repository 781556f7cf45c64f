import type { QuarantineReason } from 'contract'
import type { Decoded } from '../measurement.ts'

export type Rejection = Decoded['rejected'][number]

/** A message, or a part of one, that cannot be read. `field` is its path, with dots; null where it is all of it. */
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

/** Reads one part of a message. One that cannot be read is noted in `rejected` and does not keep the others. */
export function readPart<Part>(rejected: Rejection[], read: () => Part): Part | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    rejected.push({ reason: error.reason, field: error.field })
    return undefined
  }
}
