import type { ListedStay, PageRequest, Stay, StayAct, StayHistory, StayPlace } from 'contract'
import { toStayOutcome } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import {
  selectBedLabelOrNull,
  selectPatientLabel,
  selectPlaceLabel,
  selectStaffLabelOrNull,
} from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions, type Page, readPage } from '../../../db/listing/pages.ts'
import {
  isRecordOpen,
  type OpenRecord,
  selectClosedRecords,
  type Viewer,
} from '../../../identity/record-access.ts'

/** The place `c` with its ward `cw` and its bed `cb`. */
const placeJson = sql`json_build_object('_id', c.id, 'kind', c.kind, 'ward', ${selectPlaceLabel('cw')},
  'bed', ${selectBedLabelOrNull('cb')},
  'from', to_char(lower(c.during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'to', to_char(upper(c.during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'due_back_at', to_char(c.due_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'is_superseded', c.superseded_at is not null, 'superseded_by', c.superseded_by_act_id)`

const patientJson = selectPatientLabel({
  ward: 'pw',
  bed: sql`pb.label`,
  more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision`,
})

/** The last place `c` of the stay `s`: where the patient is, or was when they left or the admission was cancelled. */
const joinLastPlace = sql`
  left join lateral (
    select * from stay_places l where l.hospital_id = s.hospital_id and l.stay_id = s.id
      and (l.superseded_at is null or l.superseded_at = s.voided_at)
    order by lower(l.during) desc limit 1) c on true`

/** Joins what lists show of stay `s`. */
const joinDetails = sql`
  join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id
  left join wards pw on pw.id = p.ward_id
  left join beds pb on pb.id = p.bed_id
  left join staff doctor on doctor.id = s.attending_id
  ${joinLastPlace}
  left join wards cw on cw.id = c.ward_id
  left join beds cb on cb.id = c.bed_id`

const stayColumns = sql`s.id as _id, s.an, s.version, ${patientJson} as patient, s.admitted_at, s.discharged_at,
  s.voided_at, case when c.id is not null then ${placeJson} end as place, s.admit_type, s.admit_source, s.arrival_type,
  s.referral_cause, s.referring_hospital, s.referral_number, s.department,
  ${selectStaffLabelOrNull('doctor')} as attending, s.diagnosis, s.disease, s.payer, s.isolation, s.is_dnr, s.has_consent, s.morse_score, s.planned_discharge_on,
  case when s.news2 is not null then json_build_object('value', s.news2, 'measured_at', ${selectIsoText('s.news2_at')}) end as news2,
  s.pregnancy, s.discharge_status,
  s.discharge_type, s.discharged_to, s.discharge_cause, s.goes_home_to_die, s.refusal, s.discharge_diagnoses,
  s.discharge_summary, s.discharge_advice, s.follow_up, s.home_medicines`

type RawStay = Omit<Stay, 'outcome'>
const toStay = <Row extends RawStay>(row: Row) => ({ ...row, outcome: toStayOutcome(row) })

/** The stays of a patient with all their places and acts, the newest first; or only the one with this id. */
export async function listStayHistories(
  tx: Tx,
  patientId: OpenRecord,
  stayId: string | null = null,
): Promise<StayHistory[]> {
  const { rows } = await sql<RawStay & { places: StayPlace[]; acts: StayAct[] }>`
    select ${stayColumns},
      coalesce((
        select json_agg(${placeJson} order by lower(c.during) desc, c.id desc)
        from stay_places c join wards cw on cw.id = c.ward_id left join beds cb on cb.id = c.bed_id
        where c.hospital_id = s.hospital_id and c.stay_id = s.id), '[]') as places,
      coalesce((
        select json_agg(json_build_object('_id', a.id, 'act', a.act, 'at', ${selectIsoText('a.at')},
            'recorded_at', ${selectIsoText('a.recorded_at')}, 'by', ${selectStaffLabelOrNull('author')}, 'reason', a.reason,
            'note', a.note, 'hand_over', a.detail -> 'hand_over', 'receiver', ${selectStaffLabelOrNull('receiver')},
            'relative', a.detail ->> 'relative', 'is_on_leave', coalesce((a.detail -> 'is_on_leave')::boolean, false),
            'changes', coalesce(a.detail -> 'changes', '[]')) order by a.recorded_at desc, a.id desc)
        from stay_acts a left join staff author on author.id = a.staff_id
          left join staff receiver on receiver.id = (a.detail ->> 'receiver_id')::uuid
        where a.hospital_id = s.hospital_id and a.stay_id = s.id), '[]') as acts
    from stays s ${joinDetails}
    where s.patient_id = ${patientId} and ${stayId === null ? sql`true` : sql`s.id = ${stayId}`}
    order by s.admitted_at desc, s.id desc`.execute(tx)
  return rows.map(toStay)
}

export type StaySelection = {
  search_value: string
  state: 'in' | 'left' | 'voided' | 'all'
  ward?: string | undefined
  department?: string | undefined
  attending_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  outcome?: Stay['outcome'] | undefined
}

const inState = {
  in: sql<SqlBool>`s.discharged_at is null and s.voided_at is null`,
  left: sql<SqlBool>`s.discharged_at is not null and s.voided_at is null`,
  voided: sql<SqlBool>`s.voided_at is not null`,
  all: sql<SqlBool>`true`,
} as const

/** The same rule as `toStayOutcome`, for a condition; null of a cancelled admission. */
const selectedOutcome = sql`case
  when s.voided_at is not null then null
  when s.discharged_at is null then 'STILL_IN'
  when s.discharge_type is null or s.discharge_status is null then 'UNKNOWN'
  when s.discharge_type in (8, 9) or s.discharge_status in (8, 9) then 'DIED'
  when s.discharge_type = 4 then 'ELSEWHERE'
  when s.discharge_type = 2 and s.goes_home_to_die then 'HOME_DIED'
  when s.discharge_type in (2, 3) then 'REFUSED'
  when s.discharge_status = 3 then 'UNKNOWN'
  else 'IMPROVED' end`

/** Whether the HN, the AN or the name begins with what was typed. */
const matchesSearch = (typed: string): RawBuilder<SqlBool> => sql`s.patient_id in (
  select patient_id from patient_search, search_key(${typed}) as low
  where kind in ('hn', 'an', 'name') and low <> '' and key >= low and key < low || U&'\\+10FFFF')`

/** Stays are counted up to this many: to count a million of them takes longer than to list them. */
const maxCountedStays = 1_000

/** Stays by their last event: the discharge of those who left, else the admission. */
const getLastEvent = ({ state }: StaySelection) =>
  state === 'left' ? sql`s.discharged_at` : sql`s.admitted_at`

/**
 * What stands behind `from` in a statement about the stays that are asked for. A filter by what belongs to the record
 * leaves out the records that are closed to the viewer.
 */
function selectStays(viewer: Viewer, query: StaySelection, beyond: readonly RawBuilder<SqlBool>[] = []) {
  const when = getLastEvent(query)
  const day = (date: string, days: number) =>
    sql`((${date}::date + ${sql.lit(days)})::timestamp at time zone 'Asia/Bangkok')`
  const { ward, department, attending_id, outcome } = query
  const isByRecord =
    department !== undefined ||
    attending_id !== undefined ||
    outcome !== undefined ||
    (ward !== undefined && query.state !== 'in')
  const where = joinConditions([
    inState[query.state],
    ...(query.search_value.trim() === '' ? [] : [matchesSearch(query.search_value)]),
    ...(isByRecord ? [sql<SqlBool>`s.patient_id not in ${selectClosedRecords(viewer)}`] : []),
    ...(ward === undefined ? [] : [sql<SqlBool>`c.ward_id = ${ward}`]),
    ...(department === undefined ? [] : [sql<SqlBool>`s.department = ${department}`]),
    ...(attending_id === undefined ? [] : [sql<SqlBool>`s.attending_id = ${attending_id}`]),
    ...(query.from === undefined ? [] : [sql<SqlBool>`${when} >= ${day(query.from, 0)}`]),
    ...(query.to === undefined ? [] : [sql<SqlBool>`${when} < ${day(query.to, 1)}`]),
    ...(outcome === undefined ? [] : [sql<SqlBool>`${selectedOutcome} = ${outcome}`]),
    ...beyond,
  ])
  return sql`stays s ${ward === undefined ? sql`` : joinLastPlace} where ${where}`
}

/** What an export has of a stay besides what lists show. */
const exportedFields = [
  'admit_type',
  'admit_source',
  'arrival_type',
  'referral_cause',
  'referring_hospital',
  'referral_number',
  'payer',
  'isolation',
  'pregnancy',
  'morse_score',
  'is_dnr',
  'has_consent',
  'planned_discharge_on',
  'discharge_status',
  'discharge_type',
  'discharged_to',
  'discharge_cause',
  'discharge_diagnoses',
  'discharge_summary',
  'discharge_advice',
  'follow_up',
  'home_medicines',
] as const satisfies readonly (keyof Stay)[]

/** `record` is null if that is closed to the caller. Kilograms and centimetres, as measured at the admission. */
export type ExportedStay = ListedStay & {
  record:
    | (Pick<Stay, (typeof exportedFields)[number]> & {
        news2: number | null
        weight: number | null
        height: number | null
      })
    | null
}

/** The time of the admission may have been corrected since: the act has the one at which it was measured. */
const measuredAtAdmission = (measure: 'weight' | 'height') => sql`(
  select r.${sql.ref(measure)} from readings r join stay_acts a
    on a.hospital_id = s.hospital_id and a.stay_id = s.id and a.act = 'admitted'
  where r.hospital_id = s.hospital_id and r.patient_id = s.patient_id and r.kind = 'body' and r.measured_at = a.at
    and r.replaced_at is null and r.${sql.ref(measure)} is not null
  order by r.received_at desc limit 1)`

const exportedColumns = sql`, case when record.is_open then json_build_object(
  ${sql.join(exportedFields.flatMap((field) => [sql.lit(field), sql.ref(`s.${field}`)]))},
  'news2', s.news2, 'weight', ${measuredAtAdmission('weight')}, 'height', ${measuredAtAdmission('height')}) end as record`

/** The newest of the rows that `matching` selects, with `more` of each. */
async function readStays<Row = ListedStay>(
  tx: Tx,
  viewer: Viewer,
  { when, matching, limit }: Record<'when' | 'matching' | 'limit', RawBuilder<unknown>>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  // The page is found first; `offset 0` keeps the check of a record from being repeated for each field.
  const { rows } = await sql<Row>`
    select s.id as _id, s.an, ${patientJson} as patient, s.admitted_at, s.discharged_at, s.voided_at,
      record.is_open as is_record_open,
      case when c.id is not null and (record.is_open or ${inState.in}) then ${placeJson} end as place,
      case when record.is_open then s.department end as department,
      case when record.is_open then ${selectStaffLabelOrNull('doctor')} end as attending,
      case when record.is_open then s.diagnosis end as diagnosis,
      case when record.is_open then s.disease end as disease,
      case when record.is_open then ${selectedOutcome} end as outcome${more}
    from (select s.* from ${matching} order by ${when} desc, s.id desc ${limit}) s ${joinDetails}
      cross join lateral (select ${isRecordOpen(viewer, 'p')} as is_open offset 0) record
    order by ${when} desc, s.id desc`.execute(tx)
  return rows
}

/** A page of stays by their last event, the newest first. */
export function listStays(
  tx: Tx,
  viewer: Viewer,
  query: StaySelection & PageRequest,
): Promise<Page<ListedStay>> {
  const matching = selectStays(viewer, query)
  return readPage(
    readStays(tx, viewer, { when: getLastEvent(query), matching, limit: buildLimit(query) }),
    countRows(tx, matching, maxCountedStays),
  )
}

/** Stays of an export that are read at once. */
const exportedAtOnce = 500

/** All of these stays, in the order of the list. */
export async function* streamStays(
  tx: Tx,
  viewer: Viewer,
  selection: StaySelection,
): AsyncGenerator<ExportedStay[]> {
  const when = getLastEvent(selection)
  const limit = sql`limit ${exportedAtOnce}`
  let last: string | undefined
  for (;;) {
    const beyond =
      last === undefined
        ? []
        : [sql<SqlBool>`(${when}, s.id) < (select ${when}, s.id from stays s where s.id = ${last})`]
    const matching = selectStays(viewer, selection, beyond)
    const rows = await readStays<ExportedStay>(tx, viewer, { when, matching, limit }, exportedColumns)
    if (rows.length > 0) yield rows
    if (rows.length < exportedAtOnce) return
    last = rows.at(-1)?._id
  }
}
