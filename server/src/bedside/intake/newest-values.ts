import {
  type AlarmScore,
  type AlarmTimes,
  type BeyondMeter,
  computeMeanArterialPressure,
  computeNews2,
  type LatestValue,
  type LatestVital,
  type LimitedVital,
  limitedVitals,
  listThrees,
  type News2Input,
  newestQuantities,
  news2Parameters,
  type SpO2Scale,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { formatIso } from '../../core/time.ts'
import { createColumnBuilder, sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { AttributedReading } from './store.ts'

/**
 * `at` is the time of measurement, `heardAt` the time of arrival if its clock is in doubt (milliseconds),
 * `arrivalIndex` the position of its call or message among those that are taken in together.
 */
export type Latest = Omit<LatestValue, 'measured_at'> & {
  at: number
  heardAt: number | null
  arrivalIndex?: number | undefined
  patientId: string
  deviceId: string | null
  /** It raised an alarm while its patient was unknown, and that alarm is still open. */
  isCalling: boolean
}

/**
 * The time of a reading when it is compared with others (milliseconds): never after its arrival, or a clock that is
 * ahead would stop every other source from being the newest.
 */
export function computeEffectiveTime({ measuredAt, receivedAt }: AttributedReading): number {
  return Math.min(measuredAt, receivedAt)
}

/** The values of a reading that a tile shows. A pressure without a mean gets one, marked as calculated. */
export function toLatestValues(reading: AttributedReading & { patientId: string }): Latest[] {
  const { values } = reading
  const latest: Latest[] = []
  const add = (
    vital: LatestVital,
    value: number | null | undefined,
    { second = null, note = null, isDerived = false }: More = {},
  ) => {
    if (typeof value !== 'number' && second === null && note === null) return
    latest.push({
      patientId: reading.patientId,
      deviceId: reading.deviceId,
      vital,
      value: value ?? null,
      second,
      note,
      at: computeEffectiveTime(reading),
      heardAt: reading.heardAt ?? null,
      isCalling: reading.isCalling ?? false,
      arrivalIndex: reading.arrivalIndex,
      source: reading.source,
      is_derived: isDerived,
    })
  }
  // A device may have measured only one of the two pressures.
  add('blood_pressure', values.systolic, { second: values.diastolic ?? null })
  if (typeof values.map === 'number') add('map', values.map)
  else if (typeof values.systolic === 'number' && typeof values.diastolic === 'number')
    add('map', computeMeanArterialPressure(values.systolic, values.diastolic), { isDerived: true })
  if (typeof values.blood_glucose === 'number')
    add('blood_glucose', values.blood_glucose, { note: values.marker ?? null })
  else add('blood_glucose', null, { note: values.beyond ?? null })
  for (const name of plainQuantities) add(name, values[name])
  add('position', values.lat, { second: values.lang ?? null })
  add('consciousness', null, { note: values.consciousness ?? null })
  if (typeof values.oxygen === 'boolean') add('oxygen', values.oxygen ? 1 : 0)
  return latest
}
type More = { second?: number | null; note?: string | null; isDerived?: boolean }

/** Quantities whose newest value is the number alone. */
const plainQuantities = newestQuantities.filter((name) => name !== 'map' && name !== 'blood_glucose')

/** A glucose beyond the range of its meter is beyond every limit, and has no number to show. */
const beyondNumber = { above: Number.POSITIVE_INFINITY, below: Number.NEGATIVE_INFINITY }

/** The vitals with limits in a newest value: a pressure has two. */
export function listLimitedValues({
  vital,
  value,
  second,
  note,
}: Latest): [LimitedVital, number, number | null][] {
  if (vital === 'blood_pressure') {
    return [
      ...(value === null ? [] : [['systolic', value, second] as [LimitedVital, number, number | null]]),
      ...(second === null ? [] : [['diastolic', second, null] as [LimitedVital, number, number | null]]),
    ]
  }
  if (vital === 'blood_glucose' && value === null && note !== null)
    return [[vital, beyondNumber[note as BeyondMeter], null]]
  return isLimited(vital) && value !== null ? [[vital, value, null]] : []
}

const limitedNames = new Set<string>(limitedVitals)
const isLimited = (vital: LatestVital | LimitedVital): vital is LimitedVital => limitedNames.has(vital)

/**
 * Whether a value may raise an alarm. A late one is stored and shown, but raises none, since it would call people to
 * what is over. If its clock is in doubt, it may have been taken when it arrived. If an alarm of it is still open, it
 * is not over.
 */
export function liveness(now: string, { late_minutes }: Pick<AlarmTimes, 'late_minutes'>) {
  const oldest = Date.parse(now) - late_minutes * 60_000
  return {
    isLive: ({ at, isCalling }: Latest) => isCalling || at >= oldest,
    mayBeLive: ({ heardAt }: Latest) => (heardAt ?? 0) >= oldest,
  }
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
type Series = { newest: Latest; oldest: Latest; again?: Latest[] }
/** By patient, then by vital: one combined key would need a new string for each value. */
type SeriesByKey = Map<string, Map<LatestVital, Series>>

/** `values` are oldest first. */
function groupIntoSeries(values: readonly Latest[]): SeriesByKey {
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

/** As rows of a statement, sorted so that no two transactions wait for each other. */
function buildSeriesRows(series: readonly Series[]): RawBuilder<unknown> {
  const column = createColumnBuilder(series.map(({ newest }) => newest))
  const oldest = series.map((one) => one.oldest.at)
  return sql`
    select * from unnest(${column('uuid', (one) => one.patientId)}, ${column('text', (one) => one.vital)},
      ${column('double precision', (one) => one.value)}, ${column('double precision', (one) => one.second)},
      ${column('text', (one) => one.note)}, ${column('timestamptz', (one) => one.at)},
      ${column('text', (one) => one.source)}, ${column('uuid', (one) => one.deviceId)},
      ${column('boolean', (one) => one.is_derived)}, ${sqlArray('timestamptz', oldest)})
      as v (patient_id, vital, value, second, note, measured_at, source, device_id, is_derived, oldest)
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
function buildLatestUpsert(hospitalId: string, now: number): RawBuilder<unknown> {
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
export async function storeNewerValues(
  tx: Tx,
  hospitalId: string,
  values: readonly Latest[],
  now: number,
): Promise<{ newer: Latest[]; tied: Latest[]; kept: Latest[] }> {
  const inOrder = values.toSorted((one, other) => one.at - other.at)
  const series = groupIntoSeries(inOrder)
  const scored = new Set(
    values.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId),
  )
  // Returns only what was not wholly written, or not as new: rarely anything.
  const { rows } = await sql<{ patient_id: string; vital: LatestVital; after: number; is_kept: boolean }>`
    with locked as materialized (${buildScoreLock([...scored])}),
      given as (select * from (${buildSeriesRows(flattenSeries(series))}) as v where (select count(*) from locked) >= 0),
      written as (${buildLatestUpsert(hospitalId, now)} returning patient_id, vital, previous_at)
    select g.patient_id, g.vital, w.patient_id is not null as is_kept,
      (extract(epoch from case when w.patient_id is null
        then greatest(l.measured_at, g.measured_at) else w.previous_at end) * 1000)::float8 as after
    from given g
      left join written w on w.patient_id = g.patient_id and w.vital = g.vital
      left join latest_values l on w.patient_id is null and l.hospital_id = ${hospitalId}
        and l.patient_id = g.patient_id and l.vital = g.vital
    where w.patient_id is null or w.previous_at between g.oldest and ${computeFutureCutoff(now)}`.execute(tx)
  // A value must be newer than the one stored before. What another call stores at this moment is not seen here: it is
  // newer than the newest of these values, or that one would have been written.
  const known = new Map<Series | undefined, { after: number; is_kept: boolean }>(
    rows.map((row) => [series.get(row.patient_id)?.get(row.vital), row]),
  )
  const findKnown = ({ patientId, vital }: Latest) => known.get(series.get(patientId)?.get(vital))
  const findPrevious = (value: Latest) => findKnown(value)?.after ?? Number.NEGATIVE_INFINITY
  const all = flattenSeries(series)
  const newest = all.map((one) => one.newest)
  const again = new Set(all.flatMap((one) => one.again ?? []))
  if (known.size + again.size === 0) return { newer: inOrder, tied: [], kept: newest }
  return {
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
export async function storeLatest(
  tx: Tx,
  hospitalId: string,
  values: readonly Latest[],
  now: number,
): Promise<void> {
  if (values.length === 0) return
  await sql`with given as (${buildSeriesRows(flattenSeries(groupIntoSeries(values)))}) ${buildLatestUpsert(hospitalId, now)}`.execute(
    tx,
  )
}

/** A score is as old as its oldest part. It is no score if a part is older than the longest interval of NEWS2. */
const news2KeptMs = 12 * 60 * 60_000

/** `hasSingleThree`: a parameter scores 3, whatever the sum is. */
export type ScoredLatest = Latest & { value: number; hasSingleThree: boolean; score: AlarmScore }

/** The early-warning scores of these patients from the stored values, for patients who have all parts. */
export async function readScores(
  tx: Tx,
  patientIds: readonly string[],
  now: string,
): Promise<ScoredLatest[]> {
  if (patientIds.length === 0) return []
  const { rows } = await sql<{
    patient_id: string
    vital: string
    value: number | null
    note: string | null
    measured_at: string
    scale: SpO2Scale
  }>`
    select patient_id, vital, value, note, measured_at, coalesce((
        select c.scale from spo2_scales c where c.patient_id = latest_values.patient_id
        order by c.at desc, c.id desc limit 1), 1) as scale
    from latest_values
    where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = any(${sqlArray('text', [...news2Vitals])})
      and measured_at > ${new Date(Date.parse(now) - news2KeptMs).toISOString()}
      and patient_id in (select patient_id from latest_values
        where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = 'consciousness')`.execute(tx)
  return [...Map.groupBy(rows, (row) => row.patient_id)].flatMap(([patientId, parts]) => {
    const part = (vital: string) => parts.find((one) => one.vital === vital)
    const number = (vital: string) => part(vital)?.value ?? null
    const oxygen = number('oxygen')
    const input = {
      respiration_rate: number('respiration_rate'),
      spo2: number('spo2'),
      oxygen: oxygen === null ? null : oxygen === 1,
      systolic: number('blood_pressure'),
      pulse: number('pulse'),
      consciousness: (part('consciousness')?.note ?? null) as News2Input['consciousness'] | null,
      temperature: number('temperature'),
    }
    const scale = parts[0]?.scale ?? 1
    const result = computeNews2(input, scale)
    if (!result) return []
    const threes = listThrees(result).map((parameter) =>
      parameter === 'consciousness'
        ? { parameter, value: null, letter: input.consciousness }
        : { parameter, value: Number(input[parameter]), letter: null },
    )
    const inOrder = parts.toSorted(
      (one, other) => Date.parse(one.measured_at) - Date.parse(other.measured_at),
    )
    const [oldest, newest] = [inOrder[0], inOrder.at(-1)]
    if (!oldest || !newest) return []
    return [
      {
        patientId,
        deviceId: null,
        vital: 'news2' as const,
        value: result.total,
        second: scale,
        // The screen shows how old the oldest part is.
        note: oldest.measured_at,
        at: Date.parse(newest.measured_at),
        heardAt: null,
        isCalling: false,
        source: 'system' as const,
        is_derived: true,
        hasSingleThree: result.hasSingleThree,
        score: { scale, threes },
      },
    ]
  })
}
