import type { EmergencyFigures, LengthOfStay, PlaceLabel, ReportSpan } from 'contract'
import { leastStaysOfDisease } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectPlaceLabel } from '../../db/labels.ts'
import type { CountedDay, WardBeds } from './rules.ts'

const midnight = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'Asia/Bangkok')`
const selectDay = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Asia/Bangkok')::date`

/**
 * How many patients each ward had at each midnight, and who came and went on each day. The end of the last day counts
 * as the midnight after it, also where it is now.
 */
export async function listCountedDays(tx: Tx, { from, to, until }: ReportSpan): Promise<CountedDay[]> {
  const begins = midnight(sql`${from}::date`)
  const isAtEnd = sql`begun < ${until} and (over is null or over >= ${until})`
  const isBegun = sql`begun >= ${begins} and begun < ${until}`
  const isOver = sql`over >= ${begins} and over < ${until}`
  const [first, last, after] = [sql`${from}::date`, sql`${to}::date`, sql`${to}::date + 1`]
  const { rows } = await sql<CountedDay>`
    with held as materialized (
      select c.ward_id, c.kind, c.bed_id, lower(c.during) as begun, upper(c.during) as over,
        lag(c.ward_id) over of_stay as ward_before, lead(c.ward_id) over of_stay as ward_after, s.discharge_type
      from own_places c join stays s on s.id = c.stay_id
      where s.voided_at is null
        -- With the microsecond before: who was there until the first midnight was there at it.
        and c.during && tstzrange(${begins} - interval '1 microsecond', ${until})
      window of_stay as (partition by c.stay_id order by lower(c.during))
    ),
    present as (
      select ward_id, kind, bed_id, at::date as day
      from held, generate_series(
        greatest(${selectDay(sql`begun`)} + 1, ${first})::timestamp,
        least(coalesce(${selectDay(sql`over`)}, ${last}), ${last})::timestamp,
        interval '1 day') as at
      union all
      select ward_id, kind, bed_id, ${after} from held where ${isAtEnd}
    ),
    counted as (
      select ward_id, day, 'present' as what from present
      union all select ward_id, day, 'in_beds' from present where bed_id is not null
      union all select ward_id, day, 'on_leave' from present where kind = 'leave'
      union all select ward_id, ${selectDay(sql`begun`)}, 'admitted' from held where ward_before is null and ${isBegun}
      union all select ward_id, ${selectDay(sql`begun`)}, 'transferred_in' from held where ward_before <> ward_id and ${isBegun}
      union all select ward_id, ${selectDay(sql`over`)}, 'transferred_out' from held where ward_after <> ward_id and ${isOver}
      union all select ward_id, ${selectDay(sql`over`)}, case
          when discharge_type = 1 then 'approved' when discharge_type in (2, 3) then 'against'
          when discharge_type = 4 then 'transferred' when discharge_type in (8, 9) then 'died' else 'other' end
        from held where ward_after is null and ${isOver}
    )
    select ward_id, to_char(day, 'YYYY-MM-DD') as day, what, count(*)::int as count
    from counted group by ward_id, day, what`.execute(tx)
  return rows
}

/** All wards in their order, each with the beds that it has now and since when a bed or the whole ward is closed. */
export async function listWardBeds(tx: Tx): Promise<WardBeds[]> {
  const { rows } = await sql<{ ward: PlaceLabel; closed_at: string | null; beds: (string | null)[] }>`
    select ${selectPlaceLabel('w')} as ward, w.closed_at,
      array(select least(b.closed_at, w.closed_at) from beds b where b.ward_id = w.id) as beds
    from wards w order by w.closed_at is not null, w.position, w.code`.execute(tx)
  return rows
}

/** Observed values at these shares, of the aggregated `value`. */
const selectPercentiles = (value: RawBuilder<unknown>) => {
  const at = (share: number) => sql`percentile_disc(${sql.lit(share)}) within group (order by ${value})`
  return { p25: at(0.25), median: at(0.5), p75: at(0.75), p90: at(0.9) }
}

const byKey = {
  wards: sql`(select c.ward_id::text from stay_places c where c.hospital_id = s.hospital_id and c.stay_id = s.id
    and c.superseded_at is null order by lower(c.during) desc limit 1)`,
  departments: sql`s.department`,
  diseases: sql`s.disease`,
}

/** Nights of the stays that ended in the span, those of most stays first. */
export async function listLengthsOfStay(
  tx: Tx,
  by: keyof typeof byKey,
  { from, until }: ReportSpan,
): Promise<LengthOfStay[]> {
  const nights = sql`(${selectDay(sql`s.discharged_at`)} - ${selectDay(sql`s.admitted_at`)})`
  const { p25, median, p75, p90 } = selectPercentiles(nights)
  const { rows } = await sql<LengthOfStay>`
    select ${byKey[by]} as key, count(*)::int as stays, ${p25} as p25, ${median} as median, ${p75} as p75, ${p90} as p90
    from stays s
    where s.discharged_at >= ${midnight(sql`${from}::date`)} and s.discharged_at < ${until} and s.voided_at is null
    group by 1 ${by === 'diseases' ? sql`having count(*) >= ${leastStaysOfDisease}` : sql``}
    order by count(*) desc, 1`.execute(tx)
  return rows
}

type LevelFigures = EmergencyFigures & { level: number | null; is_all: boolean }

/** The visits of the emergency room that began in the span: as a whole, and by triage level. */
export async function listEmergencyFigures(tx: Tx, { from, until }: ReportSpan): Promise<LevelFigures[]> {
  const minutes = sql`floor(extract(epoch from ended_at - came_at) / 60)::int`
  const { p25, median, p75, p90 } = selectPercentiles(minutes)
  const { rows } = await sql<LevelFigures>`
    select triage_level as level, grouping(triage_level) = 1 as is_all, count(*)::int as arrived,
      count(ended_at)::int as ended,
      count(*) filter (where disposition = 8 and first_seen_at is null)::int as left_unseen,
      case when count(ended_at) > 0 then json_build_object('p25', ${p25}, 'median', ${median}, 'p75', ${p75}, 'p90', ${p90})
        end as minutes
    from (
      select v.triage_level, coalesce(v.er_since, v.visited_at) as came_at, v.disposition, v.first_seen_at,
        -- The visit of whoever is admitted lasts as long as the stay; the emergency room ends with the first bed of a
        -- ward, since whoever waits for one boards there. A stay that is noted at an instant before the arrival is of
        -- that visit only if both ended together: else the patient was an inpatient when they came.
        least((select min(greatest(lower(c.during), v.visited_at, v.er_since)) from stays s
            join stay_places c on c.hospital_id = s.hospital_id and c.stay_id = s.id and c.superseded_at is null
              and c.bed_id is not null
          where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
            and (s.discharged_at is null or s.discharged_at > v.visited_at)
            and (v.left_at is null or s.admitted_at <= v.left_at)
            and (s.admitted_at >= v.visited_at or s.discharged_at = v.left_at)),
          v.left_at) as ended_at
      from visits v
      where v.kind = 'ER' and v.voided_at is null and coalesce(v.er_since, v.visited_at) >= ${midnight(sql`${from}::date`)}
        and coalesce(v.er_since, v.visited_at) < ${until}
    ) as visit
    group by grouping sets ((), (triage_level)) order by 2 desc, 1`.execute(tx)
  return rows
}
