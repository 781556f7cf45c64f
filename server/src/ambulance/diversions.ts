import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { isCountedEvent } from './mission-events.ts'

/** Whether the name of a destination is one of the hospital `h`. */
export const isNameOfHospital = (name: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`
  lower(btrim(${name})) in (lower(h.name_th), lower(h.name_en))`

export type Diversion = { destination: string; comesHere: boolean }

/** Where a diversion leads; null is this hospital, as is a destination that has its name. */
export async function findDiversion(
  tx: Tx,
  hospitalId: string,
  destination: string | null,
): Promise<Diversion> {
  const { rows } = await sql<Diversion>`
    select case when named.here then h.name_th else ${destination}::text end as destination, named.here as "comesHere"
    from hospitals h cross join lateral (
      select coalesce(${isNameOfHospital(sql`${destination}::text`)}, true) as here) named
    where h.id = ${hospitalId}`.execute(tx)
  const [diversion] = rows
  if (!diversion) throw new Error('a hospital has a row')
  return diversion
}

const newestDiversion = (column: 'destination' | 'comes_here') => sql`(
  select ${sql.ref(`e.${column}`)} from mission_events e
  where e.hospital_id = missions.hospital_id and e.mission_id = missions.id and e.step = 'DIVERTED' and ${isCountedEvent}
  order by e.position desc limit 1)`

/** What the table `missions` keeps of the newest diversion that counts. */
export const setDiversion: RawBuilder<unknown> = sql`
  destination = ${newestDiversion('destination')}, comes_here = coalesce(${newestDiversion('comes_here')}, false)`
