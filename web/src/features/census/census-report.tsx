import { Group, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CensusReport, census, triage } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime, getHospitalMidnight } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SpanFields } from '../../ui/form/date/span-fields.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { type Span, toSpanDays } from '../../ui/list/report-span.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Printout } from '../../ui/print/printout.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { CensusCharts } from './census-charts.tsx'
import classes from './census-report.module.css'
import { DayTable, Explanations, WardTable } from './census-tables.tsx'
import { useCensusTexts } from './figures.ts'
import { EmergencyPart, LengthsOfStay } from './flow-parts.tsx'

export type CensusView = { span: Span; ward?: string | undefined }

type CensusScreenProps = CensusView & { onChange: (view: CensusView) => void }

/** Midnight census, beds in use, lengths of stay and the emergency room of a span: pictures, and the same as tables. */
export function CensusScreen({ span, ward, onChange }: CensusScreenProps) {
  const { t } = useTranslation(['census', 'ui'])
  const isPhone = useIsPhone()
  const [openedAt] = useState(() => Date.now())
  const asked = toSpanDays(span, openedAt)
  const found = useQuery({
    ...ask(census.report, asked, true),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const send = useSend(census.exportDays, { onSuccess: saveCsv })
  const sendFlow = useSend(census.exportFlow, { onSuccess: saveCsv })
  const sendTriages = useSend(triage.exportList, { onSuccess: saveCsv })
  const mayExport = useMay('patient:export')
  const { day } = useCensusTexts()
  const days = t('ui:span.of', { from: day(asked.from), to: day(asked.to) })
  const isEmpty =
    found.data?.emergency.all.arrived === 0 &&
    found.data.hospital.every(({ at_start, at_end, admitted }) => at_start + at_end + admitted === 0)
  const untilText = useUntilText()
  const about = found.data && [days, untilText(asked.to, found.data.until)].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader title={t('title')} count={days}>
        {/* On a phone two signs alone would not say which file is which. */}
        <Group gap="xs" data-keeps-words>
          <ExportButton
            isPending={send.isPending}
            onExport={(language) => send.mutate({ ...asked, language })}
          >
            {t('export')}
          </ExportButton>
          <ExportButton
            isPending={sendFlow.isPending}
            onExport={(language) => sendFlow.mutate({ ...asked, language })}
          >
            {t('export-flow')}
          </ExportButton>
          {mayExport && (
            <ExportButton
              isPending={sendTriages.isPending}
              onExport={(language) => sendTriages.mutate({ ...asked, language })}
            >
              {t('export-triages')}
            </ExportButton>
          )}
        </Group>
        {!isPhone && <PrintButton isBusy={!found.data} onPrint={() => window.print()} />}
      </PageHeader>
      <div className={classes.tools}>
        <SpanFields span={span} now={openedAt} onSpan={(chosen) => onChange({ span: chosen, ward })} />
        <WardSelect
          label={t('ward')}
          anyWard={t('every-ward')}
          value={ward}
          onChange={(chosen) => onChange({ span, ward: chosen })}
        />
      </div>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="32rem" />
      ) : isEmpty ? (
        <EmptyState reason={t('none')} />
      ) : (
        <>
          <div aria-busy={found.isPlaceholderData}>
            <Report report={found.data} ward={ward} />
          </div>
          <Printout isLandscape head={<PrintoutHead title={t('title')} about={about} />}>
            <Report report={found.data} ward={ward} />
          </Printout>
        </>
      )}
    </>
  )
}

/** Says that the last day of the report is not over; draws nothing if it is. */
function useUntilText(): (lastDay: string, until: string) => string | undefined {
  const { t, i18n } = useTranslation('census')
  return (lastDay, until) =>
    Date.parse(until) < getHospitalMidnight(lastDay, 1).getTime()
      ? t('until-now', { time: formatTime(until, i18n.language, 'HH:mm') })
      : undefined
}

function Report({ report, ward: wardId }: { report: CensusReport; ward: string | undefined }) {
  const { t } = useTranslation('census')
  const localName = useLocalizedName()
  const chosen = report.wards.find(({ ward }) => ward._id === wardId)
  const name = chosen ? localName(chosen.ward) : t('every-ward')
  const days = chosen ? chosen.days : report.hospital
  return (
    <div className={classes.report}>
      <CensusCharts days={days} wards={chosen ? [chosen] : report.wards} name={name} isHospital={!chosen} />
      <WardTable report={report} />
      <LengthsOfStay report={report} />
      <EmergencyPart emergency={report.emergency} />
      <DayTable days={days} name={name} />
      <Explanations />
    </div>
  )
}
