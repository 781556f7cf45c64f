import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether an event of a mission counts: nobody has withdrawn it or its step since. See `listCountedEvents`. */
export const countsAsEvent = (event: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${event}.${column}`)
  return sql<SqlBool>`not exists (select from mission_events w
    where w.hospital_id = ${of('hospital_id')} and w.mission_id = ${of('mission_id')} and w.withdraws = ${of('step')}
      and w.position > ${of('position')} and (w.withdraws_event_id is null or w.withdraws_event_id = ${of('id')}))`
}

/** The same of the event `e`. */
export const isCountedEvent = countsAsEvent('e')
