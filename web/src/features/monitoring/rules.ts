import {
  type Alarm,
  type AlarmSeverity,
  type AlarmTimes,
  type BandLevel,
  detectBreach,
  type Extremes,
  type LatestValue,
  type LimitedVital,
  type Limits,
  listQuantitiesWith,
  type QuantityWith,
  quantities,
  type Tile,
  type TileDevice,
  type Trend,
} from 'contract'

/** The vitals that have a place on a tile, in its order. NEWS2 follows them. */
export const tileVitals = ['blood_pressure', ...listQuantitiesWith('tile')] as const
export type TileVital = (typeof tileVitals)[number]

/** The quantity whose unit, decimals and colour a vital has on a tile. */
export function getTileQuantity(vital: TileVital): QuantityWith<'chart'> {
  return vital === 'blood_pressure' ? 'systolic' : vital
}

/** The vitals that a tile shows: those with a place of their own, and the others once they were measured. */
export function listShownVitals(latest: Tile['latest']): TileVital[] {
  return tileVitals.filter(
    (vital) =>
      quantities[getTileQuantity(vital)].tile !== 'once-measured' ||
      latest.some((one) => one.vital === vital),
  )
}

const minuteMs = 60_000
/** A watch measures all day, so its value is old after half an hour. Default of the product. */
const wornStaleMs = 30 * minuteMs
/** Values of a bedside round are measured every four hours. Default of the product. */
const spotCheckStaleMs = 4 * 60 * minuteMs

/** Whether a value is too old to show the patient's present state. */
export function isStaleValue({ vital, measured_at }: LatestValue, isWorn: boolean, now: number): boolean {
  const isSpotCheck = listQuantitiesWith('isSpotCheck').some((name) => name === vital)
  const oldMs = isWorn && !isSpotCheck ? wornStaleMs : spotCheckStaleMs
  return now - Date.parse(measured_at) > oldMs
}

export function wearsWatch({ devices }: Tile): boolean {
  return devices.some(({ kind }) => kind === 'watch')
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

/** How far out of range a vital is; undefined if it is normal. A pressure is as bad as its worse part. */
export function computeLevel(
  vital: TileVital,
  latest: Tile['latest'],
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
function beyondNumber(note: string | null | undefined): number | undefined {
  if (note === 'above') return Number.POSITIVE_INFINITY
  return note === 'below' ? Number.NEGATIVE_INFINITY : undefined
}

function pickLimitedValues(vital: TileVital, latest: Tile['latest']): [LimitedVital, number][] {
  const findLatest = (name: LatestValue['vital']) => latest.find((one) => one.vital === name)
  const numbers: [LimitedVital, number | null | undefined][] =
    vital === 'blood_pressure'
      ? [
          ['systolic', findLatest('blood_pressure')?.value],
          ['diastolic', findLatest('blood_pressure')?.second],
          ['map', findLatest('map')?.value],
        ]
      : [[vital, findLatest(vital)?.value ?? beyondNumber(findLatest(vital)?.note)]]
  return numbers.filter((one): one is [LimitedVital, number] => typeof one[1] === 'number')
}

/** The score from which NEWS2 asks for an urgent or an emergency response. */
export function getScoreSeverity(score: number, times: AlarmTimes): AlarmSeverity | undefined {
  if (score >= times.news2_high) return 'high'
  return score >= times.news2_medium ? 'medium' : undefined
}

/** Each patient's most urgent alarm and number of alarms, from a list sorted by urgency. */
export function groupAlarmsByPatient(alarms: readonly Alarm[]): Map<string, { worst: Alarm; count: number }> {
  const byPatient = new Map<string, { worst: Alarm; count: number }>()
  for (const alarm of alarms) {
    if (!alarm.patient) continue
    const known = byPatient.get(alarm.patient._id)
    byPatient.set(alarm.patient._id, { worst: known?.worst ?? alarm, count: (known?.count ?? 0) + 1 })
  }
  return byPatient
}

type BandPoint = { x: number; low: number; high: number }

/**
 * A trend in a box of this size: each step from its lowest to its highest value, with a gap wherever nothing was
 * measured. The axis spans `span` at least, so that a steady value looks steady.
 */
export function buildTrendBands(
  steps: Trend['steps'],
  { width, height, span }: { width: number; height: number; span: number },
): BandPoint[][] {
  const range = computeTrendRange(steps)
  if (!range) return []
  const { low, high } = range
  const around = Math.max(0, span - (high - low)) / 2
  const y = (value: number) => height - ((value - low + around) / (high - low + around * 2 || 1)) * height
  const bands: BandPoint[][] = []
  let band: BandPoint[] | undefined
  for (const [at, step] of steps.entries()) {
    if (step === null) {
      band = undefined
      continue
    }
    if (!band) {
      band = []
      bands.push(band)
    }
    band.push({ x: (at / Math.max(1, steps.length - 1)) * width, low: y(step.low), high: y(step.high) })
  }
  return bands
}

/** The lowest and the highest that was measured in a trend. */
export function computeTrendRange(steps: Trend['steps']): Extremes | undefined {
  const measured = steps.filter((step) => step !== null)
  if (measured.length === 0) return undefined
  return {
    low: Math.min(...measured.map(({ low }) => low)),
    high: Math.max(...measured.map(({ high }) => high)),
  }
}
