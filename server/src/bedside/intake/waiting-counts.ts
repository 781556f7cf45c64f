import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import type { Tx } from '../../db/database.ts'

/** Count no further than this: with so many to look through, nobody needs the exact number. */
const maxCounted = 1000

/** How many readings wait for a patient, and how many messages are in quarantine. */
export async function countWaiting(tx: Tx): Promise<{ readings: number; messages: number }> {
  const { rows } = await sql<{ readings: number; messages: number }>`
    select
      (select count(*) from (select 1 from readings where patient_id is null and waits_for <> 'nobody'
        limit ${maxCounted}) as waiting) as readings,
      (select count(*) from (select 1 from quarantine where resolved_at is null limit ${maxCounted}) as kept) as messages
  `.execute(tx)
  return rows[0] ?? { readings: 0, messages: 0 }
}

export async function emitWaiting({ tx, emit }: HospitalContext): Promise<void> {
  emit({ kind: 'waiting', ...(await countWaiting(tx)) })
}
