import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Digits of the running number of a VN: a large hospital has more than 100,000 visits a year. */
export const vnDigits = 6

/**
 * The next number of one of the hospital's series at an instant, such as 6900001: two digits of the Buddhist year in
 * Bangkok and at least `digits` that run from 1 each year, without a gap. Take it late in the transaction: until the
 * commit everybody else who takes one of the series waits.
 */
export async function takeNumber(
  tx: Tx,
  { hospitalId, kind, digits, at }: { hospitalId: string; kind: string; digits: number; at: string },
): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select take_number(${hospitalId}, ${kind}, ${digits}, ${at}) as number`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error(`no number of ${kind}`)
  return taken.number
}
