import {
  type Answers,
  erVitals,
  type FormName,
  findEta,
  findForm,
  findNewestWritten,
  type GeoPoint,
  type InboundRow,
  isolationKinds,
  listMeasuredFields,
  type MissionStep,
  missionForms,
  type StaffLabel,
  type VehiclePosition,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isNameOfHospital } from '../../../ambulance/diversions.ts'
import { isArrival } from '../../../ambulance/mission-arrivals.ts'
import { isCountedEvent } from '../../../ambulance/mission-events.ts'
import {
  expectedPatients,
  hasAllArrived,
  isLeftBehind,
  isMassCasualty,
  isSceneLeft,
  missionPatients,
  patientsAtScene,
} from '../../../ambulance/mission-patients.ts'
import { selectPosition } from '../../../ambulance/newest-position.ts'
import { newestPreAlert, selectAcknowledgement } from '../../../ambulance/pre-alerts.ts'
import { selectAskedByReferrals } from '../../../ambulance/referral-crews.ts'
import { latestValue } from '../../../bedside/latest-values.ts'
import { hospitalTimeZone } from '../../../core/time.ts'
import { sqlRows, sqlWords } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPatientLabel, selectStaffLabel, selectVehicleLabelOrNull } from '../../../db/labels.ts'
import { selectPersonUsedRecord } from '../../../identity/merged-records.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'

const hasStep = (...steps: MissionStep[]) => sql<SqlBool>`exists (select from mission_events e
  where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step = any(${sqlWords(steps)}) and ${isCountedEvent})`

/**
 * Whether the mission comes to this hospital: the newest diversion says where to, whatever was planned. Else whoever is
 * referred back may go back to another hospital. The destination of an event is where it is.
 */
const comesHere = sql<SqlBool>`case
  when m.destination is not null
    then m.comes_here or exists (select from hospitals h where h.id = m.hospital_id and ${isNameOfHospital(sql`m.destination`)})
  when r.answers ->> 'kind' = 'REFER_BACK' and r.answers ->> 'destination_code' is not null
    then exists (select from hospitals h where h.id = m.hospital_id
      and (h.code = r.answers ->> 'destination_code' or ${isNameOfHospital(sql`r.answers ->> 'destination'`)}))
  else r.answers ->> 'kind' = any('{SCENE,EVENT,REFER_BACK}') end`

/** A mission that brings somebody here: its crew said so, or it comes here and has left where its patient was. */
const isInbound = sql<SqlBool>`(n.id is not null
  or (${comesHere} and ${hasStep('LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER')}))`

/** What the newest pre-alert `n` says; if it says nothing, what the request and the referrals ask for. */
const selectIsolation = sql`(
  select coalesce(json_agg(kind order by place), '[]') from unnest(${sqlWords(isolationKinds)})
    with ordinality asked (kind, place)
  where case when n.isolation <> '{}' then kind = any(n.isolation)
    else r.answers -> 'isolation' ? kind or ${selectAskedByReferrals('isolation')} ? kind end)`

const haveAllArrived = hasAllArrived(sql`came.count`, sql`brings.expected`)

/** When a crew was done that could have brought more of its scene. */
const doneAt = sql`case when ${isSceneLeft} then (select min(e.at) from mission_events e
  where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step = any('{HANDED_OVER,BACK_AT_BASE}')
    and ${isCountedEvent}) end`

/**
 * Its vehicle is out, or has been back since an instant, closed or not, without the arrivals of all whom it brought; of
 * a scene with more patients also with them.
 */
const isAwaited = (backSince: string) => sql<SqlBool>`(not ${hasStep('STOOD_DOWN', 'NO_TRANSPORT')}
  and (m.is_out or (m.state = any('{BACK_AT_BASE,CLOSED}') and (${isSceneLeft} or not ${haveAllArrived})
    and exists (select from mission_events e where e.hospital_id = m.hospital_id and e.mission_id = m.id
      and e.step = 'BACK_AT_BASE' and e.at >= ${backSince} and ${isCountedEvent}))))`

