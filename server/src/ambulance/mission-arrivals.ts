import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a row of `inbound_acts` says that a patient arrived with the mission. An arrival whose visit was cancelled
 * does not count: the patient is still awaited.
 */
export function isArrival(act: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${act}.${name}`)
  return sql<SqlBool>`(${column('act')} = 'ARRIVED' and not exists (select from visits cancelled
    where cancelled.hospital_id = ${column('hospital_id')} and cancelled.id = ${column('visit_id')}
      and cancelled.voided_at is not null))`
}
