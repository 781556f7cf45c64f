import type { StaffLabel } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectIsoText } from '../db/iso-text.ts'
import { selectStaffLabel } from '../db/labels.ts'
import { isArrival } from './mission-arrivals.ts'
import { isCountedEvent } from './mission-events.ts'

/**
 * Somebody whose arrival nobody has registered is waited for until a shift after their ambulance is back: a mission may
 * be closed days later.
 */
export const waitsAfterReturnMs = 8 * 60 * 60_000

/**
 * The newest pre-alert of the mission `m`, as `n`, for a lateral join; one from before a diversion elsewhere counts no
 * more.
 */
export const newestPreAlert = sql`(
  select n.* from pre_alerts n
  where n.hospital_id = m.hospital_id and n.mission_id = m.id and not exists (select from mission_events e
    where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step = 'DIVERTED' and not e.comes_here
      and e.position >= n.mission_version and ${isCountedEvent})
  order by n.position desc limit 1)`

const rank = (colour: string) => sql`array_position('{RED,YELLOW,GREEN,WHITE}'::text[], ${sql.ref(colour)})`

/** Whether an acknowledgement of an earlier pre-alert, `told`, holds for the newest: see `coversPreAlert`. */
const holdsForNewest = sql`${rank('told.colour')} <= ${rank('n.colour')}
  and n.isolation <@ (told.isolation || '{STANDARD}'::text[])`

/**
 * Who acknowledged the newest pre-alert `n` of the mission `m` first: at the board, an earlier one that was as urgent
 * and asked for the same isolation, or its alarm, by which they knew what had been told until then. What is told after
 * an arrival is of somebody else than what was acknowledged before it.
 */
export const selectAcknowledgement: RawBuilder<{ at: string; by: StaffLabel } | null> = sql`(
  select json_build_object('at', ${selectIsoText('k.at')}, 'by', ${selectStaffLabel('s')})
  from (
    select a.at, a.staff_id from inbound_acts a
      join pre_alerts told on told.hospital_id = a.hospital_id and told.id = a.pre_alert_id
    where a.hospital_id = m.hospital_id and a.mission_id = m.id and a.act = 'ACKNOWLEDGED' and ${holdsForNewest}
    union all
    select r.acknowledged_at, r.acknowledged_by from pre_alerts told join alarms r on r.id = told.alarm_id
    where told.hospital_id = m.hospital_id and told.mission_id = m.id and told.at <= r.acknowledged_at
      and ${holdsForNewest}
  ) k join staff s on s.id = k.staff_id
  where not exists (select from inbound_acts came
    where came.hospital_id = m.hospital_id and came.mission_id = m.id and ${isArrival('came')}
      and came.at >= k.at and came.at < n.at)
  order by k.at limit 1)`