/** How far the alarm about the mission `m` has been passed on that nobody has acknowledged. */
const openAlarmLevel = sql`(select a.level from pre_alerts told join alarms a on a.id = told.alarm_id
  where told.hospital_id = m.hospital_id and told.mission_id = m.id and a.cleared_at is null
    and a.acknowledged_at is null limit 1)`

const done = (of: string) => sql`'at', ${selectIsoText(`${of}.at`)}, 'by', ${selectStaffLabel(`${of}_staff`)}`

/** The arrivals of the mission `m` in their order; the last one by its parts, and when it was. */
const selectArrivals = sql`(
  select count(*)::int as count, max(a.at) as at,
    coalesce(json_agg(json_build_object(${done('a')}, 'visit_id', a.visit_id, 'patient', ${selectPatientLabel()})
      order by a.at, a.id), '[]'::json) as arrivals,
    (array_agg(json_build_object(${done('a')}, 'visit_id', a.visit_id, 'patient_id', a.patient_id)
      order by a.at desc, a.id desc))[1] as last
  from inbound_acts a
    join staff a_staff on a_staff.id = a.staff_id
    join patients p on p.hospital_id = a.hospital_id and p.id = a.patient_id
    left join wards w on w.id = p.ward_id
    left join beds b on b.id = p.bed_id
  where a.hospital_id = m.hospital_id and a.mission_id = m.id and ${isArrival('a')})`

/**
 * Selects the patients whom the request or the sheets of the mission `m` name, by the records in use, and whether all
 * of these are open to the viewer. A patient whom the crew did not take along does not come, but the values that were
 * told may be theirs.
 */
const selectNamed = (viewer: Viewer) => sql`(
  select coalesce(bool_and(${isRecordOpen(viewer, 'p')}), true) as is_open,
    coalesce(json_agg(json_build_object('patient', ${selectPatientLabel()}, 'is_requested', person.is_requested, 'latest', (
        select coalesce(json_agg(${latestValue}), '[]'::json)
        from latest_values l where l.patient_id = p.id and l.measured_at >= m.called_at
          and l.vital = any(${sqlWords(erVitals)})))
      order by person.is_requested desc, person.since, p.id)
      filter (where not person.is_left or ${missionPatients} = 1), '[]'::json) as patients
  from (
    select ${selectPersonUsedRecord(sql`mention.patient_id`)} as id, bool_or(mention.is_requested) as is_requested,
      bool_or(mention.is_left) as is_left, min(mention.since) as since
    from (
      select r.patient_id, true as is_requested, false as is_left, r.created_at as since
      union all
      select sheet.patient_id, false, ${isLeftBehind}, sheet.created_at from form_records sheet
      where sheet.hospital_id = m.hospital_id and sheet.mission_id = m.id and sheet.state <> 'void') mention
    where mention.patient_id is not null
    group by 1) person
    join patients p on p.hospital_id = m.hospital_id and p.id = person.id
    left join wards w on w.id = p.ward_id
    left join beds b on b.id = p.bed_id)`

type Found = Omit<InboundRow, 'written_sheets' | 'written'> & {
  position: VehiclePosition | null
  hospital: GeoPoint | null
  /** The measurements of the sheets that name no patient. */
  sheets: {
    id: string
    form: FormName
    version: number
    patient_number: number | null
    answers: Answers
    is_complete: boolean
  }[]
}

/** The fields of sheets whose rows are measurements. */
const measuredFields = [
  ...new Set(
    missionForms.flatMap((name) => {
      const form = findForm(name)
      return form ? listMeasuredFields(form) : []
    }),
  ),
]

/**
 * The sheets of a mission with measurements that name no patient, without those of whom the crew did not take along:
 * nobody knows whose values they are, so each stands for itself. One without a number has its place.
 */
