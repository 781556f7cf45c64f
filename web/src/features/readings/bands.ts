import {
  type AgeBand,
  type BandLevel,
  type BandTable,
  classifyBloodPressure,
  classifyBmi,
  computeAge,
  computeAgeBand,
  detectBreach,
  diastolicTable,
  type GlucoseMarker,
  glucoseTables,
  isPressureReversed,
  type LabName,
  type Limits,
  labNames,
  type Patient,
  pickBand,
  pickLabTable,
  pulseTable,
  type ReadingValues,
  respirationTable,
  type SpO2Scale,
  spo2Table,
  standardLimits,
  systolicTable,
  temperatureTable,
} from 'contract'
import { getDecimals, type ShownQuantity } from './views.ts'

export type BandGroup =
  | 'level'
  | 'blood-pressure'
  | 'temperature'
  | 'spo2'
  | 'pulse'
  | 'respiration'
  | 'glucose'
  | 'lab'
  | 'body-mass'

/** The band of a value: how far it is from normal, and the name of the band. */
export type Classification = { level: BandLevel; group: BandGroup; band: string; grade?: number }

/**
 * The patient whose value it is, for sex and age on the day of the measurement. The bands of SpO₂ are only for scale 1
 * of NEWS2, which a patient is on unless another one is known.
 */
export type MeasuredPerson = Pick<Patient, 'gender' | 'date_of_birth'> & {
  spo2_scale?: SpO2Scale | undefined
}

const adultBandYears = 18

/** Bands of pressure, pulse and respiration are for adults; a patient without a birth date counts as an adult. */
export function isAdult({ date_of_birth: birth }: MeasuredPerson, date: string): boolean {
  return birth === null || computeAge(birth, date).years >= adultBandYears
}

const isLabName = (shown: string): shown is LabName => labNames.some((name) => name === shown)

/** The target of scale 2 is 88–92 %: what is low for everyone else is right for them. */
const hasSpO2Bands = ({ spo2_scale }: MeasuredPerson) => spo2_scale !== 2

type GroupedTable = { table: BandTable; group: BandGroup }

function findBandTable(
  shown: ShownQuantity,
  person: MeasuredPerson,
  date: string,
  marker: GlucoseMarker,
): GroupedTable | undefined {
  if (shown === 'temperature') return { table: temperatureTable, group: 'temperature' }
  if (shown === 'spo2' && !hasSpO2Bands(person)) return undefined
  if (shown === 'spo2') return { table: spo2Table, group: 'spo2' }
  if (shown === 'blood_glucose') return { table: glucoseTables[marker], group: 'glucose' }
  if (!isAdult(person, date)) return undefined
  if (shown === 'systolic') return { table: systolicTable, group: 'blood-pressure' }
  if (shown === 'diastolic') return { table: diastolicTable, group: 'blood-pressure' }
  if (shown === 'pulse') return { table: pulseTable, group: 'pulse' }
  if (shown === 'respiration_rate') return { table: respirationTable, group: 'respiration' }
  const lab = isLabName(shown) ? pickLabTable(shown, person.gender) : undefined
  return lab && { table: lab, group: 'lab' }
}

/** For vitals without named bands, the limits of the age decide whether a value is normal. */
function findStandardLimits(shown: ShownQuantity, person: MeasuredPerson, date: string): Limits | undefined {
  if (shown === 'spo2' && !hasSpO2Bands(person)) return undefined
  const limits: Record<string, Limits> = standardLimits[computeAgeBand(person.date_of_birth, date) as AgeBand]
  return limits[shown]
}

const toLevel = (breach: ReturnType<typeof detectBreach>): BandLevel =>
  breach ? `${breach.isCritical ? 'critical_' : ''}${breach.bound}` : 'normal'

const bodyMassLevels: Record<ReturnType<typeof classifyBmi>, BandLevel> = {
  UNDERWEIGHT: 'low',
  NORMAL: 'normal',
  OVERWEIGHT: 'high',
  OBESE: 'high',
  EXTREMELY_OBESE: 'high',
}

