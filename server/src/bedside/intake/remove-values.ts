import { type LatestVital, newestQuantities, type ReadingValueName, readingKindNames } from 'contract'
import { sql } from 'kysely'
import { formatIso } from '../../core/time.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { lockScores, upsertNewestValues } from './newest-values.ts'
import { computeEffectiveTime, listReadingValues } from './reading-values.ts'
import { readScores } from './scores.ts'
import { type AttributedReading, getValueColumn, listKindFields, toAttributedReading } from './store.ts'

/** A reading with one of these values has the vital. */
const sourceColumns: Partial<Record<LatestVital, readonly ReadingValueName[]>> = {
  ...Object.fromEntries(newestQuantities.map((name) => [name, [name]])),
  blood_pressure: ['systolic', 'diastolic'],
  map: ['systolic'],
  blood_glucose: ['blood_glucose', 'beyond'],
  gcs: ['gcs', 'gcs_eye', 'gcs_verbal', 'gcs_motor'],
  position: ['lat'],
  consciousness: ['consciousness'],
  oxygen: ['oxygen'],
}

/**
 * Removes a wrong reading from the newest values; the newest one before it takes its place. The reading must be marked
 * as replaced already.
 */
export async function removeNewestValues(
  tx: Tx,
  hospitalId: string,
  wrong: AttributedReading,
  now: string,
): Promise<void> {
  const { patientId } = wrong
  if (patientId === null) return
  await lockScores(tx, [patientId])
  for (const { vital, at } of listReadingValues({ ...wrong, patientId })) {
    const { numDeletedRows } = await tx
      .deleteFrom('latest_values')
      .where('patient_id', '=', patientId)
      .where('vital', '=', vital)
      .where('measured_at', '=', formatIso(at))
      .executeTakeFirst()
    const names = sourceColumns[vital]
    if (numDeletedRows === 0n || !names) continue
    const before = await findNewestReading(tx, patientId, names)
    if (before)
      await upsertNewestValues(
        tx,
        hospitalId,
        listReadingValues(before).filter((one) => one.vital === vital),
        Date.parse(now),
      )
  }
}

/** Removes the measurements of that time from those that count towards an alarm. */
export async function deleteBreaches(
  tx: Tx,
  patientId: string,
  measuredThen: readonly AttributedReading[],
): Promise<void> {
  await sql`
    delete from breaches
    where patient_id = ${patientId} and since = any(${sqlArray('timestamptz', measuredThen.map(computeEffectiveTime))})`.execute(
    tx,
  )
}

/** Computes a patient's score again without the removed value. A patient without a score still has none. */
export async function recomputeScore(
  tx: Tx,
  hospitalId: string,
  patientId: string,
  now: string,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('latest_values')
    .where('patient_id', '=', patientId)
    .where('vital', '=', 'news2')
    .executeTakeFirst()
  if (numDeletedRows > 0n)
    await upsertNewestValues(tx, hospitalId, await readScores(tx, [patientId], now), Date.parse(now))
}

async function findNewestReading(
  tx: Tx,
  patientId: string,
  names: readonly ReadingValueName[],
): Promise<(AttributedReading & { patientId: string }) | undefined> {
  const kinds = readingKindNames.filter((kind) => listKindFields(kind).some((name) => names.includes(name)))
  const { rows } = await sql<Record<string, unknown>>`
    select * from readings
    where patient_id = ${patientId} and kind = any(${sqlArray('text', kinds)}) and num_nonnulls(${sql.join(names.map((name) => sql.ref(getValueColumn(name))))}) > 0
      and replaced_at is null
    order by measured_at desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return { ...toAttributedReading(row), patientId }
}
