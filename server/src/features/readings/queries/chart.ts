import {
  type ChartPoint,
  isQuantity,
  maxChartManual,
  type QuantityName,
  type Reading,
  type ReadingKind,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isChartedReading } from '../../../db/charted-readings.ts'
import type { Tx } from '../../../db/database.ts'
import {
  allKinds,
  buildReadingCondition,
  listReadingColumns,
  type ReadingQuery,
  type ReadingRecord,
  selectReadings,
  toReading,
} from './history.ts'

/**
 * What a chart reads. Without a `to`, readings that are dated in the future, by a clock ahead of the panel's, count for
 * the last part.
 */
type ChartQuery = ReadingQuery & { from: string; end: string }

/**
 * The value of a quantity of a reading. A mean pressure is computed from the other two if the device did not send it.
 */
function selectMeasure(name: QuantityName): RawBuilder<number> {
  return name === 'map'
    ? sql`coalesce(r.map, round((r.systolic + 2 * r.diastolic) / 3.0))`
    : sql.ref(`r.${name}`)
}

const listQuantities = (kinds: readonly ReadingKind[]): QuantityName[] =>
  listReadingColumns(kinds).filter(isQuantity)

/** A chart of a span: what devices measured in `resolution` parts of it, and each reading charted by hand. */
export async function readChart(tx: Tx, query: ChartQuery, resolution: number) {
  const [manual, { points, newest }] = await Promise.all([
    listManual(tx, query),
    readPoints(tx, query, resolution),
  ])
  const total = points.reduce((sum, { count }) => sum + count, 0) + manual.length
  return { points, manual, newest, total }
}

/** The end of a statement that reads the newest readings charted by hand. */
const buildNewestCharted = (query: ChartQuery) => sql`
  where ${buildReadingCondition(query)} and ${isChartedReading} order by r.measured_at desc, r.id desc`

/** The newest readings charted by hand, oldest first. */
async function listManual(tx: Tx, query: ChartQuery): Promise<Reading[]> {
  const condition = sql<SqlBool>`${buildReadingCondition(query)} and ${isChartedReading}`
  const { rows } = await sql<ReadingRecord>`
    ${selectReadings(query.kinds, condition)}
    order by r.measured_at desc, r.id desc limit ${maxChartManual}`.execute(tx)
  return rows.map(toReading).reverse()
}

type PointRow = { part: number; first_at: string; last_at: string; count: number } & Record<
  string,
  number | null
>

/**
 * `points`: at most `resolution` of them, each for an equal part of the span, with the smallest and the largest value
 * that a device measured in it. A part without measurements has no point, so that the chart shows the gap. Readings
 * charted by hand that are too many for the chart to show each of them count as measured. `newest`: the newest reading
 * of each quantity, which is searched in the last part that has one. One statement reads both: its rows are points
 * first, then readings.
 */
async function readPoints(
  tx: Tx,
  query: ChartQuery,
  resolution: number,
): Promise<{ points: ChartPoint[]; newest: Reading[] }> {
  const names = listQuantities(query.kinds)
  const begin = Date.parse(query.from)
  const widthMs = Math.max(Math.ceil((Date.parse(query.end) - begin) / resolution), 1)
  const measures = names.flatMap((name) => [
    sql`min(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_min`)}`,
    sql`max(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_max`)}`,
  ])
  const searches = names.map((name) => buildNewestSearch(query, name))
  const none = sql`select null::uuid as id, null::timestamptz as measured_at where false`
  const { rows } = await sql<PointRow | (ReadingRecord & { part: null })>`
    with charted as materialized (select r.* from readings r ${buildNewestCharted(query)} limit ${maxChartManual + 1}),
      beyond as materialized (
        select r.measured_at, r.id from charted r order by r.measured_at desc, r.id desc offset ${maxChartManual}),
      points as materialized (
        select least(${resolution - 1}::int,
            floor(extract(epoch from r.measured_at - ${query.from}::timestamptz) * 1000 / ${widthMs})::int) as part,
          ${sql.join([
            sql`min(r.measured_at) as first_at, max(r.measured_at) as last_at, count(*)::int as count`,
            ...measures,
          ])}
        from readings r
        where ${buildReadingCondition(query)}
          and (not ${isChartedReading} or (r.measured_at, r.id) <= (select measured_at, id from beyond))
        group by 1),
      newest as materialized (${searches.length > 0 ? sql.join(searches, sql` union `) : none})
    select points.*, found.*
    from points full join (
      ${selectReadings(allKinds, sql`(r.measured_at, r.id) in (select measured_at, id from newest)`)}) as found on false
    order by part, found.measured_at desc, found.id desc`.execute(tx)
  const found = rows.filter((row) => row.part === null)
  return {
    points: rows
      .filter((row) => row.part !== null)
      .map((row) => ({
        at: new Date(begin + row.part * widthMs).toISOString(),
        first_at: row.first_at,
        last_at: row.last_at,
        count: row.count,
        values: Object.fromEntries(
          names.flatMap((name) => {
            const [min, max] = [row[`${name}_min`], row[`${name}_max`]]
            return typeof min === 'number' && typeof max === 'number' ? [[name, { min, max }]] : []
          }),
        ),
      })),
    newest: found.map(toReading),
  }
}

/** Whether a reading has the quantity: the HI of a meter counts as a glucose, and replaces an earlier number. */
const isMeasured = (name: QuantityName) =>
  name === 'blood_glucose'
    ? sql<SqlBool>`num_nonnulls(r.blood_glucose, r.beyond) > 0`
    : sql<SqlBool>`${selectMeasure(name)} is not null`

function buildNewestSearch(query: ChartQuery, name: QuantityName) {
  const measure = selectMeasure(name)
  return sql`(
    select r.id, r.measured_at from readings r
    where ${buildReadingCondition(query)} and ${isMeasured(name)} and r.measured_at >= greatest(
      (select max(first_at) from points where ${sql.ref(`${name}_min`)} is not null),
      (select max(r.measured_at) from charted r where ${measure} is not null))
    order by r.measured_at desc, r.received_at desc, r.id desc limit 1)`
}
