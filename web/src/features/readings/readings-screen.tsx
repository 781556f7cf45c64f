import { Button, Tabs } from '@mantine/core'
import type { Patient, Reading } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { TabRow } from '../../ui/bar/tab-row.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { usePrint } from '../../ui/print/use-print.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ReadingsPrintout } from './print/readings-printout.tsx'
import {
  fetchPrintRows,
  toHistoryRequest,
  useNewestReading,
  useReadingChart,
  useReadingRefresh,
} from './queries.ts'
import { formatRange, parseRange, type Range, rangeMs, rangeNames, toRangeRequest } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import { ReadingExportButton } from './reading-export-button.tsx'
import { ReadingTable } from './reading-table.tsx'
import classes from './readings-screen.module.css'
import { RecordForm } from './record/record-form.tsx'
import { SpO2Scale } from './record/spo2-scale.tsx'
import { TabCards, TabCharts, toChartSpan } from './tab-parts.tsx'
import { useTimeText } from './use-time-text.ts'
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
  const { t } = useTranslation(['readings', 'patients'])
  const patientsCrumb = usePatientsCrumb()
  const tabName = useTabName()
  const tabs: readonly ReadingsTabName[] = readingsScreens[name]
  const tab = tabs.find((one) => one === query.get('tab')) ?? tabs[0] ?? 'bp'
  const view: ReadingsView = views[tab]
  const range = parseRange(query, view.range)
  const now = useNextMinute()
  const span = toRangeRequest(range, now)
  const question = toHistoryRequest(patient._id, view, span)
  const [corrected, setCorrected] = useState<Reading>()
  const { printed, isReading, print } = usePrint(JSON.stringify([patient._id, name, tab, range]), () =>
    fetchPrintRows(question),
  )
  const isPhone = useIsPhone()
  useReadingRefresh(patient._id)
  const onRange = (next: Range) => onQuery(formatRange(query, next))
  return (
    <>
      <PageHeader title={t(`patients:section.${name}`)} crumbs={[patientsCrumb]}>
        <div className={classes.acts}>
          <ReadingExportButton question={question} />
          <PrintButton isBusy={isReading} onPrint={print} />
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
        <TabRow current={tab}>
          <Tabs.List>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {tabName(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </TabRow>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <RangeBar range={range} now={now} onRange={onRange} />
          <ReadingsTab
            key={tab}
            tab={tab}
            view={view}
            patient={patient}
            question={question}
            span={span}
            now={now}
            onRange={onRange}
            onCorrect={setCorrected}
          />
        </Tabs.Panel>
      </Tabs>
      <ReadingsPrintout
        tab={tab}
        title={`${t(`patients:section.${name}`)} · ${tabName(tab)}`}
        view={view}
        patient={patient}
        question={question}
        span={span}
        now={now}
        printed={printed}
      />
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
  onRange: (range: Range) => void
  onCorrect: (reading: Reading) => void
}

function ReadingsTab({ tab, view, patient, question, span, now, onRange, onCorrect }: ReadingsTabProps) {
  const { data, total, isError, isFetching, refetch } = useReadingChart(question)
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
  const table = (
    <ReadingTable
      key={`${question.from} ${question.to}`}
      patient={patient}
      question={question}
      columns={view.columns}
      onCorrect={onCorrect}
      empty={<LastMeasuredNote question={question} now={now} onRange={onRange} />}
    />
  )
  const isNothing = data !== undefined && total === 0
  return (
    <>
      <TabCards tab={tab} patient={patient} data={data} isNothing={isNothing} />
      {tab === 'rr' && <SpO2Scale patientId={patient._id} />}
      <div className={classes.both} data-stacked={tab === 'lab' || isNothing || undefined}>
        {!isNothing && (
          <div className={classes.charts}>
            <TabCharts
              tab={tab}
              view={view}
              patient={patient}
              data={data}
              {...toChartSpan(span, now)}
              onZoom={(from, to) => onRange({ from, to })}
            />
          </div>
        )}
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
