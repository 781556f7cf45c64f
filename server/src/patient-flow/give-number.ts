import type { NumberedKind } from 'contract'
import { createInvalidFieldFailure, createNumberTaken } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { type NumberSource, takeNumber } from '../db/number-series.ts'

type Numbered = { hospitalId: string; kind: NumberedKind; at: string; typed: string | null }

/** The AN of an admission or the VN of a visit: the next of the hospital's own, or the typed one of another system. */
export async function giveNumber(
  tx: Tx,
  { hospitalId, kind, at, typed }: Numbered,
  { is_typed, ...pattern }: NumberSource,
  isGiven: (number: string) => Promise<boolean>,
): Promise<string> {
  const field = kind === 'AN' ? 'an' : 'vn'
  if (is_typed && typed === null) throw createInvalidFieldFailure(field, 'field-required')
  if (!is_typed && typed !== null) throw createInvalidFieldFailure(field, `${field}-not-typed`)
  if (typed === null) return takeNumber(tx, { ...pattern, hospitalId, kind, at }, isGiven)
  if (await isGiven(typed)) throw createNumberTaken(kind)
  return typed
}
