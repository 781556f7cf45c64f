import {
  type Extremes,
  readingKindNames,
  readingKinds,
  type Tile,
  type Trend,
  trendMinutes,
  trendSteps,
  trendVitals,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { isMonitored } from '../../../bedside/intake/newest-values.ts'
import { sqlWords } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectTileParts } from './tile-parts.ts'

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
  }: { wards?: RawBuilder<string[]> | undefined; patientId?: string | undefined; now: string },
): Promise<Tile[]> {
  const monitored = sql`patients p
    where ${
      patientId
        ? sql`p.id = ${patientId}`
        : sql`(p.id in (select patient_id from device_assignments where upper_inf(during))
        or (p.an is not null and p.id in (
          select l.patient_id from latest_values l where ${isMonitored('l', Date.parse(now))})))`
    }
    ${wards ? sql`and p.ward_id = any(${wards})` : sql``}`
  const [{ rows }, trends] = await Promise.all([
    sql<Omit<Tile, 'trends'>>`
      with monitored as (select p.* from ${monitored})
      select ${selectTileParts(now)}
      from monitored p
        left join wards w on w.id = p.ward_id
        left join beds b on b.id = p.bed_id
      order by w.position nulls last, b.position nulls last, p.number`.execute(tx),
    readTrends(tx, sql`select p.id from ${monitored}`, now),
  ])
  return rows.map((tile) => ({ ...tile, trends: trends.get(tile.patient._id) ?? [] }))
}

/** The kinds of readings that have a value of which a tile draws a trend. */
const trendKinds = readingKindNames.filter((kind) => {
  const { needs, may } = readingKinds[kind]
  return trendVitals.some((vital) => needs.includes(vital) || may.includes(vital))
})

/** Values with a time in the future, from a clock ahead of the panel's, count for the last step. */
async function readTrends(
  tx: Tx,
  patientIds: RawBuilder<unknown>,
  now: string,
): Promise<Map<string, Tile['trends']>> {
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
    where patient_id = any(array(${patientIds})) and kind = any(${sqlWords(trendKinds)})
      and measured_at >= ${begin} and replaced_at is null
    group by 1, 2`.execute(tx)
  const byPatient = Map.groupBy(rows, (row) => row.patient_id)
  return new Map(
    [...byPatient].map(([id, steps]) => {
      const measured = new Map(steps.map((row) => [row.step, row]))
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
