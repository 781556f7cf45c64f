import { type SqlBool, sql } from 'kysely'

/** Whether an event of a mission, `e`, counts: nobody has withdrawn its step since. See `listCountedEvents`. */
export const isCountedEvent = sql<SqlBool>`not exists (select from mission_events w
  where w.hospital_id = e.hospital_id and w.mission_id = e.mission_id and w.withdraws = e.step
    and w.position > e.position)`
