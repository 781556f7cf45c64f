import {
  type FlowsheetRow,
  flowsheetKinds,
  flowsheetRows,
  isQuantity,
  listRowFields,
  news2Rows,
  type Reading,
  type SpO2Scale,
} from 'contract'
import { sql } from 'kysely'
import { getValueColumn } from '../../../bedside/intake/store.ts'
import { formatIso } from '../../../core/time.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import { isChartedReading } from '../../../db/charted-readings.ts'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { FlowsheetPart } from '../rules.ts'
import { buildReadingCondition, type ReadingRecord, selectReadings, toReading } from './history.ts'

type FlowsheetQuery = { patientId: OpenRecord; from: string; to: string }

/** All readings charted by hand, oldest first, the corrected ones included. */
export async function listCharted(tx: Tx, query: FlowsheetQuery): Promise<Reading[]> {
  const condition = buildReadingCondition({ ...query, kinds: flowsheetKinds, withReplaced: true })
  const { rows } = await sql<ReadingRecord>`
    ${selectReadings(flowsheetKinds, sql`${condition} and ${isChartedReading}`)}
    order by r.measured_at, r.id`.execute(tx)
  return rows.map(toReading)
}

const fieldsOfRows = flowsheetRows.flatMap(listRowFields)
const quantitiesOfRows = fieldsOfRows.filter(isQuantity)
const wordsOfRows = fieldsOfRows.filter((name) => !isQuantity(name))

const isMeasured = (row: FlowsheetRow) =>
  sql`num_nonnulls(${sql.join(listRowFields(row).map((name) => sql.ref(`r.${getValueColumn(name)}`)))}) > 0`

type PartRow = { part: number; part_from: string; is_manual: boolean } & Record<
  string,
  number | string | boolean | string[] | null
>

/**
 * What was measured in each part of the span, by hand and by devices apart, and the readings that were last in a part.
 * The parts begin at `starts` (milliseconds) and after each time at which a part of a score was charted. A part
 * without measurements is left out. They are one statement, whose rows are parts first and then readings.
 */
export async function readFlowsheetParts(
  tx: Tx,
  query: FlowsheetQuery,
  starts: readonly number[],
): Promise<{ parts: FlowsheetPart[]; measured: Reading[] }> {
  const [first = 0] = starts
  const within = { ...query, from: formatIso(first), kinds: flowsheetKinds }
  const counts = flowsheetRows.flatMap((row) => [
    sql`count(*) filter (where ${isMeasured(row)})::int as ${sql.ref(`${row}_count`)}`,
    sql`max(r.measured_at) filter (where ${isMeasured(row)}) as ${sql.ref(`${row}_at`)}`,
  ])
  const extremes = quantitiesOfRows.flatMap((name) => [
    sql`min(r.${sql.ref(name)}) as ${sql.ref(`${name}_min`)}`,
    sql`max(r.${sql.ref(name)}) as ${sql.ref(`${name}_max`)}`,
  ])
  const words = wordsOfRows.map(
    (name) =>
      sql`array_agg(distinct r.${sql.ref(name)}::text) filter (where r.${sql.ref(name)} is not null) as ${sql.ref(`${name}_words`)}`,
  )
  const isScored = sql.join(news2Rows.map(isMeasured), sql` or `)
  const lastTimes = sql.join(flowsheetRows.map((row) => sql`(${sql.ref(`${row}_at`)})`))
  const { rows } = await sql<PartRow | (ReadingRecord & { part: null })>`
    with starts as materialized (
        select unnest(${sqlArray('timestamptz', starts)}) as at
        union
        select date_trunc('milliseconds', r.measured_at) + interval '1 millisecond' from readings r
        where ${buildReadingCondition({ ...query, kinds: flowsheetKinds })} and ${isChartedReading} and (${isScored})),
      begins as materialized (select array_agg(at order by at) as at from starts),
      parts as materialized (
        select width_bucket(r.measured_at, (select at from begins)) as part, ${isChartedReading} as is_manual,
          ${sql.join([...counts, ...extremes, ...words])}
        from readings r
        where ${buildReadingCondition(within)}
        group by 1, 2)
    select parts.*, begins.at[parts.part] as part_from, found.*
    from parts cross join begins full join (
      ${selectReadings(
        flowsheetKinds,
        sql`${buildReadingCondition(within)}
          and r.measured_at in (select last.at from parts cross join lateral (values ${lastTimes}) as last (at))`,
      )}) as found on false
    order by part, is_manual`.execute(tx)
  const parts = rows.filter((row) => row.part !== null)
  return {
    parts: parts.map(toPart),
    measured: rows.filter((row) => row.part === null).map(toReading),
  }
}

function toPart(row: PartRow): FlowsheetPart {
  return {
    from: Date.parse(row.part_from),
    isManual: row.is_manual,
    rows: new Map(
      flowsheetRows.flatMap((name) => {
        const [count, newest] = [row[`${name}_count`], row[`${name}_at`]]
        return typeof count === 'number' && typeof newest === 'string'
          ? [[name, { count, newestAt: Date.parse(newest) }] as const]
          : []
      }),
    ),
    extremes: Object.fromEntries(
      quantitiesOfRows.flatMap((name) => {
        const [min, max] = [row[`${name}_min`], row[`${name}_max`]]
        return typeof min === 'number' && typeof max === 'number' ? [[name, { min, max }]] : []
      }),
    ),
    words: Object.fromEntries(
      wordsOfRows.flatMap((name) => {
        const found = row[`${name}_words`]
        return Array.isArray(found) ? [[name, found]] : []
      }),
    ),
  }
}

/** The patient's date of birth, and the SpO₂ scales of the score since when each applied, the newest first. */
export async function readScoring(
  tx: Tx,
  patientId: OpenRecord,
): Promise<{
  dateOfBirth: string | null
  scales: { at: string; scale: SpO2Scale }[]
  /** The spans in which the patient was known to be pregnant; a null end is now. */
  pregnant: { from: string; to: string | null }[]
}> {
  const [{ rows: scales }, { rows: pregnant }, patient] = await Promise.all([
    sql<{ at: string; scale: SpO2Scale }>`
      select at, scale from spo2_scales where patient_id = ${patientId} order by at desc, id desc`.execute(
      tx,
    ),
    selectPregnantSpans(patientId).execute(tx),
    tx.selectFrom('patients').select('date_of_birth').where('id', '=', patientId).executeTakeFirstOrThrow(),
  ])
  return { dateOfBirth: patient.date_of_birth, scales, pregnant }
}

/** As `is_known_pregnant` of the database says now: by the stay; where it says nothing certain, by the visit. */
const selectPregnantSpans = (patientId: OpenRecord) => sql<{ from: string; to: string | null }>`
  with told as (
    select tstzrange(visited_at, left_at) as during, false as by_stay, pregnancy
    from visits where patient_id = ${patientId} and voided_at is null
    union all
    select tstzrange(admitted_at, discharged_at), true, pregnancy
    from stays where patient_id = ${patientId} and voided_at is null
  )
  select lower(span) as from, upper(span) as to
  from (
    select coalesce(range_agg(during) filter (where not by_stay and pregnancy = 'yes'), '{}')
      - coalesce(range_agg(during) filter (where by_stay and pregnancy in ('yes', 'no')), '{}')
      + coalesce(range_agg(during) filter (where by_stay and pregnancy = 'yes'), '{}') as spans
    from told
  ) known, unnest(known.spans) span`
