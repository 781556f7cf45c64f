import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { type BandLevel, hospitalTimeZone } from 'contract'
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatTime, partsOf } from './dates.ts'
import classes from './time-chart.module.css'
import { type Dot, dotNear, heightOf, onOneAxis, type Usual, unbroken } from './time-series.ts'

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

type TimeChartProps = {
  label: string
  /** What the picture shows, for those who do not see it. */
  description: string
  /** The span in milliseconds. */
  from: number
  to: number
  unit: string
  series: readonly TimeSeries[]
  bands?: readonly ChartBand[]
  usual: Usual
  /** Length of each part of the span of which a dot is the mean; 0 where dots are readings themselves. */
  partMs?: number
  heightPx?: number
  /** Charts of one key move their cursors together. */
  syncKey?: string
  onZoom?: (from: number, to: number) => void
}

/** jsdom and print services have no canvas: there is the description and the table beside. */
const canDraw = typeof Path2D === 'function'

/** Values through time, with what their ranges mean behind them. Drag to zoom; arrow keys move the cursor. */
export function TimeChart(props: TimeChartProps) {
  const { label, description, unit, series, bands = [], partMs = 0, heightPx = 260 } = props
  const { t, i18n } = useTranslation('ui')
  const id = useId()
  const plot = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const scheme = useComputedColorScheme('light')
  const [cursor, setCursor] = useState<number>()
  const [isByKey, setByKey] = useState(false)
  const { runs, axis } = useMemo(() => {
    const all = series.map(({ dots }) => unbroken(dots, partMs))
    return { runs: all, axis: onOneAxis(all) }
  }, [series, partMs])
  const hasManual = series.some(({ dots }) => dots.some(({ isManual }) => isManual))
  const hasDevice = series.some(({ dots }) => dots.some(({ isManual }) => !isManual))
  const levels = new Set(bands.map(({ level }) => toneOf(level)))
  const marked = new Set(
    series.flatMap(({ dots, bands: own = [] }) => dots.map((dot) => toneOf(levelOfDot(dot, own)))),
  )

  const build = useEffectEvent((host: HTMLElement) =>
    optionsOf(host, props, { runs, axis, language: i18n.language, onCursor: setCursor }),
  )
  useEffect(() => {
    const host = plot.current
    if (!host || !canDraw) return
    const drawn = new uPlot(build(host), [axis.times, ...axis.values], host)
    chart.current = drawn
    const fit = (width: number) => width > 0 && drawn.setSize({ width, height: heightPx })
    const observer = new ResizeObserver(() => fit(host.clientWidth))
    observer.observe(host)
    const toPaper = () => {
      // Paper is white, whatever the screen is.
      host.style.colorScheme = 'light'
      fit(paperPx)
    }
    const fromPaper = () => {
      host.style.colorScheme = ''
      fit(host.clientWidth)
    }
    addEventListener('beforeprint', toPaper)
    addEventListener('afterprint', fromPaper)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', toPaper)
      removeEventListener('afterprint', fromPaper)
      drawn.destroy()
      setCursor(undefined)
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the scheme changes
  }, [runs, axis, props.from, props.to, scheme, i18n.language, heightPx])

  const onKeyDown = (event: KeyboardEvent) => {
    const times = axis.times.filter((_, index) =>
      axis.values.some((values) => typeof values[index] === 'number'),
    )
    if (times.length === 0) return
    const here = cursor === undefined ? times.length : times.findIndex((at) => at >= cursor)
    const there = {
      ArrowLeft: here - 1,
      ArrowRight: here + 1,
      Home: 0,
      End: times.length - 1,
      Escape: -1,
    }[event.key]
    if (there === undefined) return
    event.preventDefault()
    setByKey(true)
    const at = event.key === 'Escape' ? undefined : times[Math.min(Math.max(there, 0), times.length - 1)]
    setCursor(at)
    const left = at === undefined ? -10 : (chart.current?.valToPos(at, 'x') ?? -10)
    chart.current?.setCursor({ left, top: at === undefined ? -10 : 0 }, false)
  }

  const shownAt = cursor ?? axis.times.at(-1)
  const spanMs = props.to - props.from
  const read = series.map((one) => ({
    ...one,
    dot: shownAt === undefined ? undefined : dotNear(one.dots, shownAt, spanMs / 40),
  }))
  const [firstRead] = read.flatMap(({ dot }) => (dot ? [dot] : []))
  return (
    <figure className={classes.chart} style={{ margin: 0 }}>
      <p className={classes.readout} aria-live={isByKey ? 'polite' : 'off'}>
        {read.map(({ key, label: name, hue, decimals, isDerived, dot }) => (
          <span key={key} className={classes.entry}>
            <span
              className={classes.swatch}
              data-derived={isDerived || undefined}
              style={{ '--hue': `var(--hue-${hue})` } as CSSProperties}
            />
            {name}{' '}
            {dot && (
              <>
                <strong>{dot.value.toFixed(decimals)}</strong>
                <span className={classes.unit}>{unit}</span>
                {dot.min < dot.max && (
                  <span className={classes.unit}>
                    {t('chart.range', {
                      min: dot.min.toFixed(decimals),
                      max: dot.max.toFixed(decimals),
                    })}
                  </span>
                )}
              </>
            )}
          </span>
        ))}
        {firstRead && (
          <span className={classes.time}>
            {formatTime(new Date(firstRead.at), i18n.language, 'dd MMM yyyy hh:mm a')}
            {firstRead.count > 1 && ` · ${t('chart.mean-of', { count: firstRead.count })}`}
            {firstRead.isManual && ` · ${t('chart.manual')}`}
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is walked through by keys */}
      <div
        ref={plot}
        className={classes.plot}
        style={{ '--chart-height': `${heightPx}px` } as CSSProperties}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor along the values
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onBlur={() => setByKey(false)}
      />
      <VisuallyHidden id={id}>
        {description} {t('chart.help')}
      </VisuallyHidden>
      <div className={classes.key} aria-hidden>
        {hasDevice && <span className={classes.mark}>{t('chart.device')}</span>}
        {hasManual && (
          <span className={classes.mark} data-manual>
            {t('chart.manual')}
          </span>
        )}
        {tones.map(
          (tone) =>
            (levels.has(tone) || (tone !== 'normal' && marked.has(tone))) && (
              <span
                key={tone}
                className={classes.mark}
                data-level={tone}
                data-dot={!levels.has(tone) || undefined}
              >
                {t(`chart.${tone}`)}
              </span>
            ),
        )}
      </div>
    </figure>
  )
}

const tones = ['normal', 'alert', 'critical'] as const

function toneOf(level: BandLevel): (typeof tones)[number] {
  if (level === 'normal') return level
  return level.startsWith('critical') ? 'critical' : 'alert'
}

/** The worst band that a dot reaches, its extremes included. */
function levelOfDot({ min, max }: Dot, bands: readonly ChartBand[]): BandLevel {
  const reached = bands.filter(({ from, to }) => (from === null || max >= from) && (to === null || min < to))
  const worst = reached.toSorted((one, other) => rankOf(other) - rankOf(one))[0]
  return worst?.level ?? 'normal'
}
const rankOf = ({ level }: ChartBand) => tones.indexOf(toneOf(level))

/** What is left of the width of an A4 sheet between its margins, in CSS pixels. */
const paperPx = 680
/** Closer together than this, values of devices are a line without dots. */
const dotSpacePx = 9
/** Under this width the words of the bands are in the plot, where they take no room from it. */
const narrowPx = 560
const wordPx = 11
/** Charts above each other have their times above each other, whatever their bands are called. */
const leastWordsPx = 116
/** The steps of an axis of whole numbers: half a beat is none. */
const wholeSteps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000]

