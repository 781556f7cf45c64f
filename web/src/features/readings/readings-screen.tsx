import { Button, Paper, Tabs } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hospitals, type Patient, type Reading } from 'contract'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { patientListPath } from '../../paths.ts'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName, formatStaffName } from '../../ui/person-name.ts'
import { TabRow } from '../../ui/tab-row.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { LabResults } from './lab-results.tsx'
import { News2Card } from './news2-card.tsx'
import {
  fetchPrintRows,
  toHistoryRequest,
  useNewestReading,
  useReadingChart,
  useReadingRefresh,
} from './queries.ts'
import { formatRange, parseRange, type Range, rangeMs, rangeNames, toRangeRequest } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import { ReadingChart } from './reading-chart.tsx'
import { ReadingExportButton } from './reading-export-button.tsx'
import { ReadingTable, useTimeText } from './reading-table.tsx'
import classes from './readings-screen.module.css'
import { RecordForm } from './record/record-form.tsx'
import { SpO2Scale } from './record/spo2-scale.tsx'
import { ToolButton } from './record/tool-button.tsx'
import { SleepCard } from './sleep-card.tsx'
import {
  isTabbed,
  type ReadingsScreenName,
  type ReadingsTabName,
  type ReadingsView,
  readingsScreens,
  views,
} from './views.ts'

type ReadingsScreenProps = {
  name: ReadingsScreenName
  patient: Patient
  /** The URL query that holds the state of the screen. */
  query: URLSearchParams
  onQuery: (query: URLSearchParams) => void
}

/** One screen of a patient's readings: tabs, a span, and for each tab a chart and a table of the same data. */
export function ReadingsScreen({ name, patient, query, onQuery }: ReadingsScreenProps) {
  const { t } = useTranslation(['readings', 'patients', 'app'])
  const tabName = useTabName()
  const tabs: readonly ReadingsTabName[] = readingsScreens[name]
  const tab = tabs.find((one) => one === query.get('tab')) ?? tabs[0] ?? 'bp'
  const view: ReadingsView = views[tab]
  const range = parseRange(query, view.range)
  const now = useNextMinute()
  const span = toRangeRequest(range, now)
  const question = toHistoryRequest(patient._id, view, span)
  const [corrected, setCorrected] = useState<Reading>()
  const [paper, setPaper] = useState<PrintedRows>()
  const isPhone = useIsPhone()
  const timeText = useTimeText()
  useReadingRefresh(patient._id)
  const onRange = (next: Range) => onQuery(formatRange(query, next))
  return (
    <>
      <PageHeader
        title={t(`patients:section.${name}`)}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      >
        <div className={classes.acts}>
          <ReadingExportButton question={question} />
          <PrintButton question={question} onPrintRows={setPaper} />
        </div>
      </PageHeader>
      <Tabs
        value={tab}
        onChange={(next) => {
          const changed = new URLSearchParams(next && next !== tabs[0] ? { tab: next } : {})
          onQuery(changed)
        }}
        keepMounted={false}
      >
        <TabRow current={tab} className={classes.tabs}>
          <Tabs.List>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {tabName(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </TabRow>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <h2 className={classes.printTitle}>{tabName(tab)}</h2>
          <p className={classes.printSpan}>
            {[span.from, span.to ?? new Date(now).toISOString()].map(timeText).join(' – ')}
          </p>
          <RangeBar range={range} now={now} onRange={onRange} />
          <ReadingsTab
            key={tab}
            tab={tab}
            view={view}
            patient={patient}
            question={question}
            span={span}
            now={now}
            printed={paper}
            onRange={onRange}
            onCorrect={setCorrected}
          />
        </Tabs.Panel>
      </Tabs>
      <PrintFooter />
      <SideSheet
        title={`${t('correct-title')} · ${formatPatientName(patient)}`}
        opened={corrected !== undefined}
        position={isPhone ? 'bottom' : 'right'}
        onClose={() => setCorrected(undefined)}
      >
        {corrected && (
          <RecordForm patient={patient} corrected={corrected} onDone={() => setCorrected(undefined)} />
        )}
      </SideSheet>
    </>
  )
}

/** A tab that shows one value alone has the name of that value. */
function useTabName(): (tab: ReadingsTabName) => string {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  return (tab) => (isTabbed(tab) ? vitalName(tab) : t(`tab.${tab}`))
}

type PrintedRows = Awaited<ReturnType<typeof fetchPrintRows>> | undefined

type PrintButtonProps = {
  question: ReturnType<typeof toHistoryRequest>
  onPrintRows: (paper: PrintedRows) => void
}

/** Prints all readings of the span, not only the page that is shown. */
function PrintButton({ question, onPrintRows }: PrintButtonProps) {
  const { t } = useTranslation('readings')
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const clearPrint = () => onPrintRows(undefined)
    addEventListener('afterprint', clearPrint)
    return () => removeEventListener('afterprint', clearPrint)
  }, [onPrintRows])
  const print = async () => {
    setAsking(true)
    // A failure is already shown as a toast.
    const paper = await fetchPrintRows(question).catch(() => undefined)
    setAsking(false)
    if (!paper) return
    // Render the sheet before the print dialog opens.
    flushSync(() => onPrintRows(paper))
    window.print()
  }
  return <ToolButton label={t('print')} Icon={IconPrinter} isBusy={isAsking} onClick={() => void print()} />
}