const selectUnnamedSheets = sql`(
  select coalesce(json_agg(json_build_object('id', sheet.id, 'form', sheet.form, 'version', sheet.form_version,
    'is_complete', sheet.state = 'complete', 'patient_number', case when sheet.form = 'operation-form'
      then coalesce((sheet.answers ->> 'patient_number')::int, sheet.place) end, 'answers', (
      select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(sheet.answers) a
      where a.key = any(${sqlWords(measuredFields)}))) order by sheet.place, sheet.id), '[]'::json)
  from (
    select f.*, row_number() over (partition by f.form order by coalesce(f.given_at, f.created_at), f.id)::int as place
    from form_records f
    where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void') sheet
  where sheet.patient_id is null and not ${isLeftBehind} and sheet.answers ?| ${sqlWords(measuredFields)})`

/** Rows with the arrival that their position suggests, and with what their sheets say of somebody whom nobody knows. */
async function toInboundRows(tx: Tx, found: readonly Found[], now: string): Promise<InboundRow[]> {
  const newest = found.flatMap(({ _id, sheets }) =>
    sheets.flatMap(({ id, version, patient_number, ...sheet }) => {
      const form = findForm(sheet.form, version)
      const written = form && findNewestWritten(form, sheet.answers, { now, isComplete: sheet.is_complete })
      return written ? [{ missionId: _id, sheetId: id, patient_number, ...written }] : []
    }),
  )
  const authors = newest.length === 0 ? new Map<string, StaffLabel>() : await listRowAuthors(tx, newest)
  return found.map(({ position, hospital, sheets: _sheets, ...row }) => ({
    ...row,
    eta: findEta(row.eta, { position, hospital }, Date.parse(now)),
    written: null,
    written_sheets: newest.flatMap(({ missionId, row_id, patient_number, values, measured_at }) => {
      const by = authors.get(row_id)
      return missionId === row._id && by ? [{ values, measured_at, by, patient_number }] : []
    }),
  }))
}

/** Who wrote last into rows of sheets, by the id of the row. */
async function listRowAuthors(
  tx: Tx,
  rows: readonly { sheetId: string; row_id: string }[],
): Promise<Map<string, StaffLabel>> {
  const { rows: found } = await sql<{ row_id: string; by: StaffLabel }>`
    select distinct on (w.row_id) w.row_id, ${selectStaffLabel('s')} as by
    from ${sqlRows('w', rows, {
      sheet_id: ['uuid', ({ sheetId }) => sheetId],
      row_id: ['uuid', ({ row_id }) => row_id],
    })}
      join form_operations o on o.record_id = w.sheet_id and split_part(o.path, '/', 2) = w.row_id::text
      join staff s on s.id = o.staff_id
    order by w.row_id, o.received_at desc, o.id desc`.execute(tx)
  return new Map(found.map(({ row_id, by }) => [row_id, by]))
}

/** The age on the day of the call by the date of birth of the request; without one, as it was told. */
const selectAge = (part: 'year' | 'month' | 'day') => sql<number | null>`coalesce(
  (select extract(${sql.raw(part)} from age(call.day, birth.day))::float8
    from (select (m.called_at at time zone ${hospitalTimeZone})::date as day) call,
      (select (r.answers ->> 'date_of_birth')::date as day) birth
    where birth.day <= call.day),
  (r.answers ->> ${sql.lit(`age_${part}s`)})::float8)`

