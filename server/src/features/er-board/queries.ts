import { type ErRow, type ErValue, erVitals, triageLevels } from 'contract'
import { sql } from 'kysely'
import { selectOwnLimits } from '../../bedside/alarms/own-limits.ts'
import { sqlArray, sqlWords } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { isBoarding, isInVisit } from '../../db/in-visit.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectPlaceLabel, selectPlaceLabelOrNull, toStaffLabel } from '../../db/labels.ts'
import { type PackedColumns, selectPackedRows } from '../../db/packed-rows.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'
import { selectPreviousTriage, selectTriagedAt } from '../../patient-flow/select-triage-name.ts'
import { type Asked, listUnaskedOfPatient, selectAsked } from '../../patient-flow/unasked.ts'
import type { VisitState } from '../../patient-flow/visit-acts.ts'

/** The most visits that are shown: the newest. More are visits that nobody has ended. */
const shownVisits = 300

/** Whether the visit `v` is in the emergency room. Only open visits are read, by their index, however many are past. */
const isInEmergencyRoom = sql`v.is_open and v.kind = 'ER' and ${isInVisit}`

/**
 * The patient `p` of a visit `v`. `offset 0`: read for each visit by their index. After a million past visits the
 * planner would choose to scan all patients of the hospital.
 */
const joinPatient = sql`cross join lateral (
  select id, hospital_id, hn, title, name, surname, gender, date_of_birth, birth_date_precision, an, ward_id, bed_id,
    admitted_at, is_pregnant from patients
  where id = v.patient_id offset 0) p`

/** A row of the board as columns: to build objects costs PostgreSQL more than to find what is in them. */
type VisitRow = Omit<ErRow['visit'], '_id' | 'pending' | 'unasked' | 'fast_tracks' | 'doctor' | 'nurse'> &
  Omit<ErRow['patient'], '_id' | 'ward'> & {
    visit_id: string
    pending: ErRow['visit']['pending'] | null
    fast_tracks: ErRow['visit']['fast_tracks'] | null
    doctor_id: string | null
    doctor_first_name: string
    doctor_last_name: string
    nurse_id: string | null
    nurse_first_name: string
    nurse_last_name: string
    patient_id: string
    ward: ErRow['patient']['ward']
    level: number | null
    triaged_at: string
    triage_zone: string
    news2: number | null
    before: NonNullable<ErRow['last']>['before']
    asked: Asked | null
    own_limits: ErRow['own_limits'] | null
    is_admitted: boolean
    is_closed: boolean
  }

const visitColumns: PackedColumns<VisitRow> = {
  visit_id: 'value',
  visited_at: 'instant',
  er_since: 'instant',
  first_seen_at: 'instant',
  zone: 'value',
  bay: 'value',
  vn: 'value',
  complaint: 'value',
  onset_at: 'instant',
  is_pregnant: 'value',
  pending: 'value',
  decided: 'value',
  boarding_since: 'instant',
  fast_tracks: 'value',
  doctor_id: 'value',
  doctor_first_name: 'value',
  doctor_last_name: 'value',
  nurse_id: 'value',
  nurse_first_name: 'value',
  nurse_last_name: 'value',
  patient_id: 'value',
  hn: 'value',
  title: 'value',
  name: 'value',
  surname: 'value',
  gender: 'value',
  date_of_birth: 'value',
  birth_date_precision: 'value',
  ward: 'value',
  bed: 'value',
  level: 'value',
  triaged_at: 'instant',
  triage_zone: 'value',
  news2: 'value',
  before: 'value',
  asked: 'value',
  own_limits: 'value',
  is_admitted: 'value',
  is_closed: 'value',
  request: 'value',
}

/**
 * Everybody in the emergency room, or those of these patients who are there, by arrival, with their newest values and
 * what was asked of wards.
 */
export async function listErVisits(tx: Tx, viewer: Viewer, patientIds: readonly string[] | undefined) {
  const [found, latest] = await Promise.all([
    listVisitRows(tx, viewer, patientIds),
    listLatestValues(tx, patientIds),
  ])
  const rows = found.slice(0, shownVisits)
  return {
    rows: rows.map((row) => toErRow(row, latest.get(row.patient_id) ?? [], viewer.now)),
    hasMore: found.length > shownVisits,
  }
}

