import { type ChartPoint, isCharted, type Reading, type ReadingValues } from 'contract'
import type { Dot } from '../../ui/chart/time-series.ts'
import { computeShownValue, type ShownQuantity } from './views.ts'

/** Describes the source of a reading. */
type DescribeSource = (reading: Reading) => string

/** One reading as a dot; undefined if it lacks the value. */
export function readingToDot(
  shown: ShownQuantity,
  reading: Reading,
  heightCm: number | null,
  sourceText: DescribeSource,
): Dot | undefined {
  const found = computeShownValue(shown, reading, heightCm)
  if (!found) return undefined
  const at = Date.parse(reading.measured_at)
  const { value } = found
  const isManual = isCharted(reading.source)
  return { at, from: at, to: at, min: value, max: value, count: 1, isManual, source: sourceText(reading) }
}

/** Readings as dots, oldest first. */
export function readingsToDots(
  shown: ShownQuantity,
  readings: readonly Reading[],
  heightCm: number | null,
  sourceText: DescribeSource,
): Dot[] {
  return readings
    .flatMap((reading) => readingToDot(shown, reading, heightCm, sourceText) ?? [])
    .toSorted((one, other) => one.at - other.at)
}

/** Aggregated parts of a long span, `partMs` each, with the smallest and the largest reading of each part. */
export function pointsToDots(
  shown: ShownQuantity,
  points: readonly ChartPoint[],
  heightCm: number | null,
  partMs: number,
): Dot[] {
  return points.flatMap(({ at, first_at, last_at, count, values }) => {
    const extreme = (which: 'min' | 'max') =>
      computeShownValue(shown, pickExtremeValues(values, which), heightCm)?.value
    const [min, max] = [extreme('min'), extreme('max')]
    if (min === undefined || max === undefined) return []
    return [
      {
        at: Date.parse(at) + partMs / 2,
        from: Date.parse(first_at),
        to: Date.parse(last_at),
        min,
        max,
        count,
        isManual: false,
      },
    ]
  })
}

/** The height is left out: the two extremes may come from different readings. */
function pickExtremeValues(
  { height: _height, ...values }: ChartPoint['values'],
  which: 'min' | 'max',
): ReadingValues {
  return Object.fromEntries(Object.entries(values).map(([name, extremes]) => [name, extremes[which]]))
}
