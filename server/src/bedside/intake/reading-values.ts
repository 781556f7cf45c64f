import {
  type AlarmTimes,
  type BeyondMeter,
  computeExactMeanPressure,
  computeMeanArterialPressure,
  formatComaParts,
  type LatestValue,
  type LatestVital,
  type LimitedVital,
  limitedVitals,
  newestQuantities,
  type QuantityName,
  readingKindNames,
} from 'contract'
import { type AttributedReading, listKindFields } from './store.ts'

/**
 * A newest value of a patient, or one that arrives and may become it. `at` is the time of measurement, `heardAt` the
 * time of arrival if its clock is in doubt (milliseconds), `arrivalIndex` the position of its call or message among
 * those that are taken in together.
 */
export type NewestValue = Omit<LatestValue, 'measured_at'> & {
  at: number
  heardAt: number | null
  arrivalIndex?: number | undefined
  patientId: string
  deviceId: string | null
  /** It raised an alarm while its patient was unknown, and that alarm is still open. */
  hasOpenAlarm: boolean
  /** The number by which limits are judged, if `value` is that number rounded. */
  exact?: number | undefined
}

/**
 * The time of a reading when it is compared with others (milliseconds): never after its arrival, or a clock that is
 * ahead would stop every other source from being the newest.
 */
export function computeEffectiveTime({ measuredAt, receivedAt }: AttributedReading): number {
  return Math.min(measuredAt, receivedAt)
}

/** The values of a reading that may be newest values. A pressure without a mean gets one, marked as calculated. */
export function listReadingValues(reading: AttributedReading & { patientId: string }): NewestValue[] {
  const { values } = reading
  const listed: NewestValue[] = []
  const add = (
    vital: LatestVital,
    value: number | null | undefined,
    { second = null, note = null, isDerived = false, exact }: ValueParts = {},
  ) => {
    if (typeof value !== 'number' && second === null && note === null) return
    listed.push({
      patientId: reading.patientId,
      deviceId: reading.deviceId,
      vital,
      value: value ?? null,
      second,
      note,
      at: computeEffectiveTime(reading),
      heardAt: reading.heardAt ?? null,
      hasOpenAlarm: reading.hasOpenAlarm ?? false,
      arrivalIndex: reading.arrivalIndex,
      source: reading.source,
      is_derived: isDerived,
      ...(exact !== undefined && { exact }),
    })
  }
  // A device may have measured only one of the two pressures.
  add('blood_pressure', values.systolic, { second: values.diastolic ?? null })
  if (typeof values.map === 'number') add('map', values.map)
  else if (typeof values.systolic === 'number' && typeof values.diastolic === 'number')
    add('map', computeMeanArterialPressure(values.systolic, values.diastolic), {
      isDerived: true,
      exact: computeExactMeanPressure(values.systolic, values.diastolic),
    })
  if (typeof values.blood_glucose === 'number')
    add('blood_glucose', values.blood_glucose, { note: values.marker ?? null })
  else add('blood_glucose', null, { note: values.beyond ?? null })
  // Parts without a total take the place of an earlier total too.
  add('gcs', values.gcs, { note: formatComaParts(values) ?? null })
  for (const name of plainQuantities.get(reading.kind) ?? []) add(name, values[name])
  add('position', values.lat, { second: values.lang ?? null })
  add('consciousness', null, { note: values.consciousness ?? null })
  if (typeof values.oxygen === 'boolean') add('oxygen', values.oxygen ? 1 : 0)
  return listed
}
type ValueParts = { second?: number | null; note?: string | null; isDerived?: boolean; exact?: number }

const quantitiesWithParts: readonly QuantityName[] = ['map', 'blood_glucose', 'gcs']

/** For each kind of reading, its quantities whose newest value is the number alone. */
const plainQuantities = new Map(
  readingKindNames.map((kind) => [
    kind,
    newestQuantities.filter(
      (name) => !quantitiesWithParts.includes(name) && listKindFields(kind).includes(name),
    ),
  ]),
)

/** A glucose beyond the range of its meter is beyond every limit, and has no number to show. */
const beyondNumber = { above: Number.POSITIVE_INFINITY, below: Number.NEGATIVE_INFINITY }

/** The vitals with limits in a newest value, each with the number by which they are judged: a pressure has two. */
export function listLimitedValues({
  vital,
  value,
  second,
  note,
  exact,
}: NewestValue): [LimitedVital, number, number | null][] {
  if (vital === 'blood_pressure') {
    return [
      ...(value === null ? [] : [['systolic', value, second] as [LimitedVital, number, number | null]]),
      ...(second === null ? [] : [['diastolic', second, null] as [LimitedVital, number, number | null]]),
    ]
  }
  if (vital === 'blood_glucose' && value === null && note !== null)
    return [[vital, beyondNumber[note as BeyondMeter], null]]
  return isLimited(vital) && value !== null ? [[vital, exact ?? value, null]] : []
}

const limitedNames = new Set<string>(limitedVitals)
const isLimited = (vital: LatestVital | LimitedVital): vital is LimitedVital => limitedNames.has(vital)

/**
 * Whether a value may raise an alarm. A late one is stored and shown, but raises none, since it would call people to
 * what is over. If its clock is in doubt, it may have been taken when it arrived. If an alarm of it is still open, it
 * is not over.
 */
export function checkLateness(now: string, { late_minutes }: Pick<AlarmTimes, 'late_minutes'>) {
  const oldest = Date.parse(now) - late_minutes * 60_000
  return {
    isOnTime: ({ at, hasOpenAlarm }: NewestValue) => hasOpenAlarm || at >= oldest,
    mayBeOnTime: ({ heardAt }: NewestValue) => (heardAt ?? 0) >= oldest,
  }
}
