import type { BandLevel } from 'contract'

/**
 * A value of a series: one reading, or the mean of `count` readings between `min` and `max`. `at` is in milliseconds.
 */
export type Dot = {
  at: number
  value: number
  min: number
  max: number
  count: number
  isManual: boolean
}

export type Hue =
  | 'blood_pressure'
  | 'map'
  | 'pulse'
  | 'spo2'
  | 'temperature'
  | 'respiration'
  | 'glucose'
  | 'body'

/**
 * `isDerived`: reckoned from others, not measured; drawn dashed. `bands`: those of this series alone, where several
 * stand in one chart; a value out of range is then marked itself.
 */
export type TimeSeries = {
  key: string
  label: string
  hue: Hue
  decimals: number
  dots: readonly Dot[]
  isDerived?: boolean
  bands?: readonly ChartBand[] | undefined
}

/** A stripe behind the lines: values from `from` up to `to`; null is open. */
export type ChartBand = { from: number | null; to: number | null; level: BandLevel; word: string }

export const tones = ['normal', 'alert', 'critical'] as const

export function toneOf(level: BandLevel): (typeof tones)[number] {
  if (level === 'normal') return level
  return level.startsWith('critical') ? 'critical' : 'alert'
}

/** The worst band that a dot reaches, its extremes included. */
export function levelOfDot({ min, max }: Dot, bands: readonly ChartBand[]): BandLevel {
  const reached = bands.filter(({ from, to }) => (from === null || max >= from) && (to === null || min < to))
  const worst = reached.toSorted((one, other) => rankOf(other) - rankOf(one))[0]
  return worst?.level ?? 'normal'
}
const rankOf = ({ level }: ChartBand) => tones.indexOf(toneOf(level))

/** The interval that is usual between values: half of them follow sooner. */
function usualInterval(dots: readonly Dot[]): number {
  const intervals = dots.slice(1).map((dot, index) => dot.at - (dots[index]?.at ?? dot.at))
  return intervals.toSorted((one, other) => one - other)[Math.floor(intervals.length / 2)] ?? 0
}

const missedIntervals = 3
/** So many of the parts follow each other without a gap where somebody is measured all the time. */
const nearlyAll = 0.9

/**
 * Where a line may be drawn: never across more than three usual intervals. Where nearly every part of the span has a
 * value, `partMs` long each, one empty part is a gap.
 */
export function unbroken(dots: readonly Dot[], partMs = 0): Dot[][] {
  const isNext = (dot: Dot, index: number) => dot.at - (dots[index]?.at ?? dot.at) <= partMs * 1.01
  const isFilled = dots.slice(1).filter(isNext).length >= nearlyAll * (dots.length - 1)
  const longest = isFilled && partMs > 0 ? partMs * 1.5 : usualInterval(dots) * missedIntervals
  const runs: Dot[][] = []
  for (const dot of dots) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && dot.at - last.at <= longest) run.push(dot)
    else runs.push([dot])
  }
  return runs
}

/**
 * Series of different times on one axis. A value that a series does not have there is `undefined`, over which its line
 * goes on; a gap is `null`, at which it ends.
 */
export function onOneAxis(series: readonly Dot[][][]): {
  times: number[]
  values: (number | null | undefined)[][]
} {
  const valuesOf = series.map((runs) => {
    const values = new Map<number, number | null>()
    for (const [index, run] of runs.entries()) {
      const [first] = run
      const before = runs[index - 1]?.at(-1)
      if (first && before) values.set((before.at + first.at) / 2, null)
      for (const { at, value } of run) values.set(at, value)
    }
    return values
  })
  const times = [...new Set(valuesOf.flatMap((values) => [...values.keys()]))].toSorted((a, b) => a - b)
  return { times, values: valuesOf.map((values) => times.map((at) => values.get(at))) }
}

/** The value nearest to a moment, and no further from it than `withinMs`. */
export function dotNear(dots: readonly Dot[], at: number, withinMs: number): Dot | undefined {
  let nearest: Dot | undefined
  for (const dot of dots) if (!nearest || Math.abs(dot.at - at) < Math.abs(nearest.at - at)) nearest = dot
  return nearest && Math.abs(nearest.at - at) <= withinMs ? nearest : undefined
}

/** What an axis shows at least: from one value to another, or so much around the values, whatever they are. */
export type Usual = readonly [low: number, high: number] | { around: number }

/** From the lowest value to the highest and some air, and never less than what is usual to see. */
export function heightOf(series: readonly (readonly Dot[])[], usual: Usual): [number, number] {
  const [usualLow, usualHigh] = 'around' in usual ? aroundValues(series.flat(), usual.around) : usual
  let [low, high] = [usualLow, usualHigh]
  for (const dots of series)
    for (const { min, max } of dots) {
      if (min < low) low = min
      if (max > high) high = max
    }
  const air = (high - low) * 0.06
  return [low < usualLow ? low - air : low, high > usualHigh ? high + air : high]
}

function aroundValues(dots: readonly Dot[], around: number): [number, number] {
  if (dots.length === 0) return [0, around]
  const middle = (Math.min(...dots.map(({ min }) => min)) + Math.max(...dots.map(({ max }) => max))) / 2
  const low = Math.max(0, middle - around / 2)
  return [low, low + around]
}