/** `offset 0`: whether a record is open is decided once a row. */
function listVisitRows(
  tx: Tx,
  viewer: Viewer,
  patientIds: readonly string[] | undefined,
): Promise<VisitRow[]> {
  const query = sql<VisitRow>`
    select v.id as visit_id, v.visited_at, v.er_since, v.first_seen_at, v.zone, v.bay,
      case when r.is_open then v.vn end as vn, case when r.is_open then v.complaint end as complaint,
      case when r.is_open then v.onset_at end as onset_at, r.is_open and p.is_pregnant as is_pregnant,
      case when r.is_open then nullif(v.pending, '{}') end as pending, case when r.is_open then v.decided end as decided,
      case when ${isBoarding('p')} or (v.decided = 2 and r.is_open)
        then greatest(coalesce(case when v.decided = 2 then v.decided_at end, p.admitted_at), v.er_since, v.visited_at)
        end as boarding_since,
      case when r.is_open and v.fast_tracks <> '{}' then (
        select json_agg(json_build_object('track', f.track, 'since', (
            select to_char(case when t.late_reason is null then t.at else ${selectTriagedAt()} end,
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from triages t
            where t.patient_id = v.patient_id and t.visit_id = v.id and f.track = any(t.fast_tracks)
              and t.at > coalesce((
                select max(o.at) from triages o
                where o.patient_id = v.patient_id and o.visit_id = v.id and f.track <> all(o.fast_tracks)
                  and not exists (
                    select from triages c where c.corrects = o.id and f.track = any(c.fast_tracks))), '-infinity')
            order by t.at limit 1)) order by f.place)
        from unnest(v.fast_tracks) with ordinality as f (track, place)) end as fast_tracks,
      case when r.is_open then doctor.id end as doctor_id, doctor.first_name as doctor_first_name,
      doctor.last_name as doctor_last_name, case when r.is_open then nurse.id end as nurse_id,
      nurse.first_name as nurse_first_name, nurse.last_name as nurse_last_name,
      p.id as patient_id, p.hn, p.title, p.name, p.surname, p.gender, p.date_of_birth, p.birth_date_precision,
      ${selectPlaceLabelOrNull('w')} as ward, b.label as bed,
      last.level, last.at as triaged_at, last.zone as triage_zone, case when r.is_open then last.news2 end as news2,
      case when r.is_open then last.before end as before,
      case when r.is_open then last.asked end as asked,
      ${selectOwnLimits('v.patient_id', viewer.now)} as own_limits, p.an is not null as is_admitted, not r.is_open as is_closed,
      case when q.state = 'open' or (q.state = 'declined' and q.decline_seen_at is null) then json_build_object(
        '_id', q.id, 'state', q.state, 'ward', (select ${selectPlaceLabel('qw')} from wards qw where qw.id = q.ward_id),
        'since', coalesce(${selectIsoText('q.closed_at')}, ${selectIsoText('q.requested_at')}),
        'decline_reason', q.decline_reason) end as request
    from visits v
      ${joinPatient}
      cross join lateral (select ${isRecordOpen(viewer, 'p')} as is_open offset 0) as r
      left join lateral (
        select t.level, triaged.at, t.zone, t.news2, ${selectPreviousTriage()} as before, ${selectAsked()} as asked
        from triages t cross join lateral ${selectTriagedAt()} triaged
        where t.visit_id = v.id and t.patient_id = v.patient_id
        order by t.at desc, t.id desc limit 1) last on true
      left join lateral (
        select * from admission_requests
        where hospital_id = v.hospital_id and patient_id = v.patient_id
        order by requested_at desc, id desc limit 1) q on r.is_open
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join staff doctor on doctor.id = v.doctor_id
      left join staff nurse on nurse.id = v.nurse_id
    ${selectShown(patientIds)}`
  return selectPackedRows(tx, visitColumns, query)
}

