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
import { type Dot, dotNear, heightOf, onOneAxis, unbroken } from './time-series.ts'

export type Hue =
  | 'blood_pressure'
  | 'map'
  | 'pulse'
  | 'spo2'
  | 'temperature'
  | 'respiration'
  | 'glucose'
  | 'body'

/** `isDerived`: reckoned from others, not measured; drawn dashed. */
export type TimeSeries = {
  key: string
  label: string
  hue: Hue
  decimals: number
  dots: readonly Dot[]
  isDerived?: boolean
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
  /** What the axis shows at least. */
  usual: readonly [number, number]
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
  const dotCount = series.reduce((sum, { dots }) => sum + dots.length, 0)
  const hasManual = series.some(({ dots }) => dots.some(({ isManual }) => isManual))

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
    const toPaper = () => fit(paperPx)
    const fromPaper = () => fit(host.clientWidth)
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
      {dotCount > 0 && (
        <div className={classes.key} aria-hidden>
          <span className={classes.mark}>{t('chart.device')}</span>
          {hasManual && (
            <span className={classes.mark} data-manual>
              {t('chart.manual')}
            </span>
          )}
          {bands.some(({ level }) => level === 'low' || level === 'high') && (
            <span className={classes.mark} data-level="alert">
              {t('chart.out-of-range')}
            </span>
          )}
          {bands.some(({ level }) => level.startsWith('critical')) && (
            <span className={classes.mark} data-level="critical">
              {t('chart.critical')}
            </span>
          )}
        </div>
      )}
    </figure>
  )
}

/** What is left of the width of an A4 sheet between its margins, in CSS pixels. */
const paperPx = 680
/** Beyond so many, values of devices are a line without dots. */
const dotsDrawn = 160

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
  const line = { stroke: ink('--chart-line'), width: 1 }
  return {
    width: host.clientWidth || paperPx,
    height: heightPx,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), hospitalTimeZone),
    legend: { show: false },
    padding: [8, 10, 0, 0],
    scales: { x: { time: true, range: [from, to] }, y: { range: [low, high] } },
    axes: [
      {
        font,
        stroke: ink('--chart-ink'),
        grid: line,
        ticks: line,
        space: 72,
        size: 44,
        values: (_chart, splits) => timeLabels(splits, language),
      },
      {
        font,
        stroke: ink('--chart-ink'),
        grid: line,
        ticks: line,
        size: 46,
        label: props.unit,
        labelFont: font,
        labelSize: 18,
      },
    ],
    series: [
      {},
      ...series.map(({ hue, isDerived }) => ({
        stroke: ink(`--hue-${hue}`),
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
      drawClear: [(chart) => drawBands(chart, bands, ink, font)],
      drawAxes: [
        (chart) => {
          for (const [index, { hue }] of series.entries())
            drawSpreads(chart, runs[index] ?? [], ink(`--hue-${hue}`))
        },
      ],
      draw: [
        (chart) => {
          const isDense = axis.times.length > dotsDrawn
          for (const [index, { hue, isDerived }] of series.entries())
            if (!isDerived)
              drawMarks(chart, runs[index] ?? [], ink(`--hue-${hue}`), ink('--chart-ground'), isDense)
        },
      ],
    },
  }
}

/** A colour of the style sheet as a canvas takes it. */
function inkOf(host: HTMLElement) {
  const probe = document.createElement('span')
  return (name: string) => {
    host.append(probe)
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
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

function drawBands(chart: uPlot, bands: readonly ChartBand[], ink: Ink, font: string) {
  const { ctx, bbox } = chart
  const { min = 0, max = 0 } = chart.scales['y'] ?? {}
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const { from, to, level, word } of bands) {
    const [low, high] = [Math.max(from ?? min, min), Math.min(to ?? max, max)]
    if (low >= high) continue
    const top = chart.valToPos(high, 'y', true)
    const bottom = chart.valToPos(low, 'y', true)
    ctx.fillStyle = ink(
      level === 'normal'
        ? '--level-normal'
        : level.startsWith('critical')
          ? '--level-critical'
          : '--level-alert',
    )
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
    const scale = uPlot.pxRatio
    if (bottom - top < 15 * scale) continue
    ctx.fillStyle = ink('--chart-ink')
    ctx.font = font.replace('12px', `${11 * scale}px`)
    ctx.textAlign = 'right'
    ctx.textBaseline = 'top'
    ctx.fillText(word, bbox.left + bbox.width - 6 * scale, top + 2 * scale)
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

/** Round is a device's, a hollow diamond what somebody wrote down. */
function drawMarks(chart: uPlot, runs: readonly Dot[][], color: string, ground: string, isDense: boolean) {
  const { ctx } = chart
  const scale = uPlot.pxRatio
  ctx.save()
  ctx.fillStyle = color
  ctx.strokeStyle = color
  ctx.lineWidth = 1.75 * scale
  for (const run of runs) {
    for (const dot of run) {
      const x = chart.valToPos(dot.at, 'x', true)
      const y = chart.valToPos(dot.value, 'y', true)
      ctx.beginPath()
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
        ctx.fillStyle = color
      } else if (!isDense || run.length === 1) {
        ctx.arc(x, y, 2.75 * scale, 0, 2 * Math.PI)
        ctx.fill()
      }
    }
  }
  ctx.restore()
}
