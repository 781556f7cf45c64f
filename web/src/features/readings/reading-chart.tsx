import { Skeleton } from '@mantine/core'
import type { Patient, Reading } from 'contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import type { ChartColumns } from '../../ui/chart/time-chart-options.ts'
import type { ChartBand, TimeSeries } from '../../ui/chart/time-series.ts'
import { formatTime, toHospitalDate } from '../../ui/date/dates.ts'
import { writeNumber } from '../../ui/write-number.ts'
import { useBandName } from './band-badge.tsx'
import { buildBandStripes } from './bands.ts'
import { pointsToDots, readingsToDots, readingToDot } from './dots.ts'
import { type ChartData, chartPoints, useScaledPatient } from './queries.ts'
import { useUnitText } from './use-unit-text.ts'
import { type ChartView, formatValueRange, getChart, getDecimals, type ShownQuantity } from './views.ts'

type ReadingChartProps = {
  patient: Patient
  view: ChartView
  /** Undefined while nothing is loaded yet. */
  data: ChartData | undefined
  from: number
  to: number
  heightPx?: number
  columns?: ChartColumns
  hasLegend?: boolean
  onZoom?: (from: number, to: number) => void
}

export function ReadingChart({
  patient,
  view,
  data,
  from,
  to,
  heightPx = 260,
  columns,
  hasLegend = true,
  onZoom,
}: ReadingChartProps) {
  const { t } = useTranslation('readings')
  const bandWord = useBandName()
  const vitalName = useVitalName()
  const unitText = useUnitText()
  const describe = useChartDescription()
  const sourceText = useCallback(({ source }: Reading) => t(`source.${source}`), [t])
  const [first] = view.shown
  const { height } = patient
  const scaled = useScaledPatient(patient)
  const date = toHospitalDate(new Date(to))
  const isAlone = view.shown.length === 1
  const partMs = (to - from) / chartPoints
  const series = useMemo(
    () =>
      view.shown.map((shown): TimeSeries => {
        const stripes = shown === 'map' ? [] : buildBandStripes(shown, scaled, date)
        return {
          key: shown,
          label: vitalName(shown),
          hue: getChart(shown).hue,
          decimals: getDecimals(shown),
          isDerived: shown === 'map',
          ...buildSeries(shown, data, { heightCm: height, partMs, sourceText }),
          bands: isAlone ? undefined : stripes.map((stripe) => ({ ...stripe, word: bandWord(stripe) })),
        }
      }),
    [view, data, scaled, height, partMs, date, isAlone, bandWord, sourceText, vitalName],
  )
  if (!data) return <Skeleton height={heightPx} />
  // A value that is low for one series can be normal for the other: with two series, draw only their normal bands.
  const bands = isAlone
    ? buildBandStripes(first, scaled, date).map((stripe) => ({ ...stripe, word: bandWord(stripe) }))
    : series.flatMap(({ key, label: name, bands: own = [] }) => {
        const inOrder = mergeNormalBands(own)
        return inOrder
          ? [{ ...inOrder, word: `${name} ${formatValueRange(key as ShownQuantity, inOrder)}` }]
          : []
      })
  const label = view.shown.map((shown) => vitalName(shown)).join(', ')
  return (
    <TimeChart
      label={t('chart-of', { what: label })}
      description={series.map(describe).join(' ')}
      from={from}
      to={to}
      unit={unitText(first)}
      series={series}
      bands={bands}
      usual={getChart(first).axis}
      partMs={data.rows ? 0 : partMs}
      heightPx={heightPx}
      columns={columns}
      hasLegend={hasLegend}
      syncKey="readings"
      {...(onZoom && { onZoom })}
    />
  )
}

type SeriesOptions = { heightCm: number | null; partMs: number; sourceText: (reading: Reading) => string }

/**
 * Few readings are joined one by one. Of many, those of devices are drawn as a band, and manually charted ones as
 * separate points; if all are manual, they are joined.
 */
function buildSeries(
  shown: ShownQuantity,
  data: ChartData | undefined,
  { heightCm, partMs, sourceText }: SeriesOptions,
): Pick<TimeSeries, 'dots' | 'apart' | 'newest'> {
  if (!data) return { dots: [], apart: [], newest: undefined }
  const { rows, points, manual, newest: newestOfEach } = data
  const [newest] = newestOfEach.flatMap((reading) => readingToDot(shown, reading, heightCm, sourceText) ?? [])
  if (rows) return { dots: readingsToDots(shown, rows, heightCm, sourceText), apart: [], newest }
  const dots = pointsToDots(shown, points, heightCm, partMs)
  const charted = readingsToDots(shown, manual, heightCm, sourceText)
  return dots.length > 0 ? { dots, apart: charted, newest } : { dots: charted, apart: [], newest }
}

/** It reaches from the first to the last of the bands that count as normal. */
function mergeNormalBands(bands: readonly ChartBand[]): ChartBand | undefined {
  const inOrder = bands.filter(({ level }) => level === 'normal')
  const [lowest, highest] = [inOrder[0], inOrder.at(-1)]
  return lowest && highest && { ...lowest, to: highest.to }
}

function useChartDescription() {
  const { t, i18n } = useTranslation('readings')
  const unitText = useUnitText()
  return ({ key, label: what, dots, apart, newest }: TimeSeries): string => {
    const shown = key as ShownQuantity
    const all = [...dots, ...apart]
    if (all.length === 0) return t('described-empty', { what })
    const written = (value: number) => `${writeNumber(value, getDecimals(shown))} ${unitText(shown)}`
    const time = (at: number) => formatTime(new Date(at), i18n.language, 'dd MMM yyyy HH:mm')
    return t('described', {
      what,
      count: all.reduce((sum, { count }) => sum + count, 0),
      from: time(Math.min(...all.map(({ from }) => from))),
      to: time(newest?.at ?? Math.max(...all.map(({ at }) => at))),
      min: written(Math.min(...all.map(({ min }) => min))),
      max: written(Math.max(...all.map(({ max }) => max))),
      // The newest may be a HI of a meter, which is in the table.
      last: newest ? written(newest.max) : '–',
    })
  }
}