/**
 * The end of a query of the visits `v` that the board shows, and one more; of these patients alone, if they are named.
 */
const selectShown = (patientIds: readonly string[] | undefined) => sql`
  where ${isInEmergencyRoom}${patientIds ? sql` and v.patient_id = any(${sqlArray('uuid', patientIds)})` : sql``}
  order by v.visited_at desc
  limit ${sql.lit(shownVisits + 1)}`

type LatestRow = ErValue & { patient_id: string }

const latestColumns: PackedColumns<LatestRow> = {
  patient_id: 'value',
  vital: 'value',
  value: 'value',
  second: 'value',
  note: 'value',
  measured_at: 'instant',
}

/**
 * The newest values on the cards of the patients whom the board shows. `offset 0`: read for each patient by their
 * index, even without statistics of the table.
 */
async function listLatestValues(
  tx: Tx,
  patientIds: readonly string[] | undefined,
): Promise<Map<string, ErValue[]>> {
  const query = sql<LatestRow>`
    select shown.patient_id, l.*
    from (select v.patient_id from visits v ${joinPatient} ${selectShown(patientIds)}) as shown
      cross join lateral (
        select l.vital, l.value, l.second, l.note, l.measured_at from latest_values l
        where l.patient_id = shown.patient_id and l.vital = any(${sqlWords(erVitals)}) offset 0) l`
  const latest = new Map<string, ErValue[]>()
  for (const row of await selectPackedRows(tx, latestColumns, query)) {
    const { patient_id, vital, value, second, note, measured_at } = row
    const of = latest.get(patient_id)
    const newest = { vital, value, second, note, measured_at }
    if (of) of.push(newest)
    else latest.set(patient_id, [newest])
  }
  return latest
}

const toErRow = (row: VisitRow, latest: ErValue[], now: string): ErRow => ({
  visit: {
    _id: row.visit_id,
    visited_at: row.visited_at,
    er_since: row.er_since,
    first_seen_at: row.first_seen_at,
    zone: row.zone,
    bay: row.bay,
    vn: row.vn,
    complaint: row.complaint,
    onset_at: row.onset_at,
    unasked: listUnaskedOfPatient(row.asked, row, now),
    is_pregnant: row.is_pregnant,
    pending: row.pending ?? [],
    decided: row.decided,
    boarding_since: row.boarding_since,
    fast_tracks: row.fast_tracks ?? [],
    doctor: toStaffLabel(row.doctor_id, row.doctor_first_name, row.doctor_last_name),
    nurse: toStaffLabel(row.nurse_id, row.nurse_first_name, row.nurse_last_name),
    request: row.request,
  },
  patient: {
    _id: row.patient_id,
    hn: row.hn,
    title: row.title,
    name: row.name,
    surname: row.surname,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    birth_date_precision: row.birth_date_precision,
    ward: row.ward,
    bed: row.bed,
  },
  last: toLastTriage(row),
  latest,
  own_limits: row.own_limits ?? [],
  is_admitted: row.is_admitted,
  is_closed: row.is_closed,
})

function toLastTriage({ level, triaged_at, triage_zone, news2, before }: VisitRow): ErRow['last'] {
  const named = level === null ? undefined : triageLevels[level - 1]
  return named ? { level: named, at: triaged_at, zone: triage_zone, news2, before } : null
}

export type StoredAct = {
  at: string
  before: Partial<VisitState>
  after: Partial<VisitState>
  is_undone: boolean
}

export async function findAct(
  tx: Tx,
  patientId: OpenRecord,
  visitId: string,
  actId: string,
): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select a.at, a.before, a.after, exists (select from visit_acts u where u.undoes = a.id) as is_undone
    from visit_acts a
    where a.id = ${actId} and a.visit_id = ${visitId} and a.patient_id = ${patientId} and a.undoes is null`.execute(
    tx,
  )
  return rows[0]
}

/** Whether the patient has another visit that is open. */
export async function hasOpenVisit(tx: Tx, patientId: OpenRecord): Promise<boolean> {
  const found = await tx
    .selectFrom('visits')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
