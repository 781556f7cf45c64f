import {
  type BoardWard,
  news2KeptMs,
  standardTimes,
  triageLevels,
  unobservedVitals,
  type WardBoardFilters,
  type WardBoardRow,
  type wardBoardSorts,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  computeEarlierScore,
  type EarlierParts,
  selectEarlierParts,
} from '../../../bedside/intake/earlier-scores.ts'
import { sqlArray, sqlWords } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'
import { joinConditions, type Page, type RowRange } from '../../../db/listing/pages.ts'
import { isOnChosenWard } from '../../../identity/followed-wards.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'
import { selectTileParts } from './tile-parts.ts'

export type WardBoardRequest = {
  viewer: Viewer
  staffId: string
  /** Without a ward these are those that the user's groups follow, or every ward. */
  ward: BoardWard | undefined
  filters: WardBoardFilters
  sort: { field: (typeof wardBoardSorts)[number] | undefined; order: 'asc' | 'desc' }
  /** Whether the user may see alarms; otherwise none counts. */
  seesAlarms: boolean
  now: string
}

/**
 * A range of a ward board, in one statement: first the place of everybody in a bed of these wards, then all of those in
 * the range. However many patients are registered, it reads those in beds, by the index of their wards.
 */
export async function listWardBoard(
  tx: Tx,
  request: WardBoardRequest,
  { limit, offset }: RowRange,
): Promise<Page<WardBoardRow>> {
  const { viewer, now } = request
  const { rows } = await sql<RawRow>`
    with bounds as (
      select coalesce((times ->> 'news2_medium')::int, ${standardTimes.news2_medium}::int) as medium,
        coalesce((times ->> 'news2_high')::int, ${standardTimes.news2_high}::int) as high
      from (select (select thresholds -> 'times' from threshold_versions order by version desc limit 1) as times) as kept
    ), alarmed as (
      select patient_id, max(rank) as worst, coalesce(max(rank) filter (where acknowledged_at is null), 0) as unseen
      from (select patient_id, acknowledged_at, ${severityRank} as rank from alarms
        where ${sql.lit(request.seesAlarms)} and cleared_at is null and patient_id is not null) as open
      group by patient_id
    ), in_bed as (
      select p.id, p.number, p.triage_level, p.device_status,
        w.position as ward_position, b.position as bed_position,
        newest.score, newest.scored_at, newest.observed_at,
        coalesce(alarmed.worst, 0) as alarm, coalesce(alarmed.unseen, 0) as unseen,
        greatest(coalesce(alarmed.worst, 0),
          case when newest.score >= bounds.high then 3 when newest.score >= bounds.medium then 2 else 0 end,
          case when newest.observed_at > ${subtractKept(now)} then 0 else 1 end) as level
      from patients p
        join wards w on w.id = p.ward_id
        left join beds b on b.id = p.bed_id
        left join alarmed on alarmed.patient_id = p.id
        cross join bounds
        cross join lateral (
          select max(l.value) filter (where l.vital = 'news2') as score,
            max(l.measured_at) filter (where l.vital = 'news2') as scored_at,
            max(l.measured_at) filter (where l.vital <> all(${sqlWords(unobservedVitals)})) as observed_at
          from latest_values l where l.patient_id = p.id) as newest
      where ${isOnChosenWard('p.ward_id', request)}
    ), listed as (
      select id, scored_at, count(*) over () as total, row_number() over (order by ${buildOrder(request.sort)}) as place
      from in_bed
      where ${joinConditions(buildConditions(request.filters, now))}
      order by place limit ${limit} offset ${offset}
    )
    select ${selectTileParts(now)}, p.admitted_at, ${selectStay(viewer)} as stay, listed.total, listed.scored_at,
      case when ${isRecordOpen(viewer, 'p')} and listed.scored_at is not null
        then ${selectEarlierParts('p.id', 'listed.scored_at')} end as earlier,
      case when ${isRecordOpen(viewer, 'p')} then (
        select severity from patient_allergies a where a.patient_id = p.id and a.ended_at is null
        order by array_position('{life_threatening,severe,moderate,mild}', a.severity) limit 1) end as worst_allergy,
      p.is_pregnant and ${isRecordOpen(viewer, 'p')} as is_pregnant
    from listed
      join patients p on p.id = listed.id
      join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
    order by listed.place`.execute(tx)
  return {
    rows: rows.map(({ total: _total, scored_at, earlier, ...row }) => ({
      ...row,
      score_before: earlier && scored_at !== null ? computeEarlierScore(earlier, scored_at) : null,
    })),
    total: rows[0]?.total ?? 0,
    total_is_at_least: false,
  }
}

