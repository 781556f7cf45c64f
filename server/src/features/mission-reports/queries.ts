import { controlledItems, type MissionReport } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { isFollowUpAsked, joinFollowUpSheets } from '../../ambulance/follow-ups.ts'
import { isCountedEvent } from '../../ambulance/mission-events.ts'
import { selectMissionTargets } from '../../ambulance/mission-targets.ts'
import { selectNewestCheck } from '../../ambulance/newest-check.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectVehicleLabel, selectVehicleLabelOrNull, selectVehicleNames } from '../../db/labels.ts'
import type { ReportedMission, UnpaidSheet } from './rules.ts'

type Days = { from: string; until: string }

/** The missions that were called from a midnight of Bangkok until an instant. */
export async function listReportedMissions(tx: Tx, { from, until }: Days): Promise<ReportedMission[]> {
  const { rows } = await sql<ReportedMission>`
    select ${selectIsoText('m.called_at')} as called_at, r.answers ->> 'needed_at' as needed_at, m.state,
      r.answers ->> 'kind' as kind, r.answers ->> 'colour' as colour,
      ${selectVehicleLabelOrNull('v')} as vehicle,
      ${selectMissionTargets} as targets,
      (select coalesce(json_agg(json_build_object('step', e.step, 'at', ${selectIsoText('e.at')}) order by e.position),
          '[]'::json)
        from mission_events e where e.hospital_id = m.hospital_id and e.mission_id = m.id and ${isCountedEvent}) as events
    from missions m
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      left join vehicles v on v.id = m.vehicle_id
    where m.called_at >= (${from}::timestamp at time zone 'Asia/Bangkok') and m.called_at < ${until}
    order by m.called_at, m.id`.execute(tx)
  return rows
}

/** What nobody has paid of missions of the same days that are over. It names no patient. */
export async function listUnpaidSheets(tx: Tx, days: Days): Promise<UnpaidSheet[]> {
  const { rows } = await sql<UnpaidSheet>`
    select ${selectVehicleLabelOrNull('v')} as vehicle, coalesce(f.later_answers, '{}') as later
    from ${joinFollowUpSheets('payment')} left join vehicles v on v.id = m.vehicle_id
    where ${isFollowUpAsked({ ...days, about: 'payment', only_open: true })}
    order by m.called_at, m.id`.execute(tx)
  return rows
}

/** Whole days, of 24 hours. */
const selectDays = (from: RawBuilder<string>, to: RawBuilder<string>) =>
  sql<number>`floor(extract(epoch from ${to} - ${from}) / 86400)::int`

/**
 * The faults of the equipment that are open, the oldest first. Whoever counts controlled drugs after somebody else must
 * not read here what that one counted.
 */
export async function listFaultsOfFleet(
  tx: Tx,
  { now, today, checkCutoff }: { now: string; today: string; checkCutoff: RawBuilder<string | null> },
): Promise<MissionReport['faults']> {
  const { rows } = await sql<MissionReport['faults'][number]>`
    select f.item, n.status, ${selectIsoText('c.checked_at')} as since,
      ${selectDays(sql`c.checked_at`, sql`${now}::timestamptz`)} as days,
      json_build_object('_id', v.id, ${selectVehicleNames('v')},
        'status', vehicle_status(v, ${today}, ${checkCutoff})) as vehicle
    from equipment_faults f
      join vehicles v on v.id = f.vehicle_id and v.deactivated_at is null
      join equipment_checks c on c.hospital_id = f.hospital_id and c.id = f.opened_by
      join lateral (select r.status from equipment_rows r
        join equipment_checks rc on rc.hospital_id = r.hospital_id and rc.id = r.check_id
        where r.hospital_id = f.hospital_id and r.item = f.item and rc.vehicle_id = f.vehicle_id
        order by rc.checked_at desc, rc.id desc limit 1) n on true
    where f.closed_by is null and not (f.item = any(${sqlArray('text', controlledItems)})
      and (${selectNewestCheck('v')} ->> 'is_waiting')::boolean)
    order by c.checked_at, v.call_sign, f.item`.execute(tx)
  return rows
}

/**
 * Lists the faults that a check of these days found mended, the newest first. A check that waits for its second count
 * is left out.
 */
export async function listMendedFaults(tx: Tx, { from, until }: Days): Promise<MissionReport['mended']> {
  const { rows } = await sql<MissionReport['mended'][number]>`
    select f.item, ${selectIsoText('o.checked_at')} as since, ${selectIsoText('c.checked_at')} as mended_at,
      ${selectDays(sql`o.checked_at`, sql`c.checked_at`)} as days,
      ${selectVehicleLabel('v')} as vehicle
    from equipment_faults f
      join vehicles v on v.id = f.vehicle_id
      join equipment_checks o on o.hospital_id = f.hospital_id and o.id = f.opened_by
      join equipment_checks c on c.hospital_id = f.hospital_id and c.id = f.closed_by
    where c.checked_at >= (${from}::timestamp at time zone 'Asia/Bangkok') and c.checked_at < ${until}
      and not (f.item = any(${sqlArray('text', controlledItems)}) and c.needs_second
        and not exists (select from equipment_seconds x where x.hospital_id = c.hospital_id and x.check_id = c.id))
    order by c.checked_at desc, v.call_sign, f.item`.execute(tx)
  return rows
}