type Drawing = {
  runs: readonly Dot[][][]
  axis: ReturnType<typeof onOneAxis>
  language: string
  onCursor: (at: number | undefined) => void
}

function optionsOf(host: HTMLElement, props: TimeChartProps, drawing: Drawing): uPlot.Options {
  const { from, to, series, bands = [], usual, heightPx = 260, syncKey, onZoom } = props
  const { runs, axis, language, onCursor } = drawing
  const ink = inkOf(host)
  const [low, high] = heightOf(
    series.map(({ dots }) => dots),
    usual,
  )
  const font = `12px ${getComputedStyle(host).fontFamily}`
  const line = { stroke: () => ink('--chart-line'), width: 1 }
  const width = host.clientWidth || paperPx
  const words = width < narrowPx || bands.length === 0 ? 0 : Math.max(leastWordsPx, widestOf(bands, font))
  return {
    width,
    height: heightPx,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), hospitalTimeZone),
    legend: { show: false },
    padding: [8, words > 0 ? words + 12 : 20, 0, 0],
    scales: { x: { time: true, range: [from, to] }, y: { range: [low, high] } },
    axes: [
      {
        font,
        stroke: () => ink('--chart-ink'),
        grid: line,
        ticks: line,
        space: 72,
        size: 44,
        values: (_chart, splits) => timeLabels(splits, language),
      },
      {
        font,
        stroke: () => ink('--chart-ink'),
        grid: line,
        ticks: line,
        space: 30,
        size: (_chart, labels) => 18 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)),
        ...(series.every(({ decimals }) => decimals === 0) && { incrs: wholeSteps }),
        label: props.unit,
        labelFont: font,
        labelSize: 18,
      },
    ],
    series: [
      {},
      ...series.map(({ hue, isDerived }) => ({
        stroke: () => ink(`--hue-${hue}`),
        width: isDerived ? 1.25 : 2,
        ...(isDerived && { dash: [5, 4] }),
        points: { show: false },
      })),
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
          for (const [index, { hue }] of series.entries())
            drawSpreads(chart, runs[index] ?? [], ink(`--hue-${hue}`))
        },
      ],
      draw: [
        (chart) => {
          for (const [index, one] of series.entries())
            if (!one.isDerived) drawMarks(chart, one, runs[index] ?? [], ink)
          drawWords(chart, bands, ink, font, words > 0)
        },
      ],
    },
  }
}

