import { Skeleton } from '@mantine/core'
import { type ChartPoint, type Patient, type Reading } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, hospitalDate } from '../../ui/dates.ts'
import { TimeChart } from '../../ui/time-chart.tsx'
import type { ChartBand, Dot, TimeSeries } from '../../ui/time-series.ts'
import { useBandWord } from './band-badge.tsx'
import { stripesOf } from './bands.ts'
import { dotsOfPoints, dotsOfRows } from './dots.ts'
import { chartPoints } from './queries.ts'
import { useUnitText } from './use-unit-text.ts'
import { type ChartView, decimalsOf, rangeText, type Shown } from './views.ts'

type ReadingChartProps = {
  patient: Patient
  view: ChartView
  /** Undefined while nothing is loaded yet. */
  points: readonly ChartPoint[] | undefined
  /** Where there are few, the readings themselves. */
  rows: readonly Reading[] | undefined
  from: number
  to: number
  heightPx?: number
  onZoom: (from: number, to: number) => void
}

export function ReadingChart({
  patient,
  view,
  points,
  rows,
  from,
  to,
  heightPx = 260,
  onZoom,
}: ReadingChartProps) {
  const { t } = useTranslation('readings')
  const bandWord = useBandWord()
  const unitText = useUnitText()
  const describe = useDescription()
  const [first] = view.shown
  const { height } = patient
  const date = hospitalDate(new Date(to))
  const isAlone = view.shown.length === 1
  const series = useMemo(
    () =>
      view.shown.map((shown): TimeSeries => {
        const stripes = shown === 'map' ? [] : stripesOf(shown, patient, date)
        return {
          key: shown,
          label: t(`value.${shown}`),
          hue: shown === 'map' ? 'map' : view.hue,
          decimals: decimalsOf(shown),
          isDerived: shown === 'map',
          dots: rows ? dotsOfRows(shown, rows, height) : dotsOfPoints(shown, points ?? [], height),
          bands: isAlone ? undefined : stripes.map((stripe) => ({ ...stripe, word: bandWord(stripe) })),
        }
      }),
    [view, rows, points, patient, height, date, isAlone, bandWord, t],
  )
  if (!points || !first) return <Skeleton height={heightPx} />
  // What is low for one of two values is in order for the other: of each, only what is in order is behind the lines.
  const bands = isAlone
    ? stripesOf(first, patient, date).map((stripe) => ({ ...stripe, word: bandWord(stripe) }))
    : series.flatMap(({ key, label: name, bands: own = [] }) => {
        const inOrder = normalOf(own)
        return inOrder ? [{ ...inOrder, word: `${name} ${rangeText(key as Shown, inOrder)}` }] : []
      })
  const label = view.shown.map((shown) => t(`value.${shown}`)).join(', ')
  return (
    <TimeChart
      label={t('chart-of', { what: label })}
      description={series.map(({ key, dots }) => describe(key as Shown, dots)).join(' ')}
      from={from}
      to={to}
      unit={unitText(first)}
      series={series}
      bands={bands}
      usual={view.usual}
      partMs={rows ? 0 : (to - from) / chartPoints}
      heightPx={heightPx}
      syncKey="readings"
      onZoom={onZoom}
    />
  )
}

/** From the first to the last of the bands in which a value is in order. */
function normalOf(bands: readonly ChartBand[]): ChartBand | undefined {
  const inOrder = bands.filter(({ level }) => level === 'normal')
  const [lowest, highest] = [inOrder[0], inOrder.at(-1)]
  return lowest && highest && { ...lowest, to: highest.to }
}

function useDescription() {
  const { t, i18n } = useTranslation('readings')
  const unitText = useUnitText()
  return (shown: Shown, dots: readonly Dot[]): string => {
    const what = t(`value.${shown}`)
    const last = dots.at(-1)
    const [first] = dots
    if (!first || !last) return t('described-empty', { what })
    const written = (value: number) => `${value.toFixed(decimalsOf(shown))} ${unitText(shown)}`
    const time = (at: number) => formatTime(new Date(at), i18n.language, 'dd MMM yyyy hh:mm a')
    return t('described', {
      what,
      count: dots.reduce((sum, { count }) => sum + count, 0),
      from: time(first.at),
      to: time(last.at),
      min: written(Math.min(...dots.map(({ min }) => min))),
      max: written(Math.max(...dots.map(({ max }) => max))),
      last: written(last.value),
    })
  }
}
