import {
  type AlarmScore,
  type AlarmTimes,
  type BeyondMeter,
  type LatestValue,
  type LatestVital,
  type LimitedVital,
  limitedVitals,
  meanArterialPressure,
  type News2Input,
  news2,
  news2Parameters,
  type ReadingValueName,
  readingKindNames,
  type SpO2Scale,
  threesOf,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { columnsOf, sqlArray } from '../core/binary-array.ts'
import type { Tx } from '../core/database.ts'
import { isoOf } from '../core/moments.ts'
import { fieldsOf, type Placed, placedOfRow } from './store.ts'

/**
 * `at` is when it was measured, `heardAt` when it came where its clock is in doubt (milliseconds), `arrival` with which of
 * the messages that are taken in together.
 */
export type Latest = Omit<LatestValue, 'measured_at'> & {
  at: number
  heardAt: number | null
  arrival?: number | undefined
  patientId: string
  deviceId: string | null
  /** While nobody knew whose it is, it raised an alarm, which is still open. */
  isCalling: boolean
}

/**
 * When a reading counts as measured among others (milliseconds): a clock that is ahead would keep every other source
 * from being the newest until it is overtaken.
 */
export function shownAt({ measuredAt, receivedAt }: Placed): number {
  return Math.min(measuredAt, receivedAt)
}

/** The values of a reading that a tile shows. A pressure without a mean gets one that says it was reckoned. */
export function latestOf(reading: Placed & { patientId: string }): Latest[] {
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
      at: shownAt(reading),
      heardAt: reading.heardAt ?? null,
      isCalling: reading.isCalling ?? false,
      arrival: reading.arrival,
      source: reading.source,
      is_derived: isDerived,
    })
  }
  // A device may have found one half alone.
  add('blood_pressure', values.systolic, { second: values.diastolic ?? null })
  if (typeof values.map === 'number') add('map', values.map)
  else if (typeof values.systolic === 'number' && typeof values.diastolic === 'number')
    add('map', meanArterialPressure(values.systolic, values.diastolic), { isDerived: true })
  add('pulse', values.pulse)
  add('spo2', values.spo2)
  add('temperature', values.temperature)
  add('respiration_rate', values.respiration_rate)
  if (typeof values.blood_glucose === 'number')
    add('blood_glucose', values.blood_glucose, { note: values.marker ?? null })
  else add('blood_glucose', null, { note: values.beyond ?? null })
  add('weight', values.weight)
  add('height', values.height)
  add('waist', values.waist)
  add('steps', values.steps)
  add('position', values.lat, { second: values.lang ?? null })
  add('consciousness', null, { note: values.consciousness ?? null })
  if (typeof values.oxygen === 'boolean') add('oxygen', values.oxygen ? 1 : 0)
  return latest
}
type More = { second?: number | null; note?: string | null; isDerived?: boolean }

/** A glucose that is beyond what its meter can measure is beyond every limit, and has no number to be shown. */
const beyondNumber = { above: Number.POSITIVE_INFINITY, below: Number.NEGATIVE_INFINITY }