/** The band of one value for that age and sex; undefined if none is defined. `date` is the date of measurement. */
export function classifyValue(
  shown: ShownQuantity,
  value: number,
  person: MeasuredPerson,
  { date, marker = 'no_marker' }: { date: string; marker?: GlucoseMarker | undefined },
): Classification | undefined {
  if (shown === 'bmi') {
    if (!isAdult(person, date) || person.date_of_birth === null) return undefined
    const band = classifyBmi(value)
    return { level: bodyMassLevels[band], group: 'body-mass', band }
  }
  const found = findBandTable(shown, person, date, marker)
  if (found) {
    const { band, level } = pickBand(found.table, value)
    return { level, group: found.group, band }
  }
  const limits = findStandardLimits(shown, person, date)
  if (!limits || Object.values(limits).every((limit) => limit === null)) return undefined
  const level = toLevel(detectBreach(value, limits))
  return { level, group: 'level', band: level }
}

const levelSeverity: readonly BandLevel[] = ['normal', 'low', 'high', 'critical_low', 'critical_high']

/**
 * The band of a pressure: for an adult one band for both values, for a child the worse of the two. If only one value
 * was measured, its own band.
 */
export function classifyPressure(
  { systolic, diastolic }: ReadingValues,
  person: MeasuredPerson,
  date: string,
): Classification | undefined {
  if (typeof systolic !== 'number' && typeof diastolic !== 'number') return undefined
  if (typeof diastolic !== 'number') return classifyValue('systolic', Number(systolic), person, { date })
  if (typeof systolic !== 'number') return classifyValue('diastolic', diastolic, person, { date })
  if (isPressureReversed(systolic, diastolic)) return undefined
  if (isAdult(person, date)) return { group: 'blood-pressure', ...classifyBloodPressure(systolic, diastolic) }
  const both = [
    classifyValue('systolic', systolic, person, { date }),
    classifyValue('diastolic', diastolic, person, { date }),
  ].filter((one) => one !== undefined)
  return both.toSorted(
    (one, other) => levelSeverity.indexOf(other.level) - levelSeverity.indexOf(one.level),
  )[0]
}

export type BandStripe = {
  from: number | null
  to: number | null
  level: BandLevel
  group: BandGroup
  band: string
}

/** The bands as stripes of a chart. */
export function buildBandStripes(
  shown: ShownQuantity,
  person: MeasuredPerson,
  date: string,
  marker: GlucoseMarker = 'no_marker',
): BandStripe[] {
  const found = findBandTable(shown, person, date, marker)
  if (found) return found.table.bands.map((one) => ({ ...one, group: found.group }))
  if (shown === 'bmi') return isAdult(person, date) && person.date_of_birth !== null ? bodyMassStripes : []
  const limits = findStandardLimits(shown, person, date)
  if (!limits) return []
  const { critical_low, low } = limits
  // A value equal to an upper limit is normal: the stripe above it begins at the next decimal step.
  const above = (limit: number | null) => (limit === null ? null : limit + 10 ** -getDecimals(shown))
  const [high, critical_high] = [above(limits.high), above(limits.critical_high)]
  const stripe = (from: number | null, to: number | null, level: BandLevel): BandStripe[] =>
    from === null && to === null ? [] : [{ from, to, level, group: 'level', band: level }]
  return [
    ...(critical_low === null ? [] : stripe(null, critical_low, 'critical_low')),
    ...(low === null ? [] : stripe(critical_low, low, 'low')),
    ...stripe(low ?? critical_low, high ?? critical_high, 'normal'),
    ...(high === null ? [] : stripe(high, critical_high, 'high')),
    ...(critical_high === null ? [] : stripe(critical_high, null, 'critical_high')),
  ]
}

/** The bounds of `classifyBmi`. */
const bodyMassStripes: BandStripe[] = (
  [
    [null, 18.5, 'UNDERWEIGHT'],
    [18.5, 23, 'NORMAL'],
    [23, 25, 'OVERWEIGHT'],
    [25, 30, 'OBESE'],
    [30, null, 'EXTREMELY_OBESE'],
  ] as const
).map(([from, to, band]) => ({ from, to, band, group: 'body-mass', level: bodyMassLevels[band] }))
