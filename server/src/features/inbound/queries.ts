import {
  type Answers,
  type Body,
  erVitals,
  type FormName,
  findEta,
  findForm,
  findNewestWritten,
  type GeoPoint,
  type InboundRow,
  type inbound,
  isolationKinds,
  listMeasuredFields,
  type MissionState,
  type MissionStep,
  missionForms,
  type PreAlert,
  type StaffLabel,
  type ToldValues,
  type VehiclePosition,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isArrival } from '../../ambulance/mission-arrivals.ts'
import { isCountedEvent } from '../../ambulance/mission-events.ts'
import {
  announcedPatients,
  expectedPatients,
  hasAllArrived,
  isLeftBehind,
  isMassCasualty,
  isSceneLeft,
  maySendMore,
  missionPatients,
  patientsAtScene,
} from '../../ambulance/mission-patients.ts'
import { selectPosition } from '../../ambulance/newest-position.ts'
import { newestPreAlert, selectAcknowledgement } from '../../ambulance/pre-alerts.ts'
import { fromNewestReferral } from '../../ambulance/referral-crews.ts'
import { hospitalTimeZone } from '../../core/time.ts'
import { sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { patientLabel, staffLabel, vehicleLabelOrNull } from '../../db/labels.ts'
import { selectUsedRecordOf } from '../../identity/merged-records.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'

const hasStep = (...steps: MissionStep[]) => sql<SqlBool>`exists (select from mission_events e
  where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step = any(${sql.lit(`{${steps.join(',')}}`)}) and ${isCountedEvent})`

/** Whether the name of a destination is one of this hospital. */
const isNameOfHospital = (name: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from hospitals h
  where h.id = m.hospital_id and lower(btrim(${name})) in (lower(h.name_th), lower(h.name_en)))`

/**
 * Whether the mission was sent to another place: the newest diversion says where to; else a patient who is referred
 * back may go back to another hospital. The destination of an event is where it is.
 */
const goesElsewhere = sql<SqlBool>`case
  when m.destination is not null then not ${isNameOfHospital(sql`m.destination`)}
  when r.answers ->> 'kind' = 'REFER_BACK' and r.answers ->> 'destination_code' is not null
    then not exists (select from hospitals h where h.id = m.hospital_id and h.code = r.answers ->> 'destination_code')
      and not ${isNameOfHospital(sql`r.answers ->> 'destination'`)}
  else false end`

/** A mission that brings somebody here: its crew said so, or it left a scene or an event and was not sent elsewhere. */
const isInbound = sql<SqlBool>`(n.id is not null or (r.answers ->> 'kind' = any('{SCENE,EVENT,REFER_BACK}')
  and not ${goesElsewhere} and ${hasStep('LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER')}))`

/** What the newest pre-alert `n` says; if it says nothing, what the request and the newest referral ask for. */
const selectIsolation = sql`(
  select coalesce(json_agg(kind order by place), '[]') from unnest(${sql.lit(`{${isolationKinds.join(',')}}`)}::text[])
    with ordinality asked (kind, place)
  where case when n.isolation <> '{}' then kind = any(n.isolation)
    else r.answers -> 'isolation' ? kind or (select f.answers -> 'isolation' ${fromNewestReferral}) ? kind end)`

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

const done = (of: string) => sql`'at', ${selectIsoText(`${of}.at`)}, 'by', ${staffLabel(`${of}_staff`)}`

/** The arrivals of the mission `m` in their order; the last one by its parts, and when it was. */
const selectArrivals = sql`(
  select count(*)::int as count, max(a.at) as at,
    coalesce(json_agg(json_build_object(${done('a')}, 'visit_id', a.visit_id, 'patient', ${patientLabel()})
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
 * Whom the request or the sheets of the mission `m` name, by the records that are used; whether all of these are open
 * to the viewer. Of several, whom the crew did not take along does not come; what was told may still be of them.
 */
const selectNamed = (viewer: Viewer) => sql`(
  select coalesce(bool_and(${isRecordOpen(viewer, 'p')}), true) as is_open,
    coalesce(json_agg(json_build_object('patient', ${patientLabel()}, 'is_requested', person.is_requested, 'latest', (
        select coalesce(json_agg(json_build_object('vital', l.vital, 'value', l.value, 'second', l.second, 'note', l.note,
          'measured_at', ${selectIsoText('l.measured_at')}, 'source', l.source, 'is_derived', l.is_derived)), '[]'::json)
        from latest_values l where l.patient_id = p.id and l.measured_at >= m.called_at
          and l.vital = any(${sql.lit(`{${erVitals.join(',')}}`)})))
      order by person.is_requested desc, person.since, p.id)
      filter (where not person.is_left or ${missionPatients} = 1), '[]'::json) as patients
  from (
    select ${selectUsedRecordOf(sql`mention.patient_id`)} as id, bool_or(mention.is_requested) as is_requested,
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

type Found = Omit<InboundRow, 'written'> & {
  position: VehiclePosition | null
  hospital: GeoPoint | null
  /** The measurements of the sheet that names no patient. */
  sheet: { id: string; form: FormName; version: number; answers: Answers; is_complete: boolean } | null
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
 * The only sheet of a mission with measurements that names no patient: with several, nobody knows whose values they
 * are.
 */
const selectUnnamedSheet = sql`(
  select case when count(*) = 1 then (array_agg(s.sheet))[1] end from (
    select json_build_object('id', f.id, 'form', f.form, 'version', f.form_version,
      'is_complete', f.state = 'complete', 'answers', (
      select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(f.answers) a
      where a.key = any(${sql.lit(`{${measuredFields.join(',')}}`)}))) as sheet
    from form_records f
    where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void' and f.patient_id is null
      and f.answers ?| ${sql.lit(`{${measuredFields.join(',')}}`)}) s)`

/** Rows with the arrival that their position suggests, and with what their sheets say of somebody whom nobody knows. */
async function toInboundRows(tx: Tx, found: readonly Found[], now: string): Promise<InboundRow[]> {
  const newest = found.flatMap(({ _id, sheet }) => {
    const form = sheet && findForm(sheet.form, sheet.version)
    const written = form
      ? findNewestWritten(form, sheet.answers, { now, isComplete: sheet.is_complete })
      : undefined
    return sheet && written ? [{ missionId: _id, sheetId: sheet.id, ...written }] : []
  })
  const authors = newest.length === 0 ? new Map<string, StaffLabel>() : await listRowAuthors(tx, newest)
  return found.map(({ position, hospital, sheet: _sheet, ...row }) => {
    const written = newest.find(({ missionId }) => missionId === row._id)
    const by = written && authors.get(written.row_id)
    return {
      ...row,
      eta: findEta(row.eta, { position, hospital }, Date.parse(now)),
      written: written && by ? { values: written.values, measured_at: written.measured_at, by } : null,
    }
  })
}

/** Who wrote last into rows of sheets, by the id of the row. */
async function listRowAuthors(
  tx: Tx,
  rows: readonly { sheetId: string; row_id: string }[],
): Promise<Map<string, StaffLabel>> {
  const { rows: found } = await sql<{ row_id: string; by: StaffLabel }>`
    select distinct on (w.row_id) w.row_id, ${staffLabel('s')} as by
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
      ${vehicleLabelOrNull('v')} as vehicle,
      case when n.id is not null then json_build_object('_id', n.id, 'at', ${selectIsoText('n.at')}, 'by', ${staffLabel('author')},
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
      case when came.count = 0 then ${selectUnnamedSheet} end as sheet,
      case when n.id is not null then ${selectAcknowledgement} end as acknowledged,
      ${openAlarmLevel} as alarm_level,
      case when kept.id is not null then json_build_object(${done('kept')}, 'zone', kept.zone, 'bay', kept.bay) end as prepared,
      brings.expected, ${patientsAtScene} as at_scene, ${isMassCasualty} as is_mass_casualty, came.arrivals,
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

export type LockedInbound = {
  id: string
  number: string
  state: MissionState
  version: number
  patient_id: string | null
  answers: Record<string, unknown>
  class: string | null
}

/** A mission, locked until the transaction ends; with `crewOf`, only if this member of staff is out on it. */
export async function lockInbound(tx: Tx, id: string, crewOf?: string): Promise<LockedInbound | undefined> {
  const isOfCrew =
    crewOf === undefined
      ? sql`true`
      : sql`m.is_out and exists (select from team_members c
          where c.hospital_id = m.hospital_id and c.team_id = m.team_id and c.staff_id = ${crewOf})`
  const { rows } = await sql<LockedInbound>`
    select m.id, m.number, m.state, m.version, r.patient_id, r.answers,
      (select v.class from vehicles v where v.hospital_id = m.hospital_id and v.id = m.vehicle_id) as class
    from missions m join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
    where m.id = ${id} and ${isOfCrew}
    for no key update of m`.execute(tx)
  return rows[0]
}

export type StoredPreAlert = Pick<PreAlert, 'colour' | 'isolation'> & {
  id: string
  at: string
  alarm_id: string | null
}

/** The pre-alerts of a mission in their order. */
export async function listPreAlerts(tx: Tx, missionId: string): Promise<StoredPreAlert[]> {
  const { rows } = await sql<StoredPreAlert>`
    select id, ${selectIsoText('at')} as at, colour, isolation, alarm_id from pre_alerts
    where mission_id = ${missionId} order by position`.execute(tx)
  return rows
}

type Written = Omit<Body<typeof inbound.preAlert>, '_id' | 'pre_alert_id' | 'eta_minutes' | 'measured_at'> & {
  id: string
  missionId: string
  position: number
  missionVersion: number
  etaAt: string | null
  measuredAt: string
  alarmId: string | null
}
type Writer = { hospitalId: string; staffId: string; now: string }

export async function insertPreAlert(
  tx: Tx,
  told: Written,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(told.values).filter(([, value]) => value !== null && value !== undefined),
  )
  await sql`
    insert into pre_alerts (hospital_id, id, mission_id, position, mission_version, at, staff_id, colour, scheme, story, eta_at, isolation,
      fast_tracks, told, measured_at, alarm_id)
    values (${hospitalId}, ${told.id}, ${told.missionId}, ${told.position}, ${told.missionVersion}, ${now}, ${staffId}, ${told.colour},
      ${told.scheme}, ${JSON.stringify(told.story)}::jsonb, ${told.etaAt}, ${told.isolation}, ${told.fast_tracks},
      ${JSON.stringify(values)}::jsonb, ${told.measuredAt}, ${told.alarmId})`.execute(tx)
}

/** What crews told of the values of a patient, the oldest first. */
export async function listToldValues(tx: Tx, missionId: string): Promise<ToldValues[]> {
  const { rows } = await sql<ToldValues>`
    select told as values, measured_at from pre_alerts
    where mission_id = ${missionId} and told <> '{}' order by position`.execute(tx)
  return rows
}

export type InboundAct = {
  id: string
  missionId: string
  act: 'ACKNOWLEDGED' | 'PREPARED' | 'ARRIVED'
  preAlertId?: string
  zone?: string
  bay?: string | null
  patientId?: OpenRecord
  visitId?: string
  /** Nobody else is known to come with the ambulance. */
  isAlone?: boolean
}

/** Writes an act; one that is there already stays the only one. */
export async function insertInboundAct(
  tx: Tx,
  act: InboundAct,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  await sql`
    insert into inbound_acts (hospital_id, id, mission_id, act, at, staff_id, pre_alert_id, zone, bay, patient_id, visit_id,
      is_alone)
    values (${hospitalId}, ${act.id}, ${act.missionId}, ${act.act}, ${now}, ${staffId}, ${act.preAlertId ?? null},
      ${act.zone ?? null}, ${act.bay ?? null}, ${act.patientId ?? null}, ${act.visitId ?? null}, ${act.isAlone ?? true})
    on conflict do nothing`.execute(tx)
}

export type ArrivalAct = { at: string; by: StaffLabel; visit_id: string; patient_id: string }

/** Who has arrived with a mission, in their order. */
export async function listArrivals(tx: Tx, missionId: string): Promise<ArrivalAct[]> {
  const { rows } = await sql<ArrivalAct>`
    select a.at, ${staffLabel('s')} as by, a.visit_id, a.patient_id
    from inbound_acts a join staff s on s.id = a.staff_id
    where a.mission_id = ${missionId} and ${isArrival('a')} order by a.at, a.id`.execute(tx)
  return rows
}

export type Brought = {
  /** How many patients the call announced, how many the mission is about, and how many of them come here. */
  announced: number
  patients: number
  expected: number
  /** Nobody knows how many more there are. */
  may_be_more: boolean
  /** A sheet names another patient than this one. */
  is_of_other: boolean
  /** Whether the request of one patient names this one; null if it names nobody, or speaks of several. */
  is_requested: boolean | null
}

export async function findBrought(tx: Tx, missionId: string, patientId: OpenRecord): Promise<Brought> {
  const { rows } = await sql<Brought>`
    select ${announcedPatients} as announced, ${missionPatients} as patients, ${expectedPatients} as expected,
      ${maySendMore} as may_be_more,
      exists (select from form_records f where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void'
        and ${selectUsedRecordOf(sql`f.patient_id`)} <> ${patientId}) as is_of_other,
      case when ${announcedPatients} = 1 then ${selectUsedRecordOf(sql`r.patient_id`)} = ${patientId} end as is_requested
    from missions m join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
    where m.id = ${missionId}`.execute(tx)
  const [brought] = rows
  if (!brought) throw new Error('the mission is locked')
  return brought
}

/** Whether a visit was linked to a mission before. */
export async function isLinked(tx: Tx, visitId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_acts where visit_id = ${visitId} and act = 'ARRIVED'`.execute(tx)
  return rows.length > 0
}

/**
 * The place that was kept last for a mission, and that no visit before this one had; none once the crew has handed over
 * and somebody of theirs has arrived.
 */
export async function findPrepared(
  tx: Tx,
  missionId: string,
  visitId: string,
): Promise<{ zone: string; bay: string | null } | undefined> {
  const { rows } = await sql<{ zone: string; bay: string | null }>`
    select zone, bay from inbound_acts kept where mission_id = ${missionId} and act = 'PREPARED'
      and not exists (select from inbound_acts came where came.mission_id = ${missionId} and ${isArrival('came')}
        and came.visit_id <> ${visitId} and (came.at >= kept.at or exists (
          select from missions m where m.id = ${missionId} and m.state in ('HANDED_OVER', 'BACK_AT_BASE', 'CLOSED'))))
    order by at desc, id desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * What the sheets of a mission say of a pregnancy of this patient: the sheet that names them; of somebody who comes
 * alone, else the only one that names nobody. With several of those, nobody knows whose answer it is.
 */
export async function findToldPregnancy(
  tx: Tx,
  missionId: string,
  { patientId, isAlone }: { patientId: OpenRecord; isAlone: boolean },
): Promise<{ pregnancy: string; weeks: string | null } | undefined> {
  const { rows } = await sql<{ pregnancy: string; weeks: string | null }>`
    with sheets as (
      select * from form_records where mission_id = ${missionId} and state <> 'void'
        and (patient_id = ${patientId} or (patient_id is null and ${isAlone})))
    select answers ->> 'pregnancy' as pregnancy, answers ->> 'pregnancy_weeks' as weeks from sheets
    where answers ->> 'pregnancy' = any('{YES,NO,UNKNOWN}')
      and (patient_id is not null or (select count(*) from sheets s where s.patient_id is null
        and s.answers ? 'pregnancy') = 1)
    order by patient_id is null, changed_at desc, id limit 1`.execute(tx)
  return rows[0]
}
