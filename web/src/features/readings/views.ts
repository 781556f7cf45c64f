import {
  computeBmi,
  computeExactMeanPressure,
  getPart,
  labNames,
  listQuantitiesByPart,
  type QuantityName,
  type QuantityWith,
  quantities,
  type ReadingKind,
  type ReadingValueName,
  type ReadingValues,
  readingKindNames,
  readingKinds,
} from 'contract'
import { writeNumber } from '../../ui/write-number.ts'
import type { RangeName } from './range.ts'

/** A value that is shown: measured, or calculated from other values. */
export type ShownQuantity = QuantityName | 'bmi'

/** A value that has a chart. */
export type ChartedQuantity = QuantityWith<'chart'> | 'bmi'

/** One chart, with values of one unit; its axis is that of the first. */
export type ChartView = { shown: readonly [ChartedQuantity, ...ChartedQuantity[]] }

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

const createChart = (...shown: ChartView['shown']): ChartView => ({ shown })

const bmiChart = { hue: 'blue', axis: [16, 34] } as const

/** Colour and axis of a value's chart. */
export function getChart(shown: ChartedQuantity) {
  return shown === 'bmi' ? bmiChart : getPart(shown, 'chart')
}

const ownViews = {
  bp: {
    kinds: ['blood_pressure'],
    charts: [createChart('systolic', 'diastolic', 'map')],
    columns: ['blood_pressure', 'map', 'pulse'],
    range: '24h',
  },
  pulse: {
    kinds: ['pulse', 'blood_pressure', 'spo2'],
    field: 'pulse',
    charts: [createChart('pulse')],
    columns: ['pulse'],
    range: '24h',
  },
  bt: {
    kinds: ['temperature'],
    charts: [createChart('temperature')],
    columns: ['temperature'],
    range: '24h',
  },
  spo2: {
    kinds: ['spo2'],
    charts: [createChart('spo2'), createChart('pulse')],
    columns: ['spo2', 'oxygen', 'pulse', 'pi'],
    range: '24h',
  },
  rr: {
    kinds: ['respiration', 'consciousness'],
    charts: [createChart('respiration_rate')],
    columns: ['respiration_rate', 'consciousness', 'oxygen'],
    range: '24h',
  },
  gcs: {
    kinds: ['gcs'],
    charts: [createChart('gcs')],
    columns: ['gcs', 'gcs_eye', 'gcs_verbal', 'gcs_motor'],
    range: '24h',
  },
  dtx: {
    kinds: ['glucose'],
    charts: [createChart('blood_glucose')],
    columns: ['blood_glucose', 'marker'],
    range: '7d',
  },
  lab: {
    kinds: ['lab'],
    charts: labNames.map((name) => createChart(name)),
    columns: [...labNames],
    range: '60d',
  },
  weight: {
    kinds: ['body'],
    field: 'weight',
    charts: [createChart('weight')],
    columns: ['weight', 'bmi', 'impedance'],
    range: '60d',
  },
  bmi: {
    kinds: ['body'],
    field: 'weight',
    charts: [createChart('bmi')],
    columns: ['bmi', 'weight', 'height'],
    range: '60d',
  },
  waist: {
    kinds: ['body'],
    field: 'waist',
    charts: [createChart('waist')],
    columns: ['waist'],
    range: '60d',
  },
  steps: {
    kinds: ['activity'],
    charts: [createChart('steps')],
    columns: ['steps'],
    range: '7d',
  },
  sleep: {
    kinds: ['sleep'],
    charts: [createChart('deep'), createChart('light'), createChart('awake')],
    columns: ['deep', 'light', 'awake'],
    range: '7d',
  },
} as const satisfies Record<string, ReadingsView>

/** Quantities with a tab that shows them alone. */
const tabbed = listQuantitiesByPart('hasTab')

const createView = (name: TabbedName): ReadingsView => ({
  kinds: readingKindNames.filter((kind) => readingKinds[kind].needs.includes(name)),
  charts: [createChart(name)],
  columns: [name],
  range: '24h',
})

type TabbedName = (typeof tabbed)[number]
export type ReadingsTabName = keyof typeof ownViews | TabbedName

/** Whether the tab shows this value alone. */
export const isTabbed = (tab: ReadingsTabName): tab is TabbedName => tabbed.some((name) => name === tab)

const tabbedViews = Object.fromEntries(tabbed.map((name) => [name, createView(name)])) as Record<
  TabbedName,
  ReadingsView
>

export const views: Readonly<Record<ReadingsTabName, ReadingsView>> = { ...ownViews, ...tabbedViews }

export const readingsScreens = {
  'vital-signs': ['bp', 'pulse', 'bt', 'spo2', 'rr', 'gcs', 'dtx', ...tabbed, 'lab'],
  'body-data': ['weight', 'bmi', 'waist'],
  activities: ['steps', 'sleep'],
} as const satisfies Record<string, readonly ReadingsTabName[]>
export type ReadingsScreenName = keyof typeof readingsScreens

export function getUnit(shown: ShownQuantity): string {
  return shown === 'bmi' ? 'kg/m²' : quantities[shown].unit
}

/** Usual number of characters of a column's numbers, to align them. */
export function getColumnWidth(column: ColumnKey): number {
  if (column === 'blood_pressure') return '120/80'.length
  if (column === 'steps') return '10,000'.length
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
  const last = to === null ? '' : writeNumber(to - 10 ** -decimals, decimals)
  if (from === null) return `≤ ${last}`
  return to === null ? `≥ ${writeNumber(from, decimals)}` : `${writeNumber(from, decimals)}–${last}`
}

/**
 * The value to show of a reading. A missing mean pressure or body-mass index is calculated from the other values.
 * `exact`: the number by which it is judged, if it is shown rounded.
 */
export function computeShownValue(
  shown: ShownQuantity,
  values: ReadingValues,
  heightCm: number | null,
): { value: number; isDerived: boolean; exact?: number } | undefined {
  if (shown === 'bmi') {
    const height = values.height ?? heightCm
    if (typeof values.weight !== 'number' || !height) return undefined
    return { value: computeBmi(values.weight, height), isDerived: true }
  }
  const value = values[shown]
  if (typeof value === 'number') return { value, isDerived: false }
  if (shown !== 'map' || typeof values.systolic !== 'number' || typeof values.diastolic !== 'number')
    return undefined
  const exact = computeExactMeanPressure(values.systolic, values.diastolic)
  return { value: Math.round(exact), isDerived: true, exact }
}
