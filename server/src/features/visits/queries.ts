import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'

/** The first thing that was done with the patient of a visit: the triage, a doctor, or that they left. */
export async function findBegun(tx: Tx, visitId: string): Promise<string | null> {
  const { rows } = await sql<{ begun_at: string | null }>`
    select ${selectIsoText('begun.at')} as begun_at
    from (
      select least(v.first_seen_at, v.left_at, (
        select min(t.at) from triages t where t.visit_id = v.id and t.patient_id = v.patient_id)) as at
      from visits v where v.id = ${visitId}) begun`.execute(tx)
  return rows[0]?.begun_at ?? null
}
