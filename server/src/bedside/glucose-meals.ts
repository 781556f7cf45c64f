import { sql } from 'kysely'
import type { HospitalContext } from '../core/hospital-context.ts'
import { sqlRows } from '../db/binary-array.ts'
import { type AttributedReading, toAttributedReading } from './intake/store.ts'
import type { GlucoseMeal } from './measurement.ts'

/**
 * Stores what meters said of the meals of tests whose measurements came before, at the newest test with that number.
 * Returns these readings as they are now. A marker that is known already stays.
 */
export async function storeGlucoseMeals(
  { tx }: HospitalContext,
  meals: readonly GlucoseMeal[],
): Promise<AttributedReading[]> {
  if (meals.length === 0) return []
  const { rows } = await sql<Record<string, unknown>>`
    with told as materialized (
      select distinct on (t.measured_at, t.id) t.measured_at, t.id, m.marker
      from ${sqlRows('m', meals, {
        mac: ['text', ({ mac }) => mac],
        sequence_number: ['integer', ({ sequenceNumber }) => sequenceNumber],
        marker: ['text', ({ marker }) => marker],
      })}
        cross join lateral (
          select r.measured_at, r.id from readings r
          where r.mac = m.mac and r.sequence_number = m.sequence_number
          order by r.measured_at desc limit 1) t
    )
    update readings r set marker = told.marker from told
    where r.measured_at = told.measured_at and r.id = told.id and r.marker = 'no_marker'
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}
