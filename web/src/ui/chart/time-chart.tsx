import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
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
import { formatTime } from '../date/dates.ts'
import { writeNumber } from '../write-number.ts'
import classes from './time-chart.module.css'
import {
  type AxisTick,
  buildChartOptions,
  type ChartSpec,
  hasRoomForNames,
  printWidthPx,
} from './time-chart-options.ts'
import {
  alignSeries,
  computeAxisRange,
  type Dot,
  findNearestDot,
  findWorstLevel,
  isSpread,
  splitAtGaps,
  type TimeSeries,
  tones,
  toTone,
} from './time-series.ts'

type TimeChartProps = Omit<ChartSpec, 'heightPx'> & {
  label: string
  /** Describes the chart for a screen reader. */
  description: string
  /** Length of the part of the span that one dot stands for; 0 if each dot is a reading. */
  partMs?: number
  heightPx?: number
  /** Whether this chart explains the dots; of several above each other, one does. */
  hasLegend?: boolean
}

/** jsdom and print services have no canvas: there, the description and the table beside it are all. */
const canDraw = typeof Path2D === 'function'

/** Values over time, with their ranges behind them. Drag to zoom; the arrow keys move the cursor. */
export function TimeChart(props: TimeChartProps) {
  const {
    label,
    description,
    unit,
    series,
    bands = [],
    partMs = 0,
    heightPx = 260,
    columns,
    hasLegend = true,
  } = props
  const { t, i18n } = useTranslation('ui')
  const id = useId()
  const plot = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const scheme = useComputedColorScheme('light')
  const [cursor, setCursor] = useState<number>()
  const [isByKey, setByKey] = useState(false)
  const [isNarrow, setNarrow] = useState(false)
  const [ticks, setTicks] = useState<readonly AxisTick[]>([])
  const { runs, axis } = useMemo(() => {
    const all = series.map(({ dots }) => splitAtGaps(dots, partMs))
    return {
      runs: all,
      axis: alignSeries(series.map(({ apart }, index) => ({ runs: all[index] ?? [], apart }))),
    }
  }, [series, partMs])

  // The chart is drawn anew for each movement of the pointer.
  const showTicks = (next: readonly AxisTick[]) =>
    setTicks((shown) => (JSON.stringify(shown) === JSON.stringify(next) ? shown : next))
  const build = useEffectEvent((host: HTMLElement) =>
    buildChartOptions(
      host,
      { ...props, heightPx },
      { runs, axis, language: i18n.language, onCursor: setCursor, onTicks: showTicks },
    ),
  )
  useEffect(() => {
    const host = plot.current
    if (!host || !canDraw) return
    setNarrow(!hasRoomForNames(host))
    const drawn = new uPlot(build(host), [axis.times, ...axis.lines.map(({ values }) => values)], host)
    chart.current = drawn
    const fit = (width: number) => width > 0 && drawn.setSize({ width, height: heightPx })
    const observer = new ResizeObserver(() => fit(host.clientWidth))
    observer.observe(host)
    const fitForPrint = () => {
      // Paper is white, even if the screen is in the dark scheme.
      host.style.colorScheme = 'light'
      fit(printWidthPx)
    }
    const fitForScreen = () => {
      host.style.colorScheme = ''
      fit(host.clientWidth)
    }
    addEventListener('beforeprint', fitForPrint)
    addEventListener('afterprint', fitForScreen)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', fitForPrint)
      removeEventListener('afterprint', fitForScreen)
      drawn.destroy()
      setCursor(undefined)
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the scheme changes
  }, [runs, axis, props.from, props.to, columns, scheme, i18n.language, heightPx])

  const onKeyDown = (event: KeyboardEvent) => {
    const { stops } = axis
    if (stops.length === 0) return
    const here = cursor === undefined ? stops.length : stops.findIndex((at) => at >= cursor)
    const there = {
      ArrowLeft: here - 1,
      ArrowRight: here + 1,
      Home: 0,
      End: stops.length - 1,
      Escape: -1,
    }[event.key]
    if (there === undefined) return
    event.preventDefault()
    setByKey(true)
    const at = event.key === 'Escape' ? undefined : stops[Math.min(Math.max(there, 0), stops.length - 1)]
    setCursor(at)
    const left = at === undefined ? -10 : (chart.current?.valToPos(at, 'x') ?? -10)
    chart.current?.setCursor({ left, top: at === undefined ? -10 : 0 }, false)
  }

  const spanMs = props.to - props.from
  const read = series.map((one) => ({
    ...one,
    dot: cursor === undefined ? one.newest : findNearestDot([...one.dots, ...one.apart], cursor, spanMs / 40),
  }))
  return (
    <figure
      className={classes.chart}
      data-above-columns={columns !== undefined || undefined}
      style={
        {
          margin: 0,
          '--chart-height': `${heightPx}px`,
          '--chart-start': `${columns?.startPx}px`,
        } as CSSProperties
      }
    >
      <Readout read={read} unit={unit} isByKey={isByKey} />
      {columns && (
        <div className={classes.axis} aria-hidden>
          {ticks.map(({ label: number, topPx }) => (
            <span key={number} style={{ top: topPx }}>
              {number}
            </span>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is walked through by keys */}
      <div
        ref={plot}
        className={classes.plot}
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
      {hasLegend && (
        <ChartLegend series={series} bands={bands} usual={props.usual} namesBands={isNarrow && !columns} />
      )}
    </figure>
  )
}

type ReadoutProps = {
  read: readonly (TimeSeries & { dot: Dot | undefined })[]
  unit: string
  isByKey: boolean
}

/**
 * The reading at the cursor, or the span of readings that are too close to tell apart; without a cursor the newest
 * reading.
 */
function Readout({ read, unit, isByKey }: ReadoutProps) {
  const { t, i18n } = useTranslation('ui')
  const [first] = read.flatMap(({ dot }) => dot ?? [])
  const timeText = (at: number) => formatTime(new Date(at), i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <p className={classes.readout} aria-live={isByKey ? 'polite' : 'off'}>
      {read.map(({ key, label, hue, decimals, isDerived, dot }) => (
        <span key={key} className={classes.entry}>
          <span
            className={classes.swatch}
            data-derived={isDerived || undefined}
            style={{ '--hue': `var(--hue-${hue})` } as CSSProperties}
          />
          {label}{' '}
          {dot && (
            <>
              <strong>
                {isSpread(dot)
                  ? t('chart.range', {
                      min: writeNumber(dot.min, decimals),
                      max: writeNumber(dot.max, decimals),
                    })
                  : writeNumber(dot.max, decimals)}
              </strong>
              <span className={classes.unit}>{unit}</span>
            </>
          )}
        </span>
      ))}
      {first && (
        <span className={classes.time}>
          {timeText(first.from)}
          {first.to > first.from && ` – ${timeText(first.to)}`}
          {first.count > 1 && ` · ${t('chart.readings', { count: first.count })}`}
          {first.source && ` · ${first.source}`}
        </span>
      )}
    </p>
  )
}

type ChartLegendProps = Required<Pick<ChartSpec, 'series' | 'bands' | 'usual'>> & {
  /** Whether the bands are named here and not beside the plot. */
  namesBands: boolean
}

/** Explains the dots and stripes that are in sight. */
function ChartLegend({ series, bands, usual, namesBands }: ChartLegendProps) {
  const { t } = useTranslation('ui')
  const drawn = series.flatMap(({ dots, apart, bands: own = [] }) =>
    [...dots, ...apart].map((dot) => ({ dot, own })),
  )
  const hasManual = drawn.some(({ dot }) => dot.isManual)
  const hasDevice = drawn.some(({ dot }) => !dot.isManual && !isSpread(dot))
  const hasSpread = drawn.some(({ dot }) => isSpread(dot))
  const levels = new Set(bands.map(({ level }) => toTone(level)))
  const dotTones = new Set(
    drawn.flatMap(({ dot, own }) => [dot.min, dot.max].map((value) => toTone(findWorstLevel(value, own)))),
  )
  const [low, high] = computeAxisRange(
    series.map(({ dots, apart }) => [...dots, ...apart]),
    usual,
  )
  const named = new Map(
    bands
      .filter(({ from, to }) => namesBands && (from ?? low) < high && (to ?? high) > low)
      .map(({ word, level }) => [word, toTone(level)]),
  )
  return (
    <div className={classes.key} aria-hidden>
      {hasDevice && <span className={classes.legendEntry}>{t('chart.device')}</span>}
      {hasSpread && (
        <span className={classes.legendEntry} data-spread>
          {t('chart.spread')}
        </span>
      )}
      {hasManual && (
        <span className={classes.legendEntry} data-manual>
          {t('chart.manual')}
        </span>
      )}
      {[...named].map(([word, tone]) => (
        <span key={word} className={classes.legendEntry} data-level={tone}>
          {word}
        </span>
      ))}
      {tones.map(
        (tone) =>
          (named.size === 0 || !levels.has(tone)) &&
          (levels.has(tone) || (tone !== 'normal' && dotTones.has(tone))) && (
            <span
              key={tone}
              className={classes.legendEntry}
              data-level={tone}
              data-dot={!levels.has(tone) || undefined}
            >
              {t(`chart.${tone}`)}
            </span>
          ),
      )}
    </div>
  )
}
