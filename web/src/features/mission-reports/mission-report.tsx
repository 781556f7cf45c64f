import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MissionReport, missionReports } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { formatDate } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SpanFields } from '../../ui/form/date/span-fields.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { type Span, toSpanDays } from '../../ui/list/report-span.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Printout } from '../../ui/print/printout.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { FaultsPart } from './faults.tsx'
import { MissionCharts } from './mission-charts.tsx'
import classes from './mission-report.module.css'
import { IntervalTables } from './mission-tables.tsx'
import { UnpaidFeesPart } from './unpaid-fees.tsx'

type MissionReportScreenProps = {
  /** The choice of the part of the reports. */
  parts: ReactNode
  span: Span
  onSpan: (span: Span) => void
  /** Opens the list of what is not paid. */
  onUnpaid: () => void
  /** What else is saved as files. */
  files: ReactNode
}

/** Times of missions against their targets, missions by hour, kind and vehicle, unpaid fees, and faults. */
export function MissionReportScreen({ parts, span, onSpan, onUnpaid, files }: MissionReportScreenProps) {
  const { t, i18n } = useTranslation(['mission-reports', 'ui'])
  const [openedAt] = useState(() => Date.now())
  const asked = toSpanDays(span, openedAt)
  const found = useQuery({
    ...ask(missionReports.report, asked, true),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const send = useSend(missionReports.exportFigures, { onSuccess: saveCsv })
  const day = (date: string) => formatDate(date, i18n.language)
  const days = t('ui:span.of', { from: day(asked.from), to: day(asked.to) })
  const isPhone = useIsPhone()
  return (
    <>
      <PageHeader title={t('title')} count={days}>
        <ExportButton isPending={send.isPending} onExport={(language) => send.mutate({ ...asked, language })}>
          {t('export')}
        </ExportButton>
        {!isPhone && <PrintButton isBusy={!found.data} onPrint={() => window.print()} />}
      </PageHeader>
      <div className={classes.tools}>
        {parts}
        <SpanFields span={span} now={openedAt} onSpan={onSpan} />
      </div>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="32rem" />
      ) : (
        <>
          <div aria-busy={found.isPlaceholderData}>
            <Report report={found.data} onUnpaid={onUnpaid} />
          </div>
          <Printout isLandscape head={<PrintoutHead title={t('title')} about={days} />}>
            <Report report={found.data} />
          </Printout>
        </>
      )}
      <div className={classes.files}>{files}</div>
    </>
  )
}

type ReportProps = { report: MissionReport; onUnpaid?: () => void }

function Report({ report, onUnpaid }: ReportProps) {
  const { t } = useTranslation('mission-reports')
  return (
    <div className={classes.report}>
      {report.missions === 0 ? (
        <EmptyState reason={t('none')} />
      ) : (
        <>
          <Figures report={report} />
          <UnpaidFeesPart unpaid={report.unpaid} onList={onUnpaid} />
        </>
      )}
      <FaultsPart faults={report.faults} mended={report.mended} />
      <Explanations />
    </div>
  )
}

function Figures({ report }: { report: MissionReport }) {
  const { t } = useTranslation('mission-reports')
  return (
    <>
      <p className={classes.sum}>{t('sum', { count: report.missions, not_driven: report.not_driven })}</p>
      <MissionCharts report={report} />
      <IntervalTables report={report} />
    </>
  )
}

function Explanations() {
  const { t } = useTranslation('mission-reports')
  return (
    <section>
      <SectionTitle mb="xs">{t('explained.title')}</SectionTitle>
      <ul className={classes.explained}>
        {(['missions', 'stamps', 'planned', 'rank', 'response', 'targets', 'unpaid', 'faults'] as const).map(
          (one) => (
            <li key={one}>{t(`explained.${one}`)}</li>
          ),
        )}
      </ul>
    </section>
  )
}
