import type { BandLevel, Hue } from 'contract'

/**
 * A reading; or `count` readings between the times `from` and `to`, with the smallest and the largest measured value in
 * `min` and `max` (equal for a single reading). `at` is where it is drawn. All times are in milliseconds. `source` says
 * in words who or what measured it, for a single reading.
 */
export type Dot = {
  at: number
  from: number
  to: number
  min: number
  max: number
  count: number
  isManual: boolean
  source?: string
}

/**
 * `dots` are joined by a line, or by a band where they stand for several readings; `apart` are drawn singly. `newest`
 * is the newest reading, shown while the pointer is elsewhere. `isDerived`: calculated from others, not measured; drawn
 * dashed. `bands`: only of this series, where several share a chart; a value out of range is then coloured itself.
 */
export type TimeSeries = {
  key: string
  label: string
  hue: Hue
  decimals: number
  dots: readonly Dot[]
  apart: readonly Dot[]
  newest: Dot | undefined
  isDerived?: boolean
  bands?: readonly ChartBand[] | undefined
}

/** A stripe behind the lines: from `from` up to, but not including, `to`; null is unlimited. */
export type ChartBand = { from: number | null; to: number | null; level: BandLevel; word: string }

export const tones = ['normal', 'alert', 'critical'] as const

export function toTone(level: BandLevel): (typeof tones)[number] {
  if (level === 'normal') return level
  return level.startsWith('critical') ? 'critical' : 'alert'
}

/** The worst level among the bands that contain a value. */
export function findWorstLevel(value: number, bands: readonly ChartBand[]): BandLevel {
  const reached = bands.filter(
    ({ from, to }) => (from === null || value >= from) && (to === null || value < to),
  )
  const worst = reached.toSorted((one, other) => getBandRank(other) - getBandRank(one))[0]
  return worst?.level ?? 'normal'
}
const getBandRank = ({ level }: ChartBand) => tones.indexOf(toTone(level))

/** The median of the intervals between values. */
function computeUsualInterval(dots: readonly Dot[]): number {
  const intervals = dots.slice(1).map((dot, index) => dot.at - (dots[index]?.at ?? dot.at))
  return intervals.toSorted((one, other) => one - other)[Math.floor(intervals.length / 2)] ?? 0
}

const missedIntervals = 3
/** If this fraction of the values follow each other part by part, the patient is measured all the time. */
const nearlyAll = 0.9

/**
 * Splits dots into runs that may be joined by a line: never across more than three usual intervals. If nearly every
 * part of the span, each `partMs` long, has a value, one empty part is a gap.
 */
export function splitAtGaps(dots: readonly Dot[], partMs = 0): Dot[][] {
  const isNext = (dot: Dot, index: number) => dot.at - (dots[index]?.at ?? dot.at) <= partMs * 1.01
  const isFilled = dots.slice(1).filter(isNext).length >= nearlyAll * (dots.length - 1)
  const longest = isFilled && partMs > 0 ? partMs * 1.5 : computeUsualInterval(dots) * missedIntervals
  const runs: Dot[][] = []
  for (const dot of dots) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && dot.at - last.at <= longest) run.push(dot)
    else runs.push([dot])
  }
  return runs
}

/** The values of one line along the axis: the highest or the lowest ones of the series at `index`. */
type AlignedLine = { index: number; values: (number | null | undefined)[] }

/** Whether the lowest and the highest value of a dot differ, so that a band is drawn. */
export const isSpread = ({ min, max }: Dot): boolean => min < max

/**
 * Puts series of different times on one axis: each as a line of its highest values and, if they differ, one of its
 * lowest. `undefined`: this line has no value at that time and goes on; `null`: a gap, where it ends. `stops` are the
 * times that have a dot.
 */
export function alignSeries(series: readonly { runs: readonly Dot[][]; apart: readonly Dot[] }[]): {
  times: number[]
  stops: number[]
  lines: AlignedLine[]
} {
  const along = (runs: readonly Dot[][], which: 'min' | 'max') => {
    const values = new Map<number, number | null>()
    for (const [index, run] of runs.entries()) {
      const [first] = run
      const before = runs[index - 1]?.at(-1)
      if (first && before) values.set((before.at + first.at) / 2, null)
      for (const dot of run) values.set(dot.at, dot[which])
    }
    return values
  }
  const drawn = series.flatMap(({ runs }, index) => {
    const highest = { index, values: along(runs, 'max') }
    return runs.some((run) => run.some(isSpread))
      ? [highest, { index, values: along(runs, 'min') }]
      : [highest]
  })
  const inOrder = (times: readonly number[]) => [...new Set(times)].toSorted((a, b) => a - b)
  const stops = inOrder(series.flatMap(({ runs, apart }) => [...runs.flat(), ...apart].map(({ at }) => at)))
  const times = inOrder([...stops, ...drawn.flatMap(({ values }) => [...values.keys()])])
  return {
    times,
    stops,
    lines: drawn.map(({ index, values }) => ({ index, values: times.map((at) => values.get(at)) })),
  }
}

/** The dot nearest to a time, if it is within `withinMs`. */
export function findNearestDot(dots: readonly Dot[], at: number, withinMs: number): Dot | undefined {
  let nearest: Dot | undefined
  for (const dot of dots) if (!nearest || Math.abs(dot.at - at) < Math.abs(nearest.at - at)) nearest = dot
  return nearest && Math.abs(nearest.at - at) <= withinMs ? nearest : undefined
}

/** What an axis shows at least: a range, or a width centred on the values. */
export type TypicalRange = readonly [low: number, high: number] | { around: number }

/** It reaches from the lowest to the highest value with some margin, but at least the usual range. */
export function computeAxisRange(series: readonly (readonly Dot[])[], usual: TypicalRange): [number, number] {
  const [usualLow, usualHigh] = 'around' in usual ? centerRange(series.flat(), usual.around) : usual
  let [low, high] = [usualLow, usualHigh]
  for (const dots of series)
    for (const { min, max } of dots) {
      if (min < low) low = min
      if (max > high) high = max
    }
  const air = (high - low) * 0.06
  return [low < usualLow ? low - air : low, high > usualHigh ? high + air : high]
}

function centerRange(dots: readonly Dot[], around: number): [number, number] {
  if (dots.length === 0) return [0, around]
  const middle = (Math.min(...dots.map(({ min }) => min)) + Math.max(...dots.map(({ max }) => max))) / 2
  const low = Math.max(0, middle - around / 2)
  return [low, low + around]
}