/** The limited vitals in a newest value: a pressure has two. */
export function limitedIn({ vital, value, second, note }: Latest): [LimitedVital, number, number | null][] {
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
 * A reading that comes late is kept and shown, and raises no alarm that would call somebody to what is over. One whose
 * clock is in doubt may have been taken when it came. One to which an alarm still calls is not over.
 */
export function liveness(now: string, { late_minutes }: Pick<AlarmTimes, 'late_minutes'>) {
  const oldest = Date.parse(now) - late_minutes * 60_000
  return {
    isLive: ({ at, isCalling }: Latest) => isCalling || at >= oldest,
    mayBeLive: ({ heardAt }: Latest) => (heardAt ?? 0) >= oldest,
  }
}

/** What a score is made of. */
export const news2Vitals: ReadonlySet<LatestVital> = new Set([
  'blood_pressure',
  ...news2Parameters.filter((name) => name !== 'systolic'),
])

/**
 * Locks the scores of these patients until the transaction ends: two that bring a part each would otherwise make one
 * that lacks the other's. It is locked before the newest values, by the part that each score has.
 */
function lockedScores(patientIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select from latest_values where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = 'consciousness'
    order by patient_id
    for no key update`
}

export async function lockScores(tx: Tx, patientIds: readonly string[]): Promise<void> {
  await lockedScores(patientIds).execute(tx)
}

/**
 * Of the values that came together, the first and the last that were measured of one patient and vital. `again` are
 * those of the very instant of one before.
 */
type Series = { newest: Latest; oldest: Latest; again?: Latest[] }
/** By patient, then by vital: a key made of both would be a new text for each value. */
type SeriesByKey = Map<string, Map<LatestVital, Series>>

/** `values` are oldest first. */
function seriesOf(values: readonly Latest[]): SeriesByKey {
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

const eachOf = (series: SeriesByKey): Series[] =>
  [...series.values()].flatMap((ofPatient) => [...ofPatient.values()])

/** As rows of a statement, in an order in which no two transactions wait for each other. */
function rowsOf(series: readonly Series[]): RawBuilder<unknown> {
  const column = columnsOf(series.map(({ newest }) => newest))
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

/** Nodes may disagree by this much; what is kept of later than now is of a clock of the panel that was wrong. */
const disagreementMs = 5_000

/**
 * Writes the rows `given` where what is kept is not newer, or is of later than now (milliseconds): the panel's own clock
 * was ahead then, and has been put right.
 */
function written(hospitalId: string, now: number): RawBuilder<unknown> {
  return sql`
    insert into latest_values (hospital_id, patient_id, vital, value, second, note, measured_at, source, device_id,
      is_derived)
    select ${hospitalId}, patient_id, vital, value, second, note, measured_at, source, device_id, is_derived from given
    on conflict (hospital_id, patient_id, vital) do update set value = excluded.value, second = excluded.second,
      note = excluded.note, measured_at = excluded.measured_at, source = excluded.source,
      device_id = excluded.device_id, is_derived = excluded.is_derived, previous_at = latest_values.measured_at
    where latest_values.measured_at <= excluded.measured_at or latest_values.measured_at > ${laterThan(now)}`
}

const laterThan = (now: number) => sql`${isoOf(now + disagreementMs)}::timestamptz`

/**
 * Keeps the values that are the newest by when they were measured, and of one instant the last to come. Answers these,
 * oldest first, those of the very instant of one before, and those that are kept now: the newest of each patient and
 * vital. They stay locked until the transaction ends, so that nobody else decides on the same alarms meanwhile. `now` is
 * in milliseconds.
 */
export async function takeNewer(
  tx: Tx,
  hospitalId: string,
  values: readonly Latest[],
  now: number,
): Promise<{ newer: Latest[]; tied: Latest[]; kept: Latest[] }> {
  const inOrder = values.toSorted((one, other) => one.at - other.at)
  const series = seriesOf(inOrder)
  const scored = new Set(
    values.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId),
  )
  // Only what did not go in whole, and as new, is answered: hardly ever anything.
  const { rows } = await sql<{ patient_id: string; vital: LatestVital; after: number; is_kept: boolean }>`
    with locked as materialized (${lockedScores([...scored])}),
      given as (select * from (${rowsOf(eachOf(series))}) as v where (select count(*) from locked) >= 0),
      written as (${written(hospitalId, now)} returning patient_id, vital, previous_at)
    select g.patient_id, g.vital, w.patient_id is not null as is_kept,
      (extract(epoch from case when w.patient_id is null
        then greatest(l.measured_at, g.measured_at) else w.previous_at end) * 1000)::float8 as after
    from given g
      left join written w on w.patient_id = g.patient_id and w.vital = g.vital
      left join latest_values l on w.patient_id is null and l.hospital_id = ${hospitalId}
        and l.patient_id = g.patient_id and l.vital = g.vital
    where w.patient_id is null or w.previous_at between g.oldest and ${laterThan(now)}`.execute(tx)
  // What was kept before is what a value must be newer than. What another call keeps at this moment is not seen here: it
  // is newer than the newest of these values, or that one would have been written.
  const known = new Map<Series | undefined, { after: number; is_kept: boolean }>(
    rows.map((row) => [series.get(row.patient_id)?.get(row.vital), row]),
  )
  const knownOf = ({ patientId, vital }: Latest) => known.get(series.get(patientId)?.get(vital))
  const afterOf = (value: Latest) => knownOf(value)?.after ?? Number.NEGATIVE_INFINITY
  const all = eachOf(series)
  const newest = all.map((one) => one.newest)
  const again = new Set(all.flatMap((one) => one.again ?? []))
  if (known.size + again.size === 0) return { newer: inOrder, tied: [], kept: newest }
  return {
    newer: inOrder.filter((value) => value.at > afterOf(value) && !again.has(value)),
    tied: inOrder.filter(
      (value) => value.at === afterOf(value) || (value.at > afterOf(value) && again.has(value)),
    ),
    kept: newest.filter((value) => knownOf(value)?.is_kept ?? true),
  }
}

/**
 * Keeps the newest of each patient and vital, of values oldest first; what is kept already is newer or gives way. `now`
 * is in milliseconds.
 */
export async function keepLatest(
  tx: Tx,
  hospitalId: string,
  values: readonly Latest[],
  now: number,
): Promise<void> {
  if (values.length === 0) return
  await sql`with given as (${rowsOf(eachOf(seriesOf(values)))}) ${written(hospitalId, now)}`.execute(tx)
}

/** A score is as old as its oldest part, and no score when a part is older than the longest round of NEWS2. */
const news2KeptMs = 12 * 60 * 60_000

/** `hasSingleThree`: a parameter scores 3, whatever the sum is. */
export type Scored = Latest & { value: number; hasSingleThree: boolean; score: AlarmScore }

/** The early-warning scores of these patients from what is kept, for those who have all parts of it. */
export async function scoresOf(tx: Tx, patientIds: readonly string[], now: string): Promise<Scored[]> {
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
    where patient_id = any(${[...patientIds]}::uuid[]) and vital = any(${[...news2Vitals]}::text[])
      and measured_at > ${new Date(Date.parse(now) - news2KeptMs).toISOString()}
      and patient_id in (select patient_id from latest_values
        where patient_id = any(${[...patientIds]}::uuid[]) and vital = 'consciousness')`.execute(tx)
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
    const result = news2(input, scale)
    if (!result) return []
    const threes = threesOf(result).map((parameter) =>
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
        // The screen says how old the oldest part is.
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

/** A reading with one of these values has the vital. */
const providers: Partial<Record<LatestVital, readonly ReadingValueName[]>> = {
  blood_pressure: ['systolic', 'diastolic'],
  map: ['systolic'],
  pulse: ['pulse'],
  spo2: ['spo2'],
  temperature: ['temperature'],
  respiration_rate: ['respiration_rate'],
  blood_glucose: ['blood_glucose', 'beyond'],
  weight: ['weight'],
  height: ['height'],
  waist: ['waist'],
  steps: ['steps'],
  position: ['lat'],
  consciousness: ['consciousness'],
  oxygen: ['oxygen'],
}

/**
 * Takes a reading that was wrong out of the newest values; what was the newest before it takes its place. The reading
 * is marked as replaced by then.
 */
export async function forgetLatest(tx: Tx, hospitalId: string, wrong: Placed, now: string): Promise<void> {
  const { patientId } = wrong
  if (patientId === null) return
  await lockScores(tx, [patientId])
  for (const { vital, at } of latestOf({ ...wrong, patientId })) {
    const { numDeletedRows } = await tx
      .deleteFrom('latest_values')
      .where('patient_id', '=', patientId)
      .where('vital', '=', vital)
      .where('measured_at', '=', isoOf(at))
      .executeTakeFirst()
    const names = providers[vital]
    if (numDeletedRows === 0n || !names) continue
    const before = await newestWith(tx, patientId, names)
    if (before)
      await keepLatest(
        tx,
        hospitalId,
        latestOf(before).filter((one) => one.vital === vital),
        Date.parse(now),
      )
  }
}

/** Takes what was measured then out of what is counted towards an alarm. */
export async function forgetBreaches(
  tx: Tx,
  patientId: string,
  measuredThen: readonly Placed[],
): Promise<void> {
  await sql`
    delete from breaches
    where patient_id = ${patientId} and since = any(${sqlArray('timestamptz', measuredThen.map(shownAt))})`.execute(
    tx,
  )
}

/** Makes a patient's score again, without the value that was taken back. One who had none still has none. */
export async function scoreAnew(tx: Tx, hospitalId: string, patientId: string, now: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('latest_values')
    .where('patient_id', '=', patientId)
    .where('vital', '=', 'news2')
    .executeTakeFirst()
  if (numDeletedRows > 0n)
    await keepLatest(tx, hospitalId, await scoresOf(tx, [patientId], now), Date.parse(now))
}

async function newestWith(
  tx: Tx,
  patientId: string,
  names: readonly ReadingValueName[],
): Promise<(Placed & { patientId: string }) | undefined> {
  const kinds = readingKindNames.filter((kind) => fieldsOf(kind).some((name) => names.includes(name)))
  const { rows } = await sql<Record<string, unknown>>`
    select * from readings
    where patient_id = ${patientId} and kind = any(${kinds}::text[]) and num_nonnulls(${sql.join(names.map((name) => sql.ref(name)))}) > 0
      and replaced_at is null
    order by measured_at desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return { ...placedOfRow(row), patientId }
}
