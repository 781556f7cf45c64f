import { Button, Tabs } from '@mantine/core'
import { IconPencilPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hospitals, type Patient, type Reading } from 'contract'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api.ts'
import { patientListAddress } from '../../shell/addresses.ts'
import { useMay, useUser } from '../../shell/signed-in.tsx'
import { formatTime } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { staffName } from '../../ui/person-name.ts'
import { SideSheet } from '../../ui/side-sheet.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import { useNow } from '../../ui/use-now.ts'
import { ExportButton } from './export-button.tsx'
import { LabResults } from './lab-results.tsx'
import { News2Card } from './news2-card.tsx'
import { historyOf, useChart, useHeightSince, useNewest, useRefreshes } from './queries.ts'
import { questionOf, type Range, rangeNames, ranges, readRange, writeRange } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import { ReadingChart } from './reading-chart.tsx'
import { ReadingTable, useTimeText } from './reading-table.tsx'
import classes from './readings-screen.module.css'
import { RecordForm } from './record-form.tsx'
import { SleepCard } from './sleep-card.tsx'
import { type ReadingsScreenName, screens, type Tab, type View, views } from './views.ts'

type ReadingsScreenProps = {
  name: ReadingsScreenName
  patient: Patient
  /** What the address says is looked at. */
  query: URLSearchParams
  onQuery: (query: URLSearchParams) => void
}

/** One screen of a patient's readings: tabs, a span, and for each tab a chart with the table of the same data. */
export function ReadingsScreen({ name, patient, query, onQuery }: ReadingsScreenProps) {
  const { t } = useTranslation(['readings', 'patients', 'shell'])
  const tabs: readonly Tab[] = screens[name]
  const tab = tabs.find((one) => one === query.get('tab')) ?? tabs[0] ?? 'bp'
  const view: View = views[tab]
  const range = readRange(query, view.range)
  const now = useMinute()
  const span = questionOf(range, now)
  const question = historyOf(patient._id, view, span)
  const mayRecord = useMay('clinical:record')
  const [sheet, setSheet] = useState<Reading | 'new'>()
  const isPhone = useIsPhone()
  useRefreshes(patient._id)
  const onRange = (next: Range) => onQuery(writeRange(query, next))
  return (
    <>
      <PageHeader
        title={t(`patients:section.${name}`)}
        crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]}
      >
        <div className={classes.acts}>
          {mayRecord && (
            <Button
              size="md"
              leftSection={<IconPencilPlus size={18} aria-hidden />}
              onClick={() => setSheet('new')}
            >
              {t('record')}
            </Button>
          )}
          <ExportButton question={question} />
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
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
        <div className={classes.tabs}>
          <Tabs.List className={classes.tabList ?? ''}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`tab.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <h2 className={classes.printTitle}>{t(`tab.${tab}`)}</h2>
          <RangeBar range={range} now={now} onRange={onRange} />
          <Shown
            key={tab}
            tab={tab}
            view={view}
            patient={patient}
            question={question}
            span={span}
            now={now}
            onRange={onRange}
            onCorrect={setSheet}
          />
        </Tabs.Panel>
      </Tabs>
      <PrintFoot />
      <SideSheet
        title={t(sheet === 'new' || !sheet ? 'record' : 'correct-title')}
        opened={sheet !== undefined}
        position={isPhone ? 'bottom' : 'right'}
        onClose={() => setSheet(undefined)}
      >
        {sheet && (
          <RecordForm
            patient={patient}
            corrected={sheet === 'new' ? undefined : sheet}
            onDone={() => setSheet(undefined)}
          />
        )}
      </SideSheet>
    </>
  )
}

const minuteMs = 60_000

/** Now, to the minute after it: what is being measured this minute is in sight. */
function useMinute(): number {
  return Math.ceil(useNow() / minuteMs) * minuteMs
}

type ShownProps = {
  tab: Tab
  view: View
  patient: Patient
  question: ReturnType<typeof historyOf>
  span: { from: string; to?: string }
  now: number
  onRange: (range: Range) => void
  onCorrect: (reading: Reading) => void
}

function Shown({ tab, view, patient, question, span, now, onRange, onCorrect }: ShownProps) {
  const { points, rows } = useChart(question)
  const [from, to] = [Date.parse(span.from), span.to === undefined ? now : Date.parse(span.to)]
  if (points.isError && !points.data)
    return <ErrorState onRetry={() => void points.refetch()} isRetrying={points.isFetching} />
  const chart = {
    patient,
    points: points.data?.points,
    rows,
    from,
    to,
    onZoom: (begin: number, end: number) => onRange({ from: begin, to: end }),
  }
  const charts =
    tab === 'lab' ? (
      <LabResults {...chart} />
    ) : (
      view.charts.map((one) => <ReadingChart key={one.shown[0]} {...chart} view={one} />)
    )
  const table = (
    <ReadingTable
      key={`${question.from} ${question.to}`}
      patient={patient}
      question={question}
      columns={view.columns}
      onCorrect={onCorrect}
      empty={<Older question={question} now={now} onRange={onRange} />}
    />
  )
  const [newest] = rows ?? []
  return (
    <>
      {tab === 'rr' && <News2Card patient={patient} />}
      {tab === 'sleep' && newest && <SleepCard reading={newest} />}
      {(tab === 'bmi' || tab === 'weight') && <HeightNote patient={patient} />}
      <div className={classes.both} data-stacked={tab === 'lab' || undefined}>
        <div className={classes.charts}>{charts}</div>
        {table}
      </div>
    </>
  )
}

/** Nothing in this span: when there last was something, and a way there. */
function Older({ question, now, onRange }: Pick<ShownProps, 'question' | 'now' | 'onRange'>) {
  const { t } = useTranslation('readings')
  const timeText = useTimeText()
  const newest = useNewest(question, true)
  if (!newest) return null
  const at = Date.parse(newest.measured_at)
  const last = rangeNames.find((name) => at >= now - ranges[name])
  const dayMs = ranges['24h']
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

/** Which height a body-mass index was reckoned with, and since when the record has it. */
function HeightNote({ patient }: { patient: Patient }) {
  const { t, i18n } = useTranslation('readings')
  const since = useHeightSince(patient._id, patient.height !== null) ?? patient.created_at
  if (patient.height === null) return <p className={classes.note}>{t('no-height')}</p>
  return (
    <p className={classes.note}>
      {t('height-of', {
        height: patient.height,
        date: formatTime(since, i18n.language, 'dd MMM yyyy'),
      })}
    </p>
  )
}

/** On paper: which hospital, printed by whom and when. */
function PrintFoot() {
  const { t, i18n } = useTranslation('readings')
  const user = useUser()
  const nameOf = useNameOf()
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    // The sheet is drawn as soon as this returns.
    const note = () => flushSync(() => setPrintedAt(new Date()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  const { data } = useQuery({ ...ask(hospitals.own, {}, true), staleTime: Number.POSITIVE_INFINITY })
  return (
    <p className={classes.printFoot}>
      {data && `${nameOf(data.hospital)} · `}
      {t('printed', {
        who: staffName(user),
        time: formatTime(printedAt, i18n.language, 'dd MMM yyyy hh:mm a'),
      })}
    </p>
  )
}