/** A colour of the style sheet as a canvas takes it. To look one up is dear, and a chart has some thirty of them. */
function inkOf(host: HTMLElement) {
  const probe = document.createElement('span')
  const known = new Map<string, string>()
  return (name: string) => {
    const key = `${name} ${host.style.colorScheme}`
    const found = known.get(key)
    if (found !== undefined) return found
    host.append(probe)
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    known.set(key, color)
    return color
  }
}

/** Hours, with the day where it begins; days, with the year. Months and years as they are said in the language. */
function timeLabels(splits: readonly number[], language: string): string[] {
  const isByDay = splits.every((at) => {
    const { hours, minutes } = partsOf(new Date(at))
    return hours === 0 && minutes === 0
  })
  let shown = ''
  return splits.map((at) => {
    const moment = new Date(at)
    const date = formatTime(moment, language, 'dd MMM yyyy')
    const day = date.slice(0, date.lastIndexOf(' '))
    const year = date.slice(date.lastIndexOf(' ') + 1)
    const { hours, minutes } = partsOf(moment)
    const [upper, lower] = isByDay
      ? [day, year]
      : [`${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`, day]
    const label = lower === shown ? upper : `${upper}\n${lower}`
    shown = lower
    return label
  })
}

type Ink = ReturnType<typeof inkOf>

/** A band as it is seen, in pixels of the canvas; nothing where it is out of sight. */
function placeOf(chart: uPlot, { from, to }: ChartBand): { top: number; bottom: number } | undefined {
  const { min = 0, max = 0 } = chart.scales['y'] ?? {}
  const [low, high] = [Math.max(from ?? min, min), Math.min(to ?? max, max)]
  if (low >= high) return undefined
  return { top: chart.valToPos(high, 'y', true), bottom: chart.valToPos(low, 'y', true) }
}

function drawBands(chart: uPlot, bands: readonly ChartBand[], ink: Ink) {
  const { ctx, bbox } = chart
  const { max = 0 } = chart.scales['y'] ?? {}
  ctx.save()
  for (const band of bands) {
    const place = placeOf(chart, band)
    if (!place) continue
    ctx.fillStyle = ink(`--level-${toneOf(band.level)}`)
    ctx.fillRect(bbox.left, place.top, bbox.width, place.bottom - place.top)
    if (band.to === null || band.to >= max) continue
    ctx.fillStyle = ink('--level-edge')
    ctx.fillRect(bbox.left, place.top, bbox.width, uPlot.pxRatio)
  }
  ctx.restore()
}

