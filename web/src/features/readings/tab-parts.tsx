import { Paper } from '@mantine/core'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import { LabResults } from './cards/lab-results.tsx'
import { News2Card } from './cards/news2-card.tsx'
import { SleepCard } from './cards/sleep-card.tsx'
import type { ChartData } from './queries.ts'
import { ReadingChart } from './reading-chart.tsx'
import classes from './readings-screen.module.css'
import type { ReadingsTabName, ReadingsView } from './views.ts'

type TabCardsProps = {
  tab: ReadingsTabName
  patient: Patient
  data: ChartData | undefined
  /** Nothing was measured in the span. */
  isNothing: boolean
}

/** What a tab says beside its charts and its table. */
export function TabCards({ tab, patient, data, isNothing }: TabCardsProps) {
  const { t } = useTranslation('readings')
  const [lastNight] = data?.newest ?? []
  return (
    <>
      {tab === 'rr' && <News2Card patient={patient} />}
      {tab === 'sleep' && lastNight && <SleepCard reading={lastNight} />}
      {tab === 'dtx' && !isNothing && <p className={classes.note}>{t('bands-without-marker')}</p>}
      {(tab === 'bmi' || tab === 'weight') && <HeightNote patient={patient} />}
    </>
  )
}

type TabChartsProps = Pick<TabCardsProps, 'tab' | 'patient' | 'data'> & {
  view: ReadingsView
  from: number
  to: number
  onZoom?: (from: number, to: number) => void
}

export function TabCharts({ tab, view, ...chart }: TabChartsProps) {
  if (tab === 'lab') return <LabResults {...chart} />
  return view.charts.map((one) => (
    <Paper key={one.shown[0]} withBorder p="sm" className={classes.chart}>
      <ReadingChart {...chart} view={one} />
    </Paper>
  ))
}

/** The span of a chart (milliseconds); one without an end ends now. */
export function toChartSpan({ from, to }: { from: string; to?: string }, now: number) {
  return { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) }
}

/** The height from which a body-mass index was calculated, and when it was measured. */
function HeightNote({ patient }: { patient: Patient }) {
  const { t, i18n } = useTranslation('readings')
  const { height } = patient.measured
  if (patient.height === null || !height) return <p className={classes.note}>{t('no-height')}</p>
  return (
    <p className={classes.note}>
      {t('height-of', {
        height: patient.height,
        date: formatTime(height.measured_at, i18n.language, 'dd MMM yyyy'),
      })}
    </p>
  )
}
