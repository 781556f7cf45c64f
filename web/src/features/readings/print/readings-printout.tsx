import type { Patient, ReadingRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { PatientPrintout } from '../../../clinical/print/patient-printout.tsx'
import { pageSizes } from '../../../ui/list/pager.tsx'
import { type toHistoryRequest, useReadingChart, useReadingTable } from '../queries.ts'
import { ReadingRows } from '../reading-table.tsx'
import { TabCards, TabCharts, toChartSpan } from '../tab-parts.tsx'
import { useTimeText } from '../use-time-text.ts'
import type { ReadingsTabName, ReadingsView } from '../views.ts'
import classes from './readings-printout.module.css'

type ReadingsPrintoutProps = {
  tab: ReadingsTabName
  title: string
  view: ReadingsView
  patient: Patient
  question: ReturnType<typeof toHistoryRequest>
  span: { from: string; to?: string }
  now: number
  /** All readings of the span; without them, those of the first page are printed. */
  printed: { rows: readonly ReadingRow[]; total: number } | undefined
}

/** A tab of a patient's readings on A4: its charts, and below them the table. */
export function ReadingsPrintout(props: ReadingsPrintoutProps) {
  const { tab, title, view, patient, question, span, now, printed } = props
  const { t } = useTranslation('readings')
  const timeText = useTimeText()
  const { data, total } = useReadingChart(question)
  const { data: firstPage } = useReadingTable(question, 1, pageSizes[0])
  const { rows, total: ofAll } = printed ?? firstPage ?? { rows: [], total: 0 }
  const ends = toChartSpan(span, now)
  const isNothing = total === 0
  const times = [ends.from, ends.to].map((at) => timeText(new Date(at).toISOString())).join(' – ')
  const told =
    rows.length > 0 ? t('printout-rows', { from: 1, to: rows.length, total: ofAll }) : t('printout-nothing')
  return (
    <PatientPrintout patient={patient} title={title} about={`${times} · ${told}`}>
      <div className={classes.parts}>
        <TabCards tab={tab} patient={patient} data={data} isNothing={isNothing} />
        {!isNothing && <TabCharts tab={tab} view={view} patient={patient} data={data} {...ends} />}
      </div>
      {rows.length > 0 && <ReadingRows rows={rows} columns={view.columns} patient={patient} />}
    </PatientPrintout>
  )
}
