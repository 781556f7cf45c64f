import {
  type LatestValue,
  type LatestVital,
  meanArterialPressure,
  type News2Input,
  news2,
  news2Parameters,
  readingKindNames,
} from 'contract'
import { sql } from 'kysely'
import { type ElementType, sqlArray } from '../core/binary-array.ts'
import type { Tx } from '../core/database.ts'
import { fieldsOf, type Placed, placedOfRow } from './store.ts'

export type Latest = LatestValue & { patientId: string; deviceId: string | null }

/** The values of a reading that a tile shows. A pressure without a mean gets one that says it was reckoned. */
export function latestOf(reading: Placed & { patientId: string }): Latest[] {
  const { values } = reading
  const latest: Latest[] = []
  const add = (
    vital: LatestVital,
    value: number | null | undefined,
    { second = null, note = null, isDerived = false }: More = {},
  ) => {
    if (typeof value !== 'number' && note === null) return
    latest.push({
      patientId: reading.patientId,
      deviceId: reading.deviceId,
      vital,
      value: value ?? null,
      second,
      note,
      measured_at: reading.measuredAt,
      source: reading.source,
      is_derived: isDerived,
    })
  }
  if (typeof values.systolic === 'number' && typeof values.diastolic === 'number') {
    add('blood_pressure', values.systolic, { second: values.diastolic })
    if (typeof values.map === 'number') add('map', values.map)
    else add('map', meanArterialPressure(values.systolic, values.diastolic), { isDerived: true })
  }
  add('pulse', values.pulse)
  add('spo2', values.spo2)
  add('temperature', values.temperature)
  add('respiration_rate', values.respiration_rate)
  if (typeof values.blood_glucose === 'number')
    add('blood_glucose', values.blood_glucose, { note: values.marker ?? null })
  add('weight', values.weight)
  add('steps', values.steps)
  add('position', values.lat, { second: values.lang ?? null })
  add('consciousness', null, { note: values.consciousness ?? null })
  if (typeof values.oxygen === 'boolean') add('oxygen', values.oxygen ? 1 : 0)
  return latest
}
type More = { second?: number | null; note?: string | null; isDerived?: boolean }

/** The last one of each patient and vital, in two steps: a key made of both would be a new text for each value. */
function lastOfEach(values: readonly Latest[]): Latest[] {
  const byPatient = new Map<string, Map<LatestVital, Latest>>()
  for (const value of values) {
    const ofPatient = byPatient.get(value.patientId)
    if (ofPatient) ofPatient.set(value.vital, value)
    else byPatient.set(value.patientId, new Map([[value.vital, value]]))
  }
  return [...byPatient.values()].flatMap((ofPatient) => [...ofPatient.values()])
}

/**
 * Those that are newer than what is kept, oldest first. What is kept of their patients and vitals is locked until the
 * transaction ends, so that nobody else decides on the same alarms meanwhile.
 */