/** The width of the longest word of the bands, in CSS pixels. */
function widestOf(bands: readonly ChartBand[], font: string): number {
  const ctx = document.createElement('canvas').getContext('2d')
  if (!ctx) return 0
  ctx.font = font.replace('12px', `${wordPx}px`)
  return Math.ceil(Math.max(...bands.map(({ word }) => ctx.measureText(word).width)))
}

/** The names of the bands: beside the plot where there is room, else in it, above the lines and legible on them. */
function drawWords(chart: uPlot, bands: readonly ChartBand[], ink: Ink, font: string, isBeside: boolean) {
  const { ctx, bbox } = chart
  const scale = uPlot.pxRatio
  ctx.save()
  ctx.font = font.replace('12px', `${wordPx * scale}px`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.lineWidth = 6 * scale
  ctx.strokeStyle = ink('--chart-ground')
  ctx.fillStyle = ink('--chart-ink')
  let said = ''
  for (const band of bands) {
    const place = placeOf(chart, band)
    // Two bands of one word, the critical part and the rest, are named once.
    if (!place || place.bottom - place.top < 15 * scale || band.word === said) continue
    said = band.word
    const x = isBeside ? bbox.left + bbox.width + 8 * scale : bbox.left + 6 * scale
    const y = (place.top + place.bottom) / 2
    if (!isBeside) ctx.strokeText(band.word, x, y)
    ctx.fillText(band.word, x, y)
  }
  ctx.restore()
}

/** Between the smallest and the largest of what a dot is the mean of. */
function drawSpreads(chart: uPlot, runs: readonly Dot[][], color: string) {
  const { ctx } = chart
  const x = ({ at }: Dot) => chart.valToPos(at, 'x', true)
  const y = (value: number) => chart.valToPos(value, 'y', true)
  ctx.save()
  ctx.globalAlpha = 0.2
  ctx.fillStyle = color
  ctx.strokeStyle = color
  ctx.lineWidth = 2 * uPlot.pxRatio
  for (const run of runs) {
    if (run.every(({ min, max }) => min === max)) continue
    ctx.beginPath()
    for (const dot of run) ctx.lineTo(x(dot), y(dot.max))
    for (const dot of run.toReversed()) ctx.lineTo(x(dot), y(dot.min))
    ctx.closePath()
    if (run.length > 1) ctx.fill()
    else ctx.stroke()
  }
  ctx.restore()
}

/** Round is a device's, a hollow diamond what somebody wrote down; out of range of its own bands, in their colour. */
function drawMarks(chart: uPlot, { hue, dots, bands = [] }: TimeSeries, runs: readonly Dot[][], ink: Ink) {
  const { ctx, bbox } = chart
  const scale = uPlot.pxRatio
  const isDense = dots.length * dotSpacePx * scale > bbox.width
  const [plain, ground] = [ink(`--hue-${hue}`), ink('--chart-ground')]
  const tints = { normal: plain, alert: ink('--mark-alert'), critical: ink('--mark-critical') }
  ctx.save()
  ctx.lineWidth = 1.75 * scale
  for (const run of runs) {
    for (const dot of run) {
      const tone = toneOf(levelOfDot(dot, bands))
      const x = chart.valToPos(dot.at, 'x', true)
      const y = chart.valToPos(dot.value, 'y', true)
      ctx.beginPath()
      ctx.strokeStyle = tints[tone]
      if (dot.isManual) {
        const reach = 4.5 * scale
        ctx.moveTo(x, y - reach)
        ctx.lineTo(x + reach, y)
        ctx.lineTo(x, y + reach)
        ctx.lineTo(x - reach, y)
        ctx.closePath()
        ctx.fillStyle = ground
        ctx.fill()
        ctx.stroke()
      } else if (!isDense || run.length === 1 || tone !== 'normal') {
        ctx.arc(x, y, (tone === 'normal' ? 2.75 : 3.5) * scale, 0, 2 * Math.PI)
        ctx.fillStyle = tints[tone]
        ctx.fill()
      }
    }
  }
  ctx.restore()
}
