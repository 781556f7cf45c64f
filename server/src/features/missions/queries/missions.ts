import type { Mission, MissionRecord, WaitingStep } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOnCrew, selectCrewChange } from '../../../ambulance/mission-crews.ts'
import { metPatients } from '../../../ambulance/mission-patients.ts'
import { selectMissionTargets } from '../../../ambulance/mission-targets.ts'
import { selectPosition } from '../../../ambulance/newest-position.ts'
import { newestPreAlert, selectAcknowledgement } from '../../../ambulance/pre-alerts.ts'
import {
  fromMissionReferral,
  selectAskedByReferrals,
  selectWorstRisk,
} from '../../../ambulance/referral-crews.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import {
  selectPatientLabel,
  selectProfileLabelOrNull,
  selectStaffLabel,
  selectStaffLabelOrNull,
  selectVehicleLabelOrNull,
} from '../../../db/labels.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'

const selectEvents = sql<MissionRecord[]>`(
  select coalesce(json_agg(json_build_object('_id', e.id, 'step', e.step, 'at', ${selectIsoText('e.at')},
      'recorded_at', ${selectIsoText('e.recorded_at')}, 'source', e.source, 'by', ${selectStaffLabelOrNull('s')},
      'reason', e.reason, 'note', e.note, 'doctor', e.doctor, 'vehicle', ${selectVehicleLabelOrNull('ev')},
      'operation', ${selectProfileLabelOrNull('eo')}, 'destination', e.destination, 'withdraws', e.withdraws,
      'crew', ${selectCrewChange}, 'accepted_by', ${selectStaffLabelOrNull('ea')})
    order by e.position), '[]'::json)
  from mission_events e
    left join staff s on s.id = e.staff_id
    left join vehicles ev on ev.id = e.vehicle_id
    left join operations eo on eo.id = e.operation_id
    left join waiting_steps ew on ew.hospital_id = e.hospital_id and ew.id = e.id and ew.is_accepted
    left join staff ea on ea.id = ew.decided_by
  where e.hospital_id = m.hospital_id and e.mission_id = m.id)`

const selectWaitingSteps = sql<WaitingStep[]>`(
  select coalesce(json_agg(json_build_object('_id', w.id, 'step', w.step, 'at', ${selectIsoText('w.at')},
      'by', ${selectStaffLabel('wa')}, 'reason', w.reason, 'note', w.note, 'withdraws', w.withdraws, 'because', w.because,
      'received_at', ${selectIsoText('w.received_at')}, 'delivered_by', ${selectStaffLabel('wd')},
      'rejected', case when w.decided_at is not null then json_build_object('at', ${selectIsoText('w.decided_at')},
        'by', ${selectStaffLabel('wr')}, 'note', w.decision_note) end)
    order by w.at, w.id), '[]'::json)
  from waiting_steps w
    join staff wa on wa.id = w.staff_id
    join staff wd on wd.id = w.delivered_by
    left join staff wr on wr.id = w.decided_by
  where w.hospital_id = m.hospital_id and w.mission_id = m.id and w.is_accepted is not true)`

const selectCrew = sql`case when t.id is not null then json_build_object('_id', t.id, 'name', t.name, 'members', (
  select coalesce(json_agg(json_build_object('staff', ${selectStaffLabel('s')}, 'role', c.role, 'level', c.level)
    order by c.position), '[]'::json)
  from mission_crews c join staff s on s.id = c.staff_id
  where c.hospital_id = m.hospital_id and c.mission_id = m.id and c.is_on)) end`

const selectSheets = sql<Mission['sheets']>`(
  select coalesce(json_agg(json_build_object('_id', f.id, 'form', f.form, 'number', f.number, 'state', f.state)
    order by f.created_at, f.id), '[]'::json)
  from form_records f where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void')`

const selectCaseKind = sql<string | null>`(
  select f.answers ->> 'case_kind' from form_records f
  where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void' and f.answers ->> 'case_kind' is not null
  order by f.created_at desc, f.id desc limit 1)`