const minuteMs = 60_000

/** Now, rounded up to the minute, so that values measured in this minute are included. */
function useNextMinute(): number {
  return Math.ceil(useNow() / minuteMs) * minuteMs
}

type ReadingsTabProps = {
  tab: ReadingsTabName
  view: ReadingsView
  patient: Patient
  question: ReturnType<typeof toHistoryRequest>
  span: { from: string; to?: string }
  now: number
  printed: PrintedRows
  onRange: (range: Range) => void
  onCorrect: (reading: Reading) => void
}

function ReadingsTab({
  tab,
  view,
  patient,
  question,
  span,
  now,
  printed: paper,
  onRange,
  onCorrect,
}: ReadingsTabProps) {
  const { t } = useTranslation('readings')
  const { data, total, isError, isFetching, refetch } = useReadingChart(question)
  const [from, to] = [Date.parse(span.from), span.to === undefined ? now : Date.parse(span.to)]
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
  const chart = {
    patient,
    data,
    from,
    to,
    onZoom: (begin: number, end: number) => onRange({ from: begin, to: end }),
  }
  const charts =
    tab === 'lab' ? (
      <LabResults {...chart} />
    ) : (
      view.charts.map((one) => (
        <Paper key={one.shown[0]} withBorder p="sm" className={classes.chart}>
          <ReadingChart {...chart} view={one} />
        </Paper>
      ))
    )
  const table = (
    <ReadingTable
      key={`${question.from} ${question.to}`}
      patient={patient}
      question={question}
      columns={view.columns}
      printed={paper}
      onCorrect={onCorrect}
      empty={<LastMeasuredNote question={question} now={now} onRange={onRange} />}
    />
  )
  const [lastNight] = data?.newest ?? []
  const isNothing = data !== undefined && total === 0
  return (
    <>
      {tab === 'rr' && (
        <>
          <News2Card patient={patient} />
          <SpO2Scale patientId={patient._id} />
        </>
      )}
      {tab === 'sleep' && lastNight && <SleepCard reading={lastNight} />}
      {tab === 'dtx' && !isNothing && <p className={classes.note}>{t('bands-without-marker')}</p>}
      {(tab === 'bmi' || tab === 'weight') && <HeightNote patient={patient} />}
      <div className={classes.both} data-stacked={tab === 'lab' || isNothing || undefined}>
        {!isNothing && <div className={classes.charts}>{charts}</div>}
        {table}
      </div>
    </>
  )
}

/** Nothing in this span: shows when the newest earlier reading was, and a link to it. */
function LastMeasuredNote({
  question,
  now,
  onRange,
}: Pick<ReadingsTabProps, 'question' | 'now' | 'onRange'>) {
  const { t } = useTranslation('readings')
  const timeText = useTimeText()
  const { from: _from, to: _to, ...ever } = question
  const newest = useNewestReading(ever)
  if (!newest) return newest === null && <span>{t('never-measured')}</span>
  const at = Date.parse(newest.measured_at)
  const last = rangeNames.find((name) => at >= now - rangeMs[name])
  const dayMs = rangeMs['24h']
  return (
    <>
      <span>{t('last-was', { time: timeText(newest.measured_at) })}</span>
      <Button
        variant="default"
        size="md"
        onClick={() => onRange(last ? { last } : { from: at - dayMs, to: Math.min(at + dayMs, now) })}
      >
        {t('show-it')}
      </Button>
    </>
  )
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

/** Only in print: the hospital, who printed it and when. */
function PrintFooter() {
  const { t, i18n } = useTranslation('readings')
  const user = useUser()
  const localName = useLocalizedName()
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    // The browser prints as soon as this returns, so render synchronously.
    const note = () => flushSync(() => setPrintedAt(new Date()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  const { data } = useQuery({ ...ask(hospitals.own, {}, true), staleTime: Number.POSITIVE_INFINITY })
  return (
    <p className={classes.printFoot}>
      {data && `${localName(data.hospital)} · `}
      {t('printed', {
        who: formatStaffName(user),
        time: formatTime(printedAt, i18n.language, 'dd MMM yyyy HH:mm'),
      })}
    </p>
  )
}
