import {
  type FlowsheetRow,
  flowsheetKinds,
  flowsheetRows,
  isQuantity,
  listRowFields,
  type Reading,
  type SpO2Scale,
} from 'contract'
import { sql } from 'kysely'
import { getValueColumn } from '../../../bedside/intake/store.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import { isChartedReading } from '../../../db/charted-readings.ts'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { FlowsheetPart } from '../rules.ts'
import { buildReadingCondition, type ReadingRecord, selectReadings, toReading } from './history.ts'

type Looked = { patientId: OpenRecord; from: string; to: string }

/** All readings charted by hand, oldest first, the corrected ones included. */
export async function listCharted(tx: Tx, looked: Looked): Promise<Reading[]> {
  const condition = buildReadingCondition({ ...looked, kinds: flowsheetKinds, withReplaced: true })
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

/**
 * What was measured in each part of the span, by hand and by devices apart. `starts` are where the parts begin
 * (milliseconds). A part without measurements is left out.
 */
export async function listFlowsheetParts(
  tx: Tx,
  looked: Looked,
  starts: readonly number[],
): Promise<FlowsheetPart[]> {
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
  const { rows } = await sql<
    { part: number; is_manual: boolean } & Record<string, number | string | boolean | string[] | null>
  >`
    select width_bucket(r.measured_at, ${sqlArray('timestamptz', starts)}) as part, ${isChartedReading} as is_manual,
      ${sql.join([...counts, ...extremes, ...words])}
    from readings r
    where ${buildReadingCondition({ ...looked, kinds: flowsheetKinds })}
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows.map((row) => ({
    from: starts[row.part - 1] ?? 0,
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
  }))
}

/** The readings that were measured at these times (milliseconds). */
export async function listReadingsAt(tx: Tx, looked: Looked, times: readonly number[]): Promise<Reading[]> {
  if (times.length === 0) return []
  const condition = buildReadingCondition({ ...looked, kinds: flowsheetKinds })
  const { rows } = await sql<ReadingRecord>`
    ${selectReadings(
      flowsheetKinds,
      sql`${condition} and r.measured_at = any(${sqlArray('timestamptz', times)})`,
    )}`.execute(tx)
  return rows.map(toReading)
}

/** The patient's date of birth, and the SpO₂ scales of the score since when each applied, the newest first. */
export async function readScoring(
  tx: Tx,
  patientId: OpenRecord,
): Promise<{
  dateOfBirth: string | null
  scales: { at: string; scale: SpO2Scale }[]
  /** From when to when visits say that the patient was pregnant; null is until now. */
  pregnant: { from: string; to: string | null }[]
}> {
  const [{ rows: scales }, pregnant, patient] = await Promise.all([
    sql<{ at: string; scale: SpO2Scale }>`
      select at, scale from spo2_scales where patient_id = ${patientId} order by at desc, id desc`.execute(
      tx,
    ),
    tx
      .selectFrom('visits')
      .select(['visited_at as from', 'left_at as to'])
      .where('patient_id', '=', patientId)
      .where('pregnancy', '=', 'yes')
      .execute(),
    tx.selectFrom('patients').select('date_of_birth').where('id', '=', patientId).executeTakeFirstOrThrow(),
  ])
  return { dateOfBirth: patient.date_of_birth, scales, pregnant }
}
