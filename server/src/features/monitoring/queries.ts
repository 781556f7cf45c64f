import {
  type DeviceLocation,
  type Extremes,
  type Tile,
  type Trend,
  trendMinutes,
  trendSteps,
  trendVitals,
} from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { buildLimit, type Page, type Paging } from '../../db/listing.ts'

const stepMs = trendMinutes * 60_000

/**
 * Every monitored patient: those who wear a device, and those in a bed who were measured within the last day. With
 * `patientId`, that patient alone, monitored or not.
 */
export async function listTiles(
  tx: Tx,
  {
    wards,
    patientId,
    now,
  }: { wards?: readonly string[] | undefined; patientId?: string | undefined; now: string },
): Promise<Tile[]> {
  const { rows } = await sql<Omit<Tile, 'trends'>>`
    with watched as (
      select p.* from patients p
      where ${
        patientId
          ? sql`p.id = ${patientId}`
          : sql`(p.id in (select patient_id from device_assignments where upper_inf(during))
        or (p.an is not null and p.id in (select patient_id from latest_values
          where measured_at > ${subtractMs(now, 24 * 60 * 60_000)} and vital not in ('height', 'weight', 'waist'))))`
      }
      ${wards ? sql`and p.ward_id = any(${sqlArray('uuid', wards)})` : sql``}
    )
    select json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name, 'surname', p.surname,
        'gender', p.gender, 'date_of_birth', p.date_of_birth, 'bed', b.label,
        'triage_level', (array['RED', 'PINK', 'YELLOW', 'GREEN', 'WHITE'])[p.triage_level],
        'ward', case when w.id is not null then
          json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) end) as patient,
      coalesce((select json_agg(json_build_object('vital', l.vital, 'value', l.value, 'second', l.second,
          'note', l.note, 'measured_at', ${selectIsoText('l.measured_at')}, 'source', l.source, 'is_derived', l.is_derived)
          order by l.vital)
        from latest_values l where l.patient_id = p.id), '[]') as latest,
      coalesce((select json_agg(json_build_object('_id', d.id, 'kind', d.kind, 'name', d.name, 'status', d.status,
          'battery', d.battery, 'last_seen_at', ${selectIsoText('d.last_seen_at')}) order by d.kind, d.name)
        from device_assignments a join devices d on d.id = a.device_id
        where a.patient_id = p.id and upper_inf(a.during)), '[]') as devices,
      coalesce((select json_agg(json_build_object('vital', n.vital, 'until', ${selectIsoText('n.until')}) order by n.vital)
        from notify_settings n
        where n.patient_id = p.id and n.is_current and n.mode = 'disabled'
          and (n.until is null or n.until > ${now})), '[]') as unwatched
    from watched p
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
    order by w.position nulls last, b.position nulls last, p.number`.execute(tx)
  const trends = await readTrends(
    tx,
    rows.map(({ patient }) => patient._id),
    now,
  )
  return rows.map((tile) => ({ ...tile, trends: trends.get(tile.patient._id) ?? [] }))
}

function selectIsoText(column: string) {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function subtractMs(now: string, ms: number): string {
  return new Date(Date.parse(now) - ms).toISOString()
}

/** Values with a time in the future, from a clock ahead of the panel's, count for the last step. */
async function readTrends(
  tx: Tx,
  patientIds: readonly string[],
  now: string,
): Promise<Map<string, Tile['trends']>> {
  if (patientIds.length === 0) return new Map()
  const begin = new Date(Math.ceil(Date.parse(now) / stepMs) * stepMs - trendSteps * stepMs).toISOString()
  type Row = { patient_id: string; step: number } & Record<string, number | null>
  const { rows } = await sql<Row>`
    select patient_id, least(${trendSteps - 1}::int, floor(extract(epoch from measured_at - ${begin}::timestamptz)
        / ${trendMinutes * 60})::int) as step,
      ${sql.join(
        trendVitals.flatMap((vital) => [
          sql`min(${sql.ref(vital)})::int as ${sql.ref(`${vital}_low`)}`,
          sql`max(${sql.ref(vital)})::int as ${sql.ref(`${vital}_high`)}`,
        ]),
      )}
    from readings
    where patient_id = any(${sqlArray('uuid', patientIds)}) and kind = any('{blood_pressure,spo2,pulse}'::text[])
      and measured_at >= ${begin} and replaced_at is null
    group by 1, 2`.execute(tx)
  const byPatient = Map.groupBy(rows, (row) => row.patient_id)
  return new Map(
    patientIds.map((id) => {
      const measured = new Map(byPatient.get(id)?.map((row) => [row.step, row]))
      const trends = trendVitals.map((vital) => ({
        vital,
        steps: Array.from({ length: trendSteps }, (_, step) => pickExtremes(measured.get(step), vital)),
      }))
      return [id, trends.filter(({ steps }) => steps.some((step) => step !== null))]
    }),
  )
}

function pickExtremes(row: Record<string, unknown> | undefined, vital: Trend['vital']): Extremes | null {
  const [low, high] = [row?.[`${vital}_low`], row?.[`${vital}_high`]]
  return typeof low === 'number' && typeof high === 'number' ? { low, high } : null
}

/** The last positions of monitored patients, and of watches that nobody wears; newest first. */
export async function listDeviceLocations(tx: Tx, query: Paging): Promise<Page<DeviceLocation>> {
  const { rows } = await sql<DeviceLocation & { total: number }>`
    with places as (
      select l.patient_id, l.device_id, l.value as lat, l.second as lang, l.measured_at as at
      from latest_values l
      where l.vital = 'position' and l.value is not null and l.second is not null
      union all
      select null, d.id, d.latitude, d.longitude, d.located_at
      from devices d
      where d.latitude is not null and d.longitude is not null and d.located_at is not null and d.retired_at is null
        and not exists (select from device_assignments a where a.device_id = d.id and upper_inf(a.during))
    )
    select case when p.id is not null then json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title,
        'name', p.name, 'surname', p.surname, 'bed', b.label, 'ward', case when w.id is not null then
          json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) end) end as patient,
      case when d.id is not null then json_build_object('_id', d.id, 'kind', d.kind, 'name', d.name) end as device,
      places.lat, places.lang, places.at, count(*) over () as total
    from places
      left join patients p on p.id = places.patient_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join devices d on d.id = places.device_id
    order by places.at desc
    ${buildLimit(query)}`.execute(tx)
  return {
    rows: rows.map(({ total: _total, ...place }) => place),
    total: rows[0]?.total ?? 0,
    total_is_at_least: false,
  }
}