function selectInbound(where: RawBuilder<SqlBool>, viewer: Viewer): RawBuilder<Found> {
  return sql<Found>`
    select m.id as _id, m.number, m.state, m.called_at,
      coalesce(n.colour, case when r.answers ->> 'colour' = any('{RED,YELLOW,GREEN,WHITE}') then r.answers ->> 'colour' end)
        as colour,
      named.patients, r.answers ->> 'patient_name' as patient_name, r.answers ->> 'sex' as sex,
      ${selectAge('year')} as age_years, ${selectAge('month')} as age_months, ${selectAge('day')} as age_days,
      coalesce((r.answers ->> 'is_age_estimated')::boolean and r.answers ->> 'date_of_birth' is null, false) as is_age_estimated,
      case when named.is_open then r.answers ->> 'complaint' end as complaint,
      ${selectIsolation} as isolation,
      ${selectVehicleLabelOrNull('v')} as vehicle,
      case when n.id is not null then json_build_object('_id', n.id, 'at', ${selectIsoText('n.at')}, 'by', ${selectStaffLabel('author')},
        'colour', n.colour, 'scheme', n.scheme, 'story', case when named.is_open then n.story end,
        'isolation', n.isolation, 'fast_tracks', n.fast_tracks) end as pre_alert,
      case when n.eta_at is not null then json_build_object('at', ${selectIsoText('n.eta_at')}, 'source', 'CREW',
        'since', ${selectIsoText('n.at')}) end as eta,
      case when m.state = any('{LEFT_SCENE}') then ${selectPosition} end as position,
      (select case when h.latitude is not null then json_build_object('lat', h.latitude, 'lang', h.longitude) end
        from hospitals h where h.id = m.hospital_id) as hospital,
      (select json_build_object('values', t.told, 'measured_at', ${selectIsoText('t.measured_at')}) from pre_alerts t
        where t.hospital_id = m.hospital_id and t.mission_id = m.id and t.told <> '{}'
        order by t.position desc limit 1) as told,
      case when ${haveAllArrived} then '[]'::json else ${selectUnnamedSheets} end as sheets,
      case when n.id is not null then ${selectAcknowledgement} end as acknowledged,
      ${openAlarmLevel} as alarm_level,
      case when kept.id is not null then json_build_object(${done('kept')}, 'zone', kept.zone, 'bay', kept.bay) end as prepared,
      r.answers ->> 'kind' as kind, brings.expected, ${patientsAtScene} as at_scene, ${isMassCasualty} as is_mass_casualty, came.arrivals,
      case when ${haveAllArrived} then came.last end as arrived
    from missions m
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      left join lateral ${newestPreAlert} n on true
      left join staff author on author.id = n.staff_id
      left join vehicles v on v.id = m.vehicle_id
      left join lateral (select * from inbound_acts a where a.hospital_id = m.hospital_id and a.mission_id = m.id
        and a.act = 'PREPARED' order by a.at desc, a.id desc limit 1) kept on true
      left join staff kept_staff on kept_staff.id = kept.staff_id
      cross join lateral (select ${expectedPatients} as expected) brings
      cross join lateral ${selectArrivals} came
      cross join lateral ${selectNamed(viewer)} named
    where ${where}`
}

/**
 * The missions that bring patients, or have brought one without an arrival, and those whose last patient arrived since
 * an instant, or whose crew was done with a scene since then, or whose alarm nobody has acknowledged.
 */
export async function listInbound(
  tx: Tx,
  viewer: Viewer,
  { arrivedSince, backSince }: { arrivedSince: string; backSince: string },
): Promise<InboundRow[]> {
  const { rows } = await selectInbound(
    sql`(m.ended_at is null or m.ended_at >= ${backSince}) and ${isAwaited(backSince)} and ${isInbound}
      and (not ${haveAllArrived} or greatest(came.at, ${doneAt}) >= ${arrivedSince} or ${openAlarmLevel} is not null)`,
    viewer,
  ).execute(tx)
  return toInboundRows(tx, rows, viewer.now)
}

export async function findInbound(tx: Tx, viewer: Viewer, id: string): Promise<InboundRow | undefined> {
  const { rows } = await selectInbound(sql`m.id = ${id}`, viewer).execute(tx)
  return (await toInboundRows(tx, rows, viewer.now))[0]
}
