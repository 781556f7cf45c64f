import * as z from 'zod/mini'
import { signedParts } from '../../forms/parts.ts'

const { signer_name, strokes, content_hash } = signedParts

/**
 * A signature of whoever is signed in. Without strokes the typed name is the signature, for somebody who cannot draw
 * one. `content_hash`: SHA-256 of what was signed, as a tablet without a signal had it; null: of what comes with it.
 */
export const CheckSigning = z.object({
  signer_name,
  strokes,
  content_hash: z._default(z.nullable(content_hash), null),
})
export type CheckSigning = z.output<typeof CheckSigning>

/** `holds`: whether the panel says what was signed. */
export const CheckSignature = z.object({
  signer_name: z.string(),
  strokes: z.nullable(z.string()),
  holds: z.boolean(),
})
export type CheckSignature = z.output<typeof CheckSignature>

type Stated = string | number | null

const statedFields = ['item', 'found', 'defect', 'lot', 'expires_on', 'charge', 'pressure', 'note'] as const
export type StatedRow = Record<(typeof statedFields)[number], Stated>
export type StatedCheck = Record<'vehicle_id' | 'day' | 'shift' | 'kind' | 'odometer' | 'note', Stated> & {
  rows: readonly StatedRow[]
}

/**
 * The text whose hash the signature of a check holds: what its checker states, and not what follows from that. It is
 * the same for the same check, whatever the order of its items.
 */
export function writeSignedCheck(check: StatedCheck): string {
  const { vehicle_id, day, shift, kind, odometer, note, rows } = check
  const stated = sortByItem(rows).map((row) => statedFields.map((field) => row[field]))
  return JSON.stringify(['equipment-check', 1, vehicle_id, day, shift, kind, odometer, note, stated])
}

export type ControlledCount = { item: string; found: number }

/** The same of the count of controlled drugs by a second person. */
export function writeSignedCounts(checkId: string, counts: readonly ControlledCount[]): string {
  const stated = sortByItem(counts).map(({ item, found }) => [item, found])
  return JSON.stringify(['equipment-count', 1, checkId, stated])
}

function sortByItem<Row extends { item: Stated }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (String(a.item) < String(b.item) ? -1 : 1))
}
