import { hospitalTimeZone } from 'contract'
import uPlot from 'uplot'
import { formatTime, toTimeParts } from '../date/dates.ts'
import {
  createColorReader,
  drawBandNames,
  drawBands,
  drawDots,
  drawSpreads,
  measureWidestWord,
} from './time-chart-drawing.ts'
import {
  type alignSeries,
  type ChartBand,
  computeAxisRange,
  type Dot,
  isSpread,
  type TimeSeries,
  type TypicalRange,
} from './time-series.ts'

/** The width of an A4 sheet without its margins, in CSS pixels. */
export const printWidthPx = 680
/** In narrower charts the names of the bands stand in the legend, where they take no width from the plot. */
const narrowPx = 560

export const hasRoomForNames = (host: HTMLElement) => (host.clientWidth || printWidthPx) >= narrowPx

/** Least width for the names of the bands, so that charts above each other align their time axes. */
const leastWordsPx = 116
/** The steps of an axis of whole numbers: there is no half beat. */
const wholeSteps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000]

/** The heads of the rows of a table take `startPx`; its columns begin at these times (milliseconds). */
export type ChartColumns = { startPx: number; times: readonly number[] }

export type ChartSpec = {
  /** The time span, in milliseconds. */
  from: number
  to: number
  unit: string
  series: readonly TimeSeries[]
  bands?: readonly ChartBand[]
  usual: TypicalRange
  heightPx: number
  /** The chart stands above a table, and its plot above the columns, which say their times. */
  columns?: ChartColumns | undefined
  /** Charts with the same key move their cursors together. */
  syncKey?: string
  onZoom?: (from: number, to: number) => void
}

type ChartDrawing = {
  runs: readonly Dot[][][]
  axis: ReturnType<typeof alignSeries>
  language: string
  onCursor: (at: number | undefined) => void
  onTicks: (ticks: readonly AxisTick[]) => void
}

/** A number of the vertical axis, and how far below the upper edge of the chart it stands. */
export type AxisTick = { label: string; topPx: number }

const paddingPx = 8

export function buildChartOptions(
  host: HTMLElement,
  wanted: ChartSpec,
  drawing: ChartDrawing,
): uPlot.Options {
  const { from, to, unit, series, bands = [], usual, heightPx, columns, syncKey, onZoom } = wanted
  const { runs, axis, language, onCursor, onTicks } = drawing
  const ink = createColorReader(host)
  const [low, high] = computeAxisRange(
    series.map(({ dots, apart }) => [...dots, ...apart]),
    usual,
  )
  const font = `12px ${getComputedStyle(host).fontFamily}`
  const line = { stroke: () => ink('--chart-line'), width: 1 }
  const width = host.clientWidth || printWidthPx
  const words =
    columns || !hasRoomForNames(host) || bands.length === 0
      ? 0
      : Math.max(leastWordsPx, measureWidestWord(bands, font))
  return {
    width,
    height: heightPx,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), hospitalTimeZone),
    legend: { show: false },
    padding: columns ? [paddingPx, 0, paddingPx, 0] : [paddingPx, words > 0 ? words + 12 : 20, 0, 0],
    scales: { x: { time: true, range: [from, to] }, y: { range: [low, high] } },
    axes: [
      {
        font,
        stroke: () => ink('--chart-ink'),
        grid: line,
        ticks: line,
        ...(columns
          ? {
              splits: [...columns.times],
              values: (_chart, splits) => splits.map(() => ''),
              size: 0,
              ticks: { show: false },
            }
          : {
              space: 72,
              size: 44,
              values: (_chart, splits) => formatTimeLabels(splits, language),
            }),
      },
      {
        font,
        stroke: () => ink('--chart-ink'),
        grid: line,
        ticks: line,
        space: 30,
        size: (_chart, labels) =>
          columns ? columns.startPx : 18 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)),
        ...(series.every(({ decimals }) => decimals === 0) && { incrs: wholeSteps }),
        ...(!columns && { label: unit }),
        labelFont: font,
        labelSize: 18,
      },
    ],
    series: [
      {},
      ...axis.lines.flatMap(({ index }) => {
        const one = series[index]
        if (!one) return []
        const { hue, isDerived, dots } = one
        return {
          stroke: () => ink(`--hue-${hue}`),
          width: isDerived ? 1.25 : dots.some(isSpread) ? 1.5 : 2,
          ...(isDerived && { dash: [5, 4] }),
          points: { show: false },
        }
      }),
    ],
    cursor: {
      y: false,
      points: { size: 9 },
      drag: { x: onZoom !== undefined, y: false, setScale: false },
      ...(syncKey !== undefined && { sync: { key: syncKey } }),
    },
    hooks: {
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor
          onCursor(left < 0 || idx === null || idx === undefined ? undefined : axis.times[idx])
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select
          if (width < 8 || !onZoom) return
          const [begin, end] = [chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x')]
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          onZoom(begin, end)
        },
      ],
      drawClear: [(chart) => drawBands(chart, bands, ink)],
      drawAxes: [
        (chart) => {
          if (columns) onTicks(listTicks(chart))
          for (const [index, { hue }] of series.entries())
            drawSpreads(chart, runs[index] ?? [], ink(`--hue-${hue}`))
        },
      ],
      draw: [
        (chart) => {
          for (const [index, one] of series.entries())
            if (!one.isDerived) drawDots(chart, one, runs[index] ?? [], ink)
          if (words > 0) drawBandNames(chart, bands, { ink, font })
        },
      ],
    },
  }
}

/** What stands at the vertical axis. */
function listTicks(chart: uPlot): AxisTick[] {
  const scale = chart.scales['y']
  const axis = chart.axes[1] as { _splits?: number[]; _values?: (string | null)[] } | undefined
  if (!scale || !axis?._splits) return []
  return axis._splits.flatMap((split, index) => {
    const label = axis._values?.[index]
    return label ? { label, topPx: Math.round(chart.valToPos(split, 'y')) + paddingPx } : []
  })
}

/** Hours, with the day where it begins; or days, with the year. Months and years are written in the language. */
function formatTimeLabels(splits: readonly number[], language: string): string[] {
  const isByDay = splits.every((at) => {
    const { hours, minutes } = toTimeParts(new Date(at))
    return hours === 0 && minutes === 0
  })
  let shown = ''
  return splits.map((at) => {
    const instant = new Date(at)
    const date = formatTime(instant, language, 'dd MMM yyyy')
    const day = date.slice(0, date.lastIndexOf(' '))
    const year = date.slice(date.lastIndexOf(' ') + 1)
    const { hours, minutes } = toTimeParts(instant)
    const [upper, lower] = isByDay
      ? [day, year]
      : [`${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`, day]
    const label = lower === shown ? upper : `${upper}\n${lower}`
    shown = lower
    return label
  })
}