const selectCorrections = (isShown: RawBuilder<SqlBool>) => sql<Mission['corrections']>`(
  select coalesce(json_agg(json_build_object('_id', a.id, 'what', case when ${isShown} then a.what end,
      'why', case when ${isShown} then a.why end, 'at', ${selectIsoText('a.at')}, 'by', ${selectStaffLabel('s')})
    order by a.at desc, a.id desc), '[]'::json)
  from form_addenda a join staff s on s.id = a.staff_id
  where a.hospital_id = r.hospital_id and a.record_id = r.id)`

/** Whether the request asks for it, or it or a sheet has a weight that is too heavy for two people. */
const isOver120Kg = sql<boolean>`(r.answers @> '{"is_over_120_kg": true}' or r.answers @> '{"position": "BARIATRIC"}'
  or coalesce(r.answers @@ '$.weight_kg > 120', false) or exists (select from form_records f
    where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void' and f.answers @@ '$.weight_kg > 120'))`

/** They are only what was answered so: without an answer nobody knows. */
const selectLifeThreats = sql`to_json(array_remove(array[
  case when r.answers @> '{"is_breathing": false}' then 'NOT_BREATHING' end,
  case when r.answers @> '{"is_conscious": false}' then 'UNCONSCIOUS' end,
  case when r.answers @> '{"bleeds_severely": true}' then 'SEVERE_BLEEDING' end,
  case when r.answers @> '{"has_chest_pain": true}' then 'CHEST_PAIN' end], null))`

const selectCheck = sql<Mission['check']>`(
  select json_build_object('at', ${selectIsoText('c.checked_at')}, 'is_whole', not c.needs_second or exists (
      select from equipment_seconds q where q.hospital_id = c.hospital_id and q.check_id = c.id))
  from equipment_checks c where c.hospital_id = m.hospital_id and c.vehicle_id = m.vehicle_id
  order by c.checked_at desc, c.id desc limit 1)`

/** Whether somebody of a crew of the mission had the referral `f` in hand between the call and the end. */
const wasHeldByCrew = sql`exists (
  select from referral_acts a
    join mission_crews c on c.hospital_id = a.hospital_id and c.staff_id = coalesce(a.to_staff_id, a.staff_id)
      and c.mission_id = m.id
  where a.hospital_id = f.hospital_id and a.record_id = f.id and a.act in ('TAKEN', 'HANDED_OVER')
    and (m.ended_at is null or a.at <= m.ended_at)
    and not exists (select from referral_acts later where later.hospital_id = a.hospital_id
      and later.record_id = a.record_id and later.position > a.position and later.at < m.called_at
      and later.act in ('TAKEN', 'HANDED_OVER', 'RELEASED')))`

/** The referral that counts for the mission, with who has it in hand, and what all that are open say of the way. */
const selectReferral = (isShown: RawBuilder<SqlBool>) => sql`(
  select json_build_object('_id', f.id, 'number', f.number,
    'risk', case when ${isShown} then ${selectWorstRisk} end,
    'isolation', ${selectAskedByReferrals('isolation')}, 'equipment', ${selectAskedByReferrals('equipment')}, 'holder', (
      select case when a.act <> 'RELEASED' then json_build_object('act_id', a.id, 'staff', ${selectStaffLabel('h')},
        'since', ${selectIsoText('a.at')}) end
      from referral_acts a join staff h on h.id = coalesce(a.to_staff_id, a.staff_id)
      where a.hospital_id = f.hospital_id and a.record_id = f.id and a.act in ('TAKEN', 'HANDED_OVER', 'RELEASED')
      order by a.position desc limit 1), 'was_held_by_crew', ${wasHeldByCrew})
  ${fromMissionReferral})`

/**
 * What is the matter with a patient is shown to a dispatcher only if the record is open to them; a crew has it for the
 * way.
 */
