import { type ChartPoint, type Reading, type ReadingValues, readingValueNames } from 'contract'
import type { Dot } from '../../ui/time-series.ts'
import { type Shown, valueOf } from './views.ts'

/** The readings of a chart themselves, oldest first. */
export function dotsOfRows(shown: Shown, rows: readonly Reading[], heightCm: number | null): Dot[] {
  return rows
    .flatMap((row) => {
      const found = valueOf(shown, row, heightCm)
      if (!found) return []
      const { value } = found
      const isManual = row.source === 'manual'
      return [{ at: Date.parse(row.measured_at), value, min: value, max: value, count: 1, isManual }]
    })
    .toSorted((one, other) => one.at - other.at)
}

/** What the parts of a long span have in common: a mean, with the smallest and the largest. */
export function dotsOfPoints(shown: Shown, points: readonly ChartPoint[], heightCm: number | null): Dot[] {
  return points.flatMap(({ at, count, manual, values }) => {
    const one = (which: 'mean' | 'min' | 'max') => valueOf(shown, pick(values, which), heightCm)?.value
    const value = one('mean')
    if (value === undefined) return []
    const isReckoned = !(shown in values)
    return [
      {
        at: Date.parse(at),
        value,
        // The extremes of two values need not be of the same reading: what is reckoned from them has a mean alone.
        min: isReckoned ? value : (one('min') ?? value),
        max: isReckoned ? value : (one('max') ?? value),
        count,
        isManual: manual > 0,
      },
    ]
  })
}

function pick(values: ChartPoint['values'], which: 'mean' | 'min' | 'max'): ReadingValues {
  return Object.fromEntries(
    readingValueNames.flatMap((name) => (values[name] ? [[name, values[name][which]]] : [])),
  )
}
