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
  buildReadingCondition,
  listReadingColumns,
  listReadingsByKey,
  type ReadingQuery,
  type ReadingRecord,
  selectReadings,
  toReading,
} from './history.ts'

/**
 * What a chart reads. Without a `to`, readings with a time in the future, from a clock ahead of the panel's, count for
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
export async function readChart(tx: Tx, looked: ChartQuery, resolution: number) {
  const charted = await listManual(tx, looked)
  const manual = charted.slice(-maxChartManual)
  const [beyond] = charted.length > manual.length ? charted : []
  const points = await listPoints(tx, looked, resolution, beyond)
  const total = points.reduce((sum, { count }) => sum + count, 0) + manual.length
  return { points, manual, newest: await listNewest(tx, looked, points, manual), total }
}

/** The newest readings charted by hand, oldest first: one more than a chart gets, to see whether there are more. */
async function listManual(tx: Tx, looked: ChartQuery): Promise<Reading[]> {
  const { rows } = await sql<ReadingRecord>`
    ${selectReadings(looked.kinds, sql`${buildReadingCondition(looked)} and ${isChartedReading}`)}
    order by r.measured_at desc, r.id desc limit ${maxChartManual + 1}`.execute(tx)
  return rows.map(toReading).reverse()
}

/**
 * At most `resolution` points, each for an equal part of the span, with the smallest and the largest value that a
 * device measured in it. A part without measurements has no point, so that the chart shows the gap. Readings charted by
 * hand up to `beyond` are included.
 */
async function listPoints(
  tx: Tx,
  looked: ChartQuery,
  resolution: number,
  beyond: Reading | undefined,
): Promise<ChartPoint[]> {
  const names = listQuantities(looked.kinds)
  const begin = Date.parse(looked.from)
  const widthMs = Math.max(Math.ceil((Date.parse(looked.end) - begin) / resolution), 1)
  const measures = names.flatMap((name) => [
    sql`min(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_min`)}`,
    sql`max(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_max`)}`,
  ])
  const isPointed = beyond
    ? sql`(not ${isChartedReading} or (r.measured_at, r.id) <= (${beyond.measured_at}::timestamptz, ${beyond._id}::uuid))`
    : sql`not ${isChartedReading}`
  const { rows } = await sql<
    { part: number; first_at: string; last_at: string; count: number } & Record<string, number | null>
  >`
    select least(${resolution - 1}::int,
        floor(extract(epoch from r.measured_at - ${looked.from}::timestamptz) * 1000 / ${widthMs})::int) as part,
      ${sql.join([
        sql`min(r.measured_at) as first_at, max(r.measured_at) as last_at, count(*)::int as count`,
        ...measures,
      ])}
    from readings r
    where ${buildReadingCondition(looked)} and ${isPointed}
    group by 1 order by 1`.execute(tx)
  return rows.map((row) => ({
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
  }))
}

/** The newest reading of each quantity, the newest of them first. It is searched in the last part that has one. */
async function listNewest(
  tx: Tx,
  looked: ChartQuery,
  points: readonly ChartPoint[],
  manual: readonly Reading[],
): Promise<Reading[]> {
  const searches = listQuantities(looked.kinds).flatMap((name) => {
    const charted = manual.findLast((one) => typeof one[name] === 'number')?.measured_at
    const pointed = points.findLast(({ values }) => values[name])?.first_at
    const since = [charted, pointed].filter((at) => at !== undefined)
    const [latest] = since.toSorted((one, other) => Date.parse(other) - Date.parse(one))
    return latest === undefined ? [] : [buildNewestSearch(looked, name, latest)]
  })
  if (searches.length === 0) return []
  const { rows } = await sql<{ id: string; measured_at: string }>`
    ${sql.join(searches, sql` union `)}`.execute(tx)
  const found = await listReadingsByKey(
    tx,
    rows.map(({ id, measured_at }) => ({ _id: id, measured_at })),
  )
  return found.reverse()
}

/** Whether a reading has the quantity: the HI of a meter counts as a glucose, and replaces an earlier number. */
const isMeasured = (name: QuantityName) =>
  name === 'blood_glucose'
    ? sql<SqlBool>`num_nonnulls(r.blood_glucose, r.beyond) > 0`
    : sql<SqlBool>`${selectMeasure(name)} is not null`

function buildNewestSearch(looked: ChartQuery, name: QuantityName, since: string) {
  return sql`(
    select r.id, r.measured_at from readings r
    where ${buildReadingCondition({ ...looked, from: since })} and ${isMeasured(name)}
    order by r.measured_at desc, r.received_at desc, r.id desc limit 1)`
}