/** How the patient `p` is on the ward. */
function selectStay(viewer: Viewer): RawBuilder<WardBoardRow['stay']> {
  const isOpen = isRecordOpen(viewer, 'p')
  return sql`(
    select json_build_object('kind', c.kind, 'due_back_at', ${selectIsoText('c.due_back_at')},
      'attending', case when ${isOpen} then ${selectStaffLabelOrNull('doctor')} end,
      'isolation', case when ${isOpen} then s.isolation end,
      'planned_discharge_on', case when ${isOpen} then s.planned_discharge_on end)
    from ${selectOpenPlace('p.id')} left join staff doctor on doctor.id = s.attending_id)`
}

/** The stay `s` of a patient that lasts, with its place `c`. */
const selectOpenPlace = (patientId: string) => sql`(
    select * from stays where patient_id = ${sql.ref(patientId)} and discharged_at is null and voided_at is null) s
  join stay_places c on c.hospital_id = s.hospital_id and c.stay_id = s.id and upper_inf(c.during)
    and c.superseded_at is null`

type RawRow = Omit<WardBoardRow, 'score_before'> & {
  total: number
  scored_at: string | null
  earlier: EarlierParts | null
}

/** The rank of a severity; 1 is the least severe. */
const severityRank = sql<number>`array_position('{low,medium,high}', severity)`

function subtractKept(now: string): RawBuilder<string> {
  return sql`${new Date(Date.parse(now) - news2KeptMs).toISOString()}::timestamptz`
}

function buildConditions(
  { alarm, triage_level, device_status, is_unobserved, place }: WardBoardFilters,
  now: string,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (alarm === 'any') conditions.push(sql`alarm > 0`)
  else if (alarm) conditions.push(sql`alarm = array_position('{low,medium,high}', ${alarm})`)
  if (triage_level?.length) {
    // Stored as its position, beginning at 1.
    const levels = triage_level.map((level) => triageLevels.indexOf(level) + 1)
    conditions.push(sql`triage_level = any(${sqlArray('integer', levels)})`)
  }
  if (device_status === 'none') conditions.push(sql`device_status is null`)
  else if (device_status) conditions.push(sql`device_status = ${device_status}`)
  if (is_unobserved) conditions.push(sql`(observed_at > ${subtractKept(now)}) is not true`)
  if (place)
    conditions.push(sql`exists (select from ${selectOpenPlace('in_bed.id')} where c.kind = ${place})`)
  return conditions
}

const byBed = sql`ward_position, bed_position nulls last, number`

/** Orders the rows; without a field it orders as `compareSickness` does. */
function buildOrder({ field, order }: WardBoardRequest['sort']): RawBuilder<unknown> {
  const direction = sql.raw(order)
  if (field === undefined)
    return sql`level desc, (level > 0 and unseen = level) desc, score desc nulls last, ${byBed}`
  if (field === 'bed')
    return sql`ward_position ${direction}, bed_position ${direction} nulls last, number ${direction}`
  if (field === 'news2') return sql`score ${direction} nulls last, ${byBed}`
  if (field === 'triage_level') return sql`triage_level ${direction} nulls last, ${byBed}`
  // Patients who were never observed come first: they are the longest without an observation.
  return sql`observed_at ${direction} nulls ${sql.raw(order === 'asc' ? 'first' : 'last')}, ${byBed}`
}