function selectMissions(where: RawBuilder<SqlBool>, viewer: Viewer): RawBuilder<Mission> {
  const isShown = sql<SqlBool>`(p.id is null or ${isRecordOpen(viewer, 'p')})`
  return sql<Mission>`
    select m.id as _id, m.number, m.state, m.version, m.called_at, r.answers ->> 'received_at' as requested_at,
      r.answers ->> 'kind' as kind,
      r.answers ->> 'colour' as colour, (r.answers ->> 'colour_number')::int as colour_number, r.answers ->> 'unit_level' as unit_level, r.answers ->> 'urgency' as urgency,
      case when ${isShown} then coalesce(r.answers -> 'symptom_groups', '[]') else '[]' end as symptom_groups,
      case when ${isShown} then ${selectLifeThreats} else '[]'::json end as life_threats, case when ${isShown} then r.answers ->> 'complaint' end as complaint,
      case when ${isShown} then r.answers ->> 'event' end as event, case when ${isShown} then ${selectCaseKind} end as case_kind,
      coalesce((r.answers ->> 'patient_count')::int, 1) as patient_count, ${metPatients} as met_patients,
      r.answers ->> 'pick_up' as pick_up, r.answers ->> 'landmark' as landmark,
      r.answers ->> 'sub_district' as sub_district,
      ${selectCorrections(isShown)} as corrections,
      json_build_object('name', r.answers ->> 'reporter_name', 'phone', r.answers ->> 'reporter_phone') as call_back,
      coalesce(r.answers -> 'isolation', '[]') as isolation, coalesce(r.answers -> 'equipment', '[]') as equipment,
      (r.answers ->> 'pump_count')::int as pump_count,
      ${isOver120Kg} as is_over_120_kg,
      ${isShown} and r.answers @> '{"has_advance_directive": true}' as has_advance_directive,
      coalesce(r.answers -> 'hazards', '[]') as hazards, r.answers ->> 'needed_at' as needed_at,
      coalesce(m.destination, r.answers ->> 'destination') as destination,
      ${selectMissionTargets} as targets, case when p.id is not null then ${selectPatientLabel()} end as patient, r.answers ->> 'patient_name' as patient_name,
      ${selectReferral(isShown)} as referral,
      case when n.id is not null then json_build_object('_id', n.id, 'at', ${selectIsoText('n.at')}, 'colour', n.colour,
        'scheme', n.scheme, 'story', case when ${isShown} then n.story end, 'isolation', n.isolation,
        'fast_tracks', n.fast_tracks, 'eta_at', ${selectIsoText('n.eta_at')}, 'acknowledged', ${selectAcknowledgement}) end as pre_alert,
      ${selectVehicleLabelOrNull('v')} as vehicle, case when m.is_out then ${selectPosition} end as position, ${selectCrew} as team,
      case when o.id is not null then json_build_object('_id', o.id, 'name', o.name, 'forms', o.forms) end as operation,
      ${selectCheck} as "check", ${selectSheets} as sheets,
      ${selectEvents} as events, ${selectWaitingSteps} as waiting_steps
    from missions m
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      left join lateral ${newestPreAlert} n on true
      left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join vehicles v on v.id = m.vehicle_id
      left join teams t on t.id = m.team_id
      left join operations o on o.id = m.operation_id
    where ${where}
    order by m.called_at, m.id`
}

/** Missions that last, those that ended since an instant, and those of which a step waits. */
export async function listBoard(tx: Tx, viewer: Viewer, endedSince: string): Promise<Mission[]> {
  const { rows } = await selectMissions(
    sql`(m.ended_at is null or m.ended_at >= ${endedSince}
      or m.id = any(array(select mission_id from waiting_steps where decided_at is null)))`,
    viewer,
  ).execute(tx)
  return rows
}

/** A crew reads the patients of its missions while they last, by being on them. */
export const viewEveryRecord = (now: string): Viewer => ({ staffId: null, now })

/** A crew has its mission until it is closed: what is missing of it is filled in when the vehicle is back. */
export const isOfCrew = (staffId: string) =>
  sql<SqlBool>`(m.ended_at is null and ${isOnCrew(sql`m.id`, staffId)})`

/** Missions on whose crew this member of staff is, until they are closed. */
export async function listOwnMissions(tx: Tx, staffId: string, now: string): Promise<Mission[]> {
  const { rows } = await selectMissions(isOfCrew(staffId), viewEveryRecord(now)).execute(tx)
  return rows
}

export async function findMission(tx: Tx, viewer: Viewer, id: string): Promise<Mission | undefined> {
  const { rows } = await selectMissions(sql`m.id = ${id}`, viewer).execute(tx)
  return rows[0]
}
