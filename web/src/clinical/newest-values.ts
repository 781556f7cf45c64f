import {
  type AlarmSeverity,
  type AlarmTimes,
  type BandLevel,
  beyondTexts,
  computeExactMeanPressure,
  detectBreach,
  type LatestValue,
  type LimitedVital,
  type Limits,
  listQuantitiesByPart,
  type QuantityWith,
  quantities,
  type TileDevice,
} from 'contract'
import { writeNumber } from '../ui/write-number.ts'

/** The vitals that have a place on a tile, in its order. NEWS2 follows them. */
export const tileVitals = ['blood_pressure', ...listQuantitiesByPart('tile')] as const
export type TileVital = (typeof tileVitals)[number]

/** The quantity whose unit, decimals and colour a vital has on a tile. */
export function getTileQuantity(vital: TileVital): QuantityWith<'chart'> {
  return vital === 'blood_pressure' ? 'systolic' : vital
}

/** The vitals that were measured, with their newest values, in the order of a tile. */
export function listMeasuredVitals(
  latest: readonly LatestValue[],
): { vital: TileVital; value: LatestValue }[] {
  return tileVitals.flatMap((vital) => {
    const value = latest.find((one) => one.vital === vital)
    return value ? [{ vital, value }] : []
  })
}

const minuteMs = 60_000
/** A watch measures all day, so its value is old after half an hour. Default of the panel. */
const watchStaleMs = 30 * minuteMs
/** Values of a bedside round are measured every four hours. Default of the panel. */
const roundStaleMs = 4 * 60 * minuteMs

/** Whether a value is too old to show the patient's present state: what measured it says how often it is measured. */
export function isStaleValue(
  { source, measured_at }: Pick<LatestValue, 'measured_at'> & Partial<Pick<LatestValue, 'source'>>,
  now: number,
): boolean {
  return now - Date.parse(measured_at) > (source === 'watch' ? watchStaleMs : roundStaleMs)
}

const intermittentKinds: readonly TileDevice['kind'][] = [
  'cuff',
  'thermometer',
  'glucometer',
  'meter',
  'scale',
]

/** Whether a device is switched on only to measure: that it is not connected means nothing then. */
export function isIntermittent(kind: TileDevice['kind']): boolean {
  return intermittentKinds.includes(kind)
}

/** What a figure is drawn from; of a glucose and a coma scale also its note, of a mean pressure whence it is. */
type ShownValue = Pick<LatestValue, 'vital' | 'value' | 'second'> &
  Partial<Pick<LatestValue, 'note' | 'is_derived' | 'measured_at'>>

/** How far out of range a vital is; undefined if it is normal. A pressure is as bad as its worse part. */
export function computeLevel(
  vital: TileVital,
  latest: readonly ShownValue[],
  limits: Record<LimitedVital, Limits>,
): BandLevel | undefined {
  const breaches = pickLimitedValues(vital, latest).flatMap(
    ([name, value]) => detectBreach(value, limits[name]) ?? [],
  )
  const worst = breaches.find(({ isCritical }) => isCritical) ?? breaches[0]
  if (!worst) return undefined
  return worst.isCritical ? `critical_${worst.bound}` : worst.bound
}

/** A glucose beyond the meter's measuring range counts as beyond every limit. */
function parseBeyond(note: string | null | undefined): number | undefined {
  if (note === 'above') return Number.POSITIVE_INFINITY
  return note === 'below' ? Number.NEGATIVE_INFINITY : undefined
}

function pickLimitedValues(vital: TileVital, latest: readonly ShownValue[]): [LimitedVital, number][] {
  const findLatest = (name: LatestValue['vital']) => latest.find((one) => one.vital === name)
  const numbers: [LimitedVital, number | null | undefined][] =
    vital === 'blood_pressure'
      ? [
          ['systolic', findLatest('blood_pressure')?.value],
          ['diastolic', findLatest('blood_pressure')?.second],
          ['map', findJudgedMean(findLatest('map'), findLatest('blood_pressure'))],
        ]
      : [[vital, findLatest(vital)?.value ?? parseBeyond(findLatest(vital)?.note)]]
  return numbers.filter((one): one is [LimitedVital, number] => typeof one[1] === 'number')
}

/** A mean that was computed of the pressure beside it is judged before it is rounded, as its alarm is. */
function findJudgedMean(mean: ShownValue | undefined, pressure: ShownValue | undefined) {
  const { value, second } = pressure ?? {}
  const isOfPressure = mean?.is_derived === true && mean.measured_at === pressure?.measured_at
  return isOfPressure && typeof value === 'number' && typeof second === 'number'
    ? computeExactMeanPressure(value, second)
    : mean?.value
}

/** The score from which NEWS2 asks for an urgent or an emergency response. */
export function getScoreSeverity(score: number, times: AlarmTimes): AlarmSeverity | undefined {
  if (score >= times.news2_high) return 'high'
  return score >= times.news2_medium ? 'medium' : undefined
}

/** As the meter shows a glucose beyond what it can measure. */
const formatBeyond = (note: ShownValue['note']) =>
  note === 'above' || note === 'below' ? beyondTexts[note] : undefined

/** A newest value as a number: a pressure has two. The parts of a coma scale that has no total. */
export function formatFigure(vital: TileVital, { value, second, note }: ShownValue): string {
  if (vital === 'blood_pressure') return `${value ?? '–'}/${second ?? '–'}`
  if (value === null) return (vital === 'gcs' ? note : formatBeyond(note)) ?? '–'
  return writeNumber(value, quantities[vital].decimals)
}

/** The mean of the newest pressure; undefined if it was not measured together with that pressure. */
export function findMeanPressure(latest: readonly LatestValue[]): number | null | undefined {
  const [pressure, map] = (['blood_pressure', 'map'] as const).map((vital) =>
    latest.find((one) => one.vital === vital),
  )
  return map?.measured_at === pressure?.measured_at ? map?.value : undefined
}
