import { Skeleton } from '@mantine/core'
import { type ChartPoint, type Patient, type Reading } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, hospitalDate } from '../../ui/dates.ts'
import { TimeChart, type TimeSeries } from '../../ui/time-chart.tsx'
import type { Dot } from '../../ui/time-series.ts'
import { useBandWord } from './band-badge.tsx'
import { stripesOf } from './bands.ts'
import { dotsOfPoints, dotsOfRows } from './dots.ts'
import { chartPoints } from './queries.ts'
import { type ChartView, decimalsOf, type Shown, unitOf } from './views.ts'

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
  const describe = useDescription()
  const [first] = view.shown
  const { height } = patient
  const series = useMemo(
    () =>
      view.shown.map(
        (shown): TimeSeries => ({
          key: shown,
          label: t(`value.${shown}`),
          hue: shown === 'map' ? 'map' : view.hue,
          decimals: decimalsOf(shown),
          isDerived: shown === 'map' || shown === 'bmi',
          dots: rows ? dotsOfRows(shown, rows, height) : dotsOfPoints(shown, points ?? [], height),
        }),
      ),
    [view, rows, points, height, t],
  )
  if (!points || !first) return <Skeleton height={heightPx} />
  const bands = stripesOf(first, patient, hospitalDate(new Date(to))).map((stripe) => ({
    ...stripe,
    word: view.shown.length > 1 ? `${t(`value.${first}`)}: ${bandWord(stripe)}` : bandWord(stripe),
  }))
  const label = view.shown.map((shown) => t(`value.${shown}`)).join(', ')
  return (
    <TimeChart
      label={t('chart-of', { what: label })}
      description={series.map(({ key, dots }) => describe(key as Shown, dots)).join(' ')}
      from={from}
      to={to}
      unit={unitOf(first)}
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

function useDescription() {
  const { t, i18n } = useTranslation('readings')
  return (shown: Shown, dots: readonly Dot[]): string => {
    const what = t(`value.${shown}`)
    const last = dots.at(-1)
    const [first] = dots
    if (!first || !last) return t('described-empty', { what })
    const written = (value: number) => `${value.toFixed(decimalsOf(shown))} ${unitOf(shown)}`
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