export async function newerThanKept(tx: Tx, values: readonly Latest[]): Promise<Latest[]> {
  const keys = lastOfEach(values)
  const patientIds = sqlArray(
    'uuid',
    keys.map((one) => one.patientId),
  )
  const vitals = sqlArray(
    'text',
    keys.map((one) => one.vital),
  )
  const { rows } = await sql<{ place: number; at: number }>`
    select k.place::int, (extract(epoch from l.measured_at) * 1000)::float8 as at
    from unnest(${patientIds}, ${vitals}) with ordinality as k (patient_id, vital, place)
      join latest_values l on l.patient_id = k.patient_id and l.vital = k.vital
    order by l.patient_id, l.vital
    for update of l`.execute(tx)
  const kept = new Map<string, Map<LatestVital, number>>()
  for (const { place, at } of rows) {
    const key = keys[place - 1]
    if (!key) continue
    const ofPatient = kept.get(key.patientId)
    if (ofPatient) ofPatient.set(key.vital, at)
    else kept.set(key.patientId, new Map([[key.vital, at]]))
  }
  return values
    .map((value) => ({ value, at: Date.parse(value.measured_at) }))
    .filter(({ value, at }) => at > (kept.get(value.patientId)?.get(value.vital) ?? Number.NEGATIVE_INFINITY))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Keeps the newest of each patient and vital; what is kept already is newer or gives way. */
export async function keepLatest(tx: Tx, hospitalId: string, values: readonly Latest[]): Promise<Latest[]> {
  const newest = lastOfEach(values)
  if (newest.length === 0) return []
  const column = (type: ElementType, pick: (one: Latest) => Latest[keyof Latest]) =>
    sqlArray(type, newest.map(pick))
  await sql`
    insert into latest_values (hospital_id, patient_id, vital, value, second, note, measured_at, source, device_id,
      is_derived)
    select ${hospitalId}, v.* from unnest(${column('uuid', (one) => one.patientId)},
      ${column('text', (one) => one.vital)}, ${column('double precision', (one) => one.value)},
      ${column('double precision', (one) => one.second)}, ${column('text', (one) => one.note)},
      ${column('timestamptz', (one) => one.measured_at)}, ${column('text', (one) => one.source)},
      ${column('uuid', (one) => one.deviceId)}, ${column('boolean', (one) => one.is_derived)})
      as v (patient_id, vital, value, second, note, measured_at, source, device_id, is_derived)
    order by v.patient_id, v.vital
    on conflict (hospital_id, patient_id, vital) do update set value = excluded.value, second = excluded.second,
      note = excluded.note, measured_at = excluded.measured_at, source = excluded.source,
      device_id = excluded.device_id, is_derived = excluded.is_derived
    where latest_values.measured_at <= excluded.measured_at`.execute(tx)
  return newest
}

/** What a score is made of. */
export const news2Vitals: ReadonlySet<LatestVital> = new Set([
  'blood_pressure',
  ...news2Parameters.filter((name) => name !== 'systolic'),
])

/** A score is as old as its oldest part, and no score when a part is older than the longest round of NEWS2. */
const news2KeptMs = 12 * 60 * 60_000

/** The early-warning scores of these patients from what is kept, for those who have all parts of it. */
export async function scoresOf(
  tx: Tx,
  patientIds: readonly string[],
  now: string,
): Promise<(Latest & { severityParts: { total: number; hasSingleThree: boolean } })[]> {
  if (patientIds.length === 0) return []
  const { rows } = await sql<{
    patient_id: string
    vital: string
    value: number | null
    note: string | null
    measured_at: string
  }>`
    select patient_id, vital, value, note, measured_at from latest_values
    where patient_id = any(${[...patientIds]}::uuid[]) and vital = any(${[...news2Vitals]}::text[])
      and measured_at > ${new Date(Date.parse(now) - news2KeptMs).toISOString()}
      and patient_id in (select patient_id from latest_values
        where patient_id = any(${[...patientIds]}::uuid[]) and vital = 'consciousness')`.execute(tx)
  return [...Map.groupBy(rows, (row) => row.patient_id)].flatMap(([patientId, parts]) => {
    const part = (vital: string) => parts.find((one) => one.vital === vital)
    const number = (vital: string) => part(vital)?.value ?? null
    const oxygen = number('oxygen')
    const result = news2({
      respiration_rate: number('respiration_rate'),
      spo2: number('spo2'),
      oxygen: oxygen === null ? null : oxygen === 1,
      systolic: number('blood_pressure'),
      pulse: number('pulse'),
      consciousness: (part('consciousness')?.note ?? null) as News2Input['consciousness'] | null,
      temperature: number('temperature'),
    })
    if (!result) return []
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
        second: null,
        // The screen says how old the oldest part is.
        note: oldest.measured_at,
        measured_at: newest.measured_at,
        source: 'system' as const,
        is_derived: true,
        severityParts: { total: result.total, hasSingleThree: result.hasSingleThree },
      },
    ]
  })
}

const providers: Partial<Record<LatestVital, string>> = {
  blood_pressure: 'systolic',
  map: 'systolic',
  pulse: 'pulse',
  spo2: 'spo2',
  temperature: 'temperature',
  respiration_rate: 'respiration_rate',
  blood_glucose: 'blood_glucose',
  weight: 'weight',
  steps: 'steps',
  position: 'lat',
  consciousness: 'consciousness',
  oxygen: 'oxygen',
}

/**
 * Takes a reading that was wrong out of the newest values; what was the newest before it takes its place. The reading
 * is marked as replaced by then.
 */
export async function forgetLatest(tx: Tx, hospitalId: string, wrong: Placed): Promise<void> {
  const { patientId } = wrong
  if (patientId === null) return
  for (const { vital } of latestOf({ ...wrong, patientId })) {
    const { numDeletedRows } = await tx
      .deleteFrom('latest_values')
      .where('patient_id', '=', patientId)
      .where('vital', '=', vital)
      .where('measured_at', '=', wrong.measuredAt)
      .executeTakeFirst()
    const column = providers[vital]
    if (numDeletedRows === 0n || !column) continue
    const before = await newestWith(tx, patientId, column)
    if (before)
      await keepLatest(
        tx,
        hospitalId,
        latestOf(before).filter((one) => one.vital === vital),
      )
  }
}

/** Makes a patient's score again, without the value that was taken back. One who had none still has none. */
export async function scoreAnew(tx: Tx, hospitalId: string, patientId: string, now: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('latest_values')
    .where('patient_id', '=', patientId)
    .where('vital', '=', 'news2')
    .executeTakeFirst()
  if (numDeletedRows > 0n) await keepLatest(tx, hospitalId, await scoresOf(tx, [patientId], now))
}

async function newestWith(
  tx: Tx,
  patientId: string,
  column: string,
): Promise<(Placed & { patientId: string }) | undefined> {
  const kinds = readingKindNames.filter((kind) => fieldsOf(kind).some((name) => name === column))
  const { rows } = await sql<Record<string, unknown>>`
    select * from readings
    where patient_id = ${patientId} and kind = any(${kinds}::text[]) and ${sql.ref(column)} is not null
      and replaced_at is null
    order by measured_at desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return { ...placedOfRow(row), patientId }
}
