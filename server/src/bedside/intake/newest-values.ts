import { bodyQuantity, type LatestValue, type LatestVital, news2Parameters, trendVitals } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { sqlArray, sqlRows, sqlWords } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { listReadingValues, type NewestValue } from './reading-values.ts'
import type { AttributedReading } from './store.ts'

/**
 * The values of readings that arrived. `newer` are those measured after the stored value, `tied` those measured at the
 * same time, `kept` those that are stored as the newest now. Those `inDoubt` may be current, though they seem older.
 */
export type ArrivedValues = Record<'newer' | 'tied' | 'kept' | 'inDoubt', readonly NewestValue[]> & {
  /** Patients in a bed whom the wall shows from now on: they were not measured, or not for long. */
  newlyMonitored: readonly string[]
}

/** Stores the values of readings that are newer than the stored ones. */
export async function storeNewestValues(
  { tx, hospitalId, now }: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<ArrivedValues> {
  const values = readings.filter(hasPatient).flatMap(listReadingValues)
  const inDoubt = [...pickLastInDoubt(values), ...readings.flatMap(listValuesInDoubt)]
  if (values.length === 0) return { newer: [], tied: [], kept: [], inDoubt, newlyMonitored: [] }
  return { ...(await replaceNewestValues(tx, hospitalId, values, Date.parse(now))), inDoubt }
}

/** The wall shows a patient in a bed for so long after a measurement. */
const monitoredMs = 24 * 60 * 60_000

/** Whether a newest value, such as `l`, keeps its patient on the wall. `now` is in milliseconds. */
export const isMonitored = (value: string, now: number) => sql<SqlBool>`(
  ${sql.ref(`${value}.measured_at`)} > ${formatIso(now - monitoredMs)}::timestamptz
  and ${sql.ref(`${value}.vital`)} <> all(${sqlWords(Object.values(bodyQuantity))}))`

export const hasPatient = (
  reading: AttributedReading,
): reading is AttributedReading & { patientId: string } => reading.patientId !== null

/**
 * From each message, the last value per patient and vital whose clock is in doubt: it may be current though it seems
 * older than others. One clock keeps its order within a message; between two messages it may have been set.
 */
function pickLastInDoubt(values: readonly NewestValue[]): NewestValue[] {
  const last = new Map<string, NewestValue>()
  for (const value of values) {
    if (value.heardAt === null) continue
    const key = `${value.arrivalIndex} ${value.patientId} ${value.vital}`
    if ((last.get(key)?.at ?? Number.NEGATIVE_INFINITY) <= value.at) last.set(key, value)
  }
  return [...last.values()]
}

/** The values of a reading that waits for its time: the patient whose it most likely is may need help now. */
function listValuesInDoubt(reading: AttributedReading): NewestValue[] {
  const { presumedPatientId: patientId = null } = reading
  return reading.patientId === null && patientId !== null ? listReadingValues({ ...reading, patientId }) : []
}

/** Emits the newest values with the range of all values that arrived; `scores` were computed from them. */
export function emitNewestValues(
  { emit }: HospitalContext,
  { newer, tied, kept }: ArrivedValues,
  scores: readonly NewestValue[],
): void {
  const byPatient = Map.groupBy([...kept, ...scores], ({ patientId }) => patientId)
  if (byPatient.size === 0) return
  const extremes = computeExtremes([...newer, ...tied])
  emit({
    kind: 'latest',
    patients: [...byPatient].map(([patient_id, newest]) => ({
      patient_id,
      latest: newest.map(toLatestValue),
      extremes: extremes.get(patient_id) ?? [],
    })),
  })
}

/** The smallest and the largest value of each vital with a trend, among values that arrived together. */
function computeExtremes(values: readonly NewestValue[]) {
  const byPatient = Map.groupBy(values, ({ patientId }) => patientId)
  return new Map(
    [...byPatient].map(([patientId, ofPatient]) => [
      patientId,
      trendVitals.flatMap((vital) => {
        const measured = ofPatient.flatMap((one) => (one.vital === vital ? (one.value ?? []) : []))
        return measured.length === 0
          ? []
          : [{ vital, low: Math.min(...measured), high: Math.max(...measured) }]
      }),
    ]),
  )
}

/** A newest value in the form that screens get. */
export function toLatestValue({
  vital,
  value,
  second,
  note,
  at,
  source,
  is_derived,
}: NewestValue): LatestValue {
  return { vital, value, second, note, measured_at: formatIso(at), source, is_derived }
}

/** The parts of the score. */
export const news2Vitals: ReadonlySet<LatestVital> = new Set([
  'blood_pressure',
  ...news2Parameters.filter((name) => name !== 'systolic'),
])

/**
 * Locks the scores of these patients until the transaction ends: two transactions with one part each would otherwise
 * both compute a score without the other's part. The lock is taken before those of the newest values, on the part that
 * every score has.
 */
function buildScoreLock(patientIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select from latest_values where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = 'consciousness'
    order by patient_id
    for no key update`
}

export async function lockScores(tx: Tx, patientIds: readonly string[]): Promise<void> {
  await buildScoreLock(patientIds).execute(tx)
}

/**
 * The first and the last value of one patient and vital in a batch. `again` are those with the same time as an earlier
 * one.
 */
type Series = { newest: NewestValue; oldest: NewestValue; again?: NewestValue[] }
/** The keys are the patient, then the vital: one combined key would need a new string for each value. */
type SeriesByKey = Map<string, Map<LatestVital, Series>>

/** `values` are oldest first. */
function groupIntoSeries(values: readonly NewestValue[]): SeriesByKey {
  const byPatient: SeriesByKey = new Map()
  for (const value of values) {
    let ofPatient = byPatient.get(value.patientId)
    if (!ofPatient) byPatient.set(value.patientId, (ofPatient = new Map()))
    const series = ofPatient.get(value.vital)
    if (series) {
      if (series.newest.at === value.at) (series.again ??= []).push(value)
      series.newest = value
    } else ofPatient.set(value.vital, { newest: value, oldest: value })
  }
  return byPatient
}

const flattenSeries = (series: SeriesByKey): Series[] =>
  [...series.values()].flatMap((ofPatient) => [...ofPatient.values()])

/** They are rows of a statement, sorted so that no two transactions wait for each other. */
function buildSeriesRows(series: readonly Series[]): RawBuilder<unknown> {
  return sql`
    select * from ${sqlRows('v', series, {
      patient_id: ['uuid', ({ newest }) => newest.patientId],
      vital: ['text', ({ newest }) => newest.vital],
      value: ['double precision', ({ newest }) => newest.value],
      second: ['double precision', ({ newest }) => newest.second],
      note: ['text', ({ newest }) => newest.note],
      measured_at: ['timestamptz', ({ newest }) => newest.at],
      source: ['text', ({ newest }) => newest.source],
      device_id: ['uuid', ({ newest }) => newest.deviceId],
      is_derived: ['boolean', ({ newest }) => newest.is_derived],
      oldest: ['timestamptz', ({ oldest }) => oldest.at],
    })}
    order by patient_id, vital`
}

/**
 * The clocks of nodes may differ by this much. A stored time further in the future is from a time when the panel's
 * clock was wrong.
 */
const disagreementMs = 5_000

/**
 * Writes the rows `given` unless the stored value is newer. A stored value from the future (`now` in milliseconds) is
 * replaced: the panel's own clock was ahead then, and has been corrected.
 */
function buildNewestUpsert(hospitalId: string, now: number): RawBuilder<unknown> {
  return sql`
    insert into latest_values (hospital_id, patient_id, vital, value, second, note, measured_at, source, device_id,
      is_derived)
    select ${hospitalId}, patient_id, vital, value, second, note, measured_at, source, device_id, is_derived from given
    on conflict (hospital_id, patient_id, vital) do update set value = excluded.value, second = excluded.second,
      note = excluded.note, measured_at = excluded.measured_at, source = excluded.source,
      device_id = excluded.device_id, is_derived = excluded.is_derived, previous_at = latest_values.measured_at
    where latest_values.measured_at <= excluded.measured_at or latest_values.measured_at > ${computeFutureCutoff(now)}`
}

const computeFutureCutoff = (now: number) => sql`${formatIso(now + disagreementMs)}::timestamptz`

/**
 * Stores the values that are newest by time of measurement; at the same time, the last to arrive. Returns these oldest
 * first, those with the same time as an earlier one, and the stored value of each patient and vital. The rows stay
 * locked until the transaction ends, so that nobody else evaluates the same alarms meanwhile. `now` is in milliseconds.
 */
async function replaceNewestValues(
  tx: Tx,
  hospitalId: string,
  values: readonly NewestValue[],
  now: number,
): Promise<Omit<ArrivedValues, 'inDoubt'>> {
  const inOrder = values.toSorted((one, other) => one.at - other.at)
  const series = groupIntoSeries(inOrder)
  const scored = new Set(
    values.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId),
  )
  // Whether a value puts its patient on the wall. The statement does not see what it writes itself. Scalar subqueries
  // are looked up for the few rows that come so far; an `exists` could be planned as a hash of the whole table.
  const isFirst = sql<SqlBool>`(${isMonitored('g', now)}
    and (w.previous_at is null or w.previous_at <= ${formatIso(now - monitoredMs)}::timestamptz)
    and (select p.an from patients p where p.id = g.patient_id) is not null
    and (select count(*) from latest_values o
      where o.hospital_id = ${hospitalId} and o.patient_id = g.patient_id and ${isMonitored('o', now)}) = 0)`
  // Returns only what was not wholly written, or not as new: rarely anything.
  const { rows } = await sql<{
    patient_id: string
    vital: LatestVital
    after: number | null
    is_kept: boolean
    is_first: boolean
  }>`
    with locked as materialized (${buildScoreLock([...scored])}),
      given as (select * from (${buildSeriesRows(flattenSeries(series))}) as v where (select count(*) from locked) >= 0),
      written as (${buildNewestUpsert(hospitalId, now)} returning patient_id, vital, previous_at)
    select g.patient_id, g.vital, w.patient_id is not null as is_kept,
      (extract(epoch from case when w.patient_id is null
        then greatest(l.measured_at, g.measured_at) else w.previous_at end) * 1000)::float8 as after,
      ${isFirst} as is_first
    from given g
      left join written w on w.patient_id = g.patient_id and w.vital = g.vital
      left join latest_values l on w.patient_id is null and l.hospital_id = ${hospitalId}
        and l.patient_id = g.patient_id and l.vital = g.vital
    where w.patient_id is null or w.previous_at between g.oldest and ${computeFutureCutoff(now)} or ${isFirst}`.execute(
    tx,
  )
  // A value must be newer than the one stored before. What another call stores meanwhile is not seen here: it is
  // newer than the newest of these values, or that one would have been written.
  const known = new Map<Series | undefined, { after: number | null; is_kept: boolean }>(
    rows.map((row) => [series.get(row.patient_id)?.get(row.vital), row]),
  )
  const findKnown = ({ patientId, vital }: NewestValue) => known.get(series.get(patientId)?.get(vital))
  const findPrevious = (value: NewestValue) => findKnown(value)?.after ?? Number.NEGATIVE_INFINITY
  const all = flattenSeries(series)
  const newest = all.map((one) => one.newest)
  const again = new Set(all.flatMap((one) => one.again ?? []))
  if (known.size + again.size === 0) return { newer: inOrder, tied: [], kept: newest, newlyMonitored: [] }
  return {
    newlyMonitored: [...new Set(rows.filter(({ is_first }) => is_first).map(({ patient_id }) => patient_id))],
    newer: inOrder.filter((value) => value.at > findPrevious(value) && !again.has(value)),
    tied: inOrder.filter(
      (value) => value.at === findPrevious(value) || (value.at > findPrevious(value) && again.has(value)),
    ),
    kept: newest.filter((value) => findKnown(value)?.is_kept ?? true),
  }
}

/**
 * Stores the newest of each patient and vital from values, oldest first, unless the stored one is newer. `now` is in
 * milliseconds.
 */
export async function upsertNewestValues(
  tx: Tx,
  hospitalId: string,
  values: readonly NewestValue[],
  now: number,
): Promise<void> {
  if (values.length === 0) return
  await sql`with given as (${buildSeriesRows(flattenSeries(groupIntoSeries(values)))}) ${buildNewestUpsert(hospitalId, now)}`.execute(
    tx,
  )
}
