import {
  computeBmi,
  computeMeanArterialPressure,
  labNames,
  type QuantityName,
  quantities,
  type ReadingKind,
  type ReadingValueName,
  type ReadingValues,
} from 'contract'
import type { Hue, TypicalRange } from '../../ui/chart/time-series.ts'
import type { RangeName } from './range.ts'

/** A value that is shown: measured, or calculated from other values. */
export type ShownQuantity = QuantityName | 'bmi'

/** One chart, with values of one unit. */
export type ChartView = { shown: readonly ShownQuantity[]; hue: Hue; usual: TypicalRange }

/** A column of the table. Systolic and diastolic share one, as they are read together. */
export type ColumnKey =
  | Exclude<ShownQuantity, 'systolic' | 'diastolic'>
  | 'blood_pressure'
  | 'consciousness'
  | 'oxygen'
  | 'marker'

export type ReadingsView = {
  kinds: readonly ReadingKind[]
  /** Filters out readings without this value. */
  field?: ReadingValueName
  charts: readonly ChartView[]
  columns: readonly ColumnKey[]
  range: RangeName
}

const labUsual: Record<(typeof labNames)[number], TypicalRange> = {
  creatinine: [0, 2],
  bun: [0, 40],
  uric_acid: [0, 10],
  cholesterol: [100, 260],
  ldl: [40, 200],
  hdl: [20, 80],
  triglyceride: [40, 250],
}

/**
 * `usual` is the range that the axis of a chart shows at least; it grows with the values. For weight and waist the
 * change matters: a gain of two kilograms of water in two days must be visible.
 */
export const views = {
  bp: {
    kinds: ['blood_pressure'],
    charts: [{ shown: ['systolic', 'diastolic', 'map'], hue: 'blood_pressure', usual: [40, 180] }],
    columns: ['blood_pressure', 'map', 'pulse'],
    range: '24h',
  },
  pulse: {
    kinds: ['pulse', 'blood_pressure', 'spo2'],
    field: 'pulse',
    charts: [{ shown: ['pulse'], hue: 'pulse', usual: [40, 140] }],
    columns: ['pulse'],
    range: '24h',
  },
  bt: {
    kinds: ['temperature'],
    charts: [{ shown: ['temperature'], hue: 'temperature', usual: [34.5, 40] }],
    columns: ['temperature'],
    range: '24h',
  },
  spo2: {
    kinds: ['spo2'],
    charts: [
      { shown: ['spo2'], hue: 'spo2', usual: [84, 100] },
      { shown: ['pulse'], hue: 'pulse', usual: [40, 140] },
    ],
    columns: ['spo2', 'oxygen', 'pulse', 'pi'],
    range: '24h',
  },
  rr: {
    kinds: ['respiration', 'consciousness'],
    charts: [{ shown: ['respiration_rate'], hue: 'respiration', usual: [6, 30] }],
    columns: ['respiration_rate', 'consciousness', 'oxygen'],
    range: '24h',
  },
  dtx: {
    kinds: ['glucose'],
    charts: [{ shown: ['blood_glucose'], hue: 'glucose', usual: [40, 260] }],
    columns: ['blood_glucose', 'marker'],
    range: '7d',
  },
  lab: {
    kinds: ['lab'],
    charts: labNames.map((name) => ({ shown: [name], hue: 'body' as const, usual: labUsual[name] })),
    columns: [...labNames],
    range: '60d',
  },
  weight: {
    kinds: ['body'],
    field: 'weight',
    charts: [{ shown: ['weight'], hue: 'body', usual: { around: 10 } }],
    columns: ['weight', 'bmi', 'impedance'],
    range: '60d',
  },
  bmi: {
    kinds: ['body'],
    field: 'weight',
    charts: [{ shown: ['bmi'], hue: 'body', usual: [16, 34] }],
    columns: ['bmi', 'weight', 'height'],
    range: '60d',
  },
  waist: {
    kinds: ['body'],
    field: 'waist',
    charts: [{ shown: ['waist'], hue: 'body', usual: { around: 20 } }],
    columns: ['waist'],
    range: '60d',
  },
  steps: {
    kinds: ['activity'],
    charts: [{ shown: ['steps'], hue: 'pulse', usual: [0, 8000] }],
    columns: ['steps'],
    range: '7d',
  },
  sleep: {
    kinds: ['sleep'],
    charts: [
      { shown: ['deep'], hue: 'temperature', usual: [0, 300] },
      { shown: ['light'], hue: 'spo2', usual: [0, 600] },
      { shown: ['awake'], hue: 'respiration', usual: [0, 240] },
    ],
    columns: ['deep', 'light', 'awake'],
    range: '7d',
  },
} as const satisfies Record<string, ReadingsView>

export const readingsScreens = {
  'vital-signs': ['bp', 'pulse', 'bt', 'spo2', 'rr', 'dtx', 'lab'],
  'body-data': ['weight', 'bmi', 'waist'],
  activities: ['steps', 'sleep'],
} as const satisfies Record<string, readonly (keyof typeof views)[]>
export type ReadingsScreenName = keyof typeof readingsScreens
export type ReadingsTabName = (typeof readingsScreens)[ReadingsScreenName][number]

export function getUnit(shown: ShownQuantity): string {
  return shown === 'bmi' ? 'kg/m²' : quantities[shown].unit
}

/** Usual number of characters of a column's numbers, to align them. */
export function getColumnWidth(column: ColumnKey): number {
  if (column === 'blood_pressure') return '120/80'.length
  if (column === 'steps') return '10000'.length
  const decimals = column in quantities || column === 'bmi' ? getDecimals(column as ShownQuantity) : 0
  return decimals > 0 ? '36.'.length + decimals : '120'.length
}

export function getDecimals(shown: ShownQuantity): number {
  return shown === 'bmi' ? 1 : quantities[shown].decimals
}

/** The range from `from` up to but excluding `to`, with the decimals of the value: "90–139". */
export function formatValueRange(
  shown: ShownQuantity,
  { from, to }: { from: number | null; to: number | null },
): string {
  const decimals = getDecimals(shown)
  const last = to === null ? '' : (to - 10 ** -decimals).toFixed(decimals)
  if (from === null) return `≤ ${last}`
  return to === null ? `≥ ${from.toFixed(decimals)}` : `${from.toFixed(decimals)}–${last}`
}

/** The value to show of a reading. A missing mean pressure or body-mass index is calculated from the other values. */
export function computeShownValue(
  shown: ShownQuantity,
  values: ReadingValues,
  heightCm: number | null,
): { value: number; isDerived: boolean } | undefined {
  if (shown === 'bmi') {
    const height = values.height ?? heightCm
    if (typeof values.weight !== 'number' || !height) return undefined
    return { value: computeBmi(values.weight, height), isDerived: true }
  }
  const value = values[shown]
  if (typeof value === 'number') return { value, isDerived: false }
  if (shown !== 'map' || typeof values.systolic !== 'number' || typeof values.diastolic !== 'number')
    return undefined
  return { value: computeMeanArterialPressure(values.systolic, values.diastolic), isDerived: true }
}
