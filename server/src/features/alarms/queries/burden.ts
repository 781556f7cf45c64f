import type { PlaceLabel } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { CountedAlarm } from '../rules.ts'

/**
 * Each alarm counts for the ward in which it was raised. A worsened alarm has to be acknowledged again; the first
 * acknowledgement counts.
 */
export async function listCountedAlarms(tx: Tx, from: string, to: string): Promise<CountedAlarm[]> {
  const { rows } = await sql<CountedAlarm>`
    select a.raised_ward_id as ward_id, a.rule, a.severity, a.raised_at, a.clearing, a.level <> 'ward' as is_escalated,
      (select min(s.at) from alarm_steps s where s.alarm_id = a.id and s.step = 'acknowledged') as acknowledged_at
    from alarms a
    where a.raised_at >= ${from} and a.raised_at < ${to}`.execute(tx)
  return rows
}

/** Wards that were open at some time since `from`, with the number of beds that are open now. */
export async function listWardsWithBeds(tx: Tx, from: string): Promise<{ ward: PlaceLabel; beds: number }[]> {
  const { rows } = await sql<PlaceLabel & { beds: number }>`
    select w.id as _id, w.name_en, w.name_th, (
        select count(*) from beds b where b.ward_id = w.id and b.closed_at is null) as beds
    from wards w where w.closed_at is null or w.closed_at > ${from} order by w.position`.execute(tx)
  return rows.map(({ beds, ...ward }) => ({ ward, beds }))
}
