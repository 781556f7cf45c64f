import type { Extremes } from 'contract'

/** The extremes of each step of a trend; null if nothing was measured in it. */
export type TrendSteps = readonly (Extremes | null)[]

type BandPoint = { x: number; low: number; high: number }

type TrendBox = {
  width: number
  height: number
  /** The least that the axis spans, so that a steady value looks steady. */
  span: number
}

/**
 * A trend in a box: each step from its lowest to its highest value, with a gap wherever nothing was measured. `range`
 * is what the axis holds at least; by default the trend alone.
 */
export function buildTrendBands(
  steps: TrendSteps,
  { width, height, span }: TrendBox,
  range: Extremes | undefined = computeTrendRange(steps),
): BandPoint[][] {
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

/** The lowest and the highest that was measured in these steps. */
export function computeTrendRange(steps: TrendSteps): Extremes | undefined {
  const measured = steps.filter((step) => step !== null)
  if (measured.length === 0) return undefined
  return {
    low: Math.min(...measured.map(({ low }) => low)),
    high: Math.max(...measured.map(({ high }) => high)),
  }
}
