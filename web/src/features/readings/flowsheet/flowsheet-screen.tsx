import { Skeleton, Switch } from '@mantine/core'
import { IconChartLine, IconTableRow } from '@tabler/icons-react'
import { type FlowsheetRow, flowsheetRows, type Patient } from 'contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePatientsCrumb } from '../../../clinical/use-patients-crumb.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ColumnChooser, useHiddenColumns } from '../../../ui/list/column-chooser.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PrintButton } from '../../../ui/print/print-button.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useReadingRefresh } from '../queries.ts'
import { FlowsheetBar } from './flowsheet-bar.tsx'
import { FlowsheetCharts, findChartView } from './flowsheet-charts.tsx'
import { FlowsheetGrid } from './flowsheet-grid.tsx'
import { FlowsheetPrintout } from './flowsheet-printout.tsx'
import classes from './flowsheet-screen.module.css'
import { buildColumns, formatFlowsheetSpan, parseFlowsheetSpan } from './flowsheet-span.ts'
import { useFlowsheet } from './queries.ts'
import { isEmptySheet, type SheetRow } from './sheet.ts'
import { useGridRows } from './use-grid-rows.tsx'

const minuteMs = 60_000

const chartedRows = flowsheetRows.filter((row) => findChartView(row))
/** At first the charts are those of the Thai chart: temperature and pulse. */
const hiddenAtFirst = chartedRows.filter((row) => row !== 'temperature' && row !== 'pulse')

type FlowsheetScreenProps = {
  patient: Patient
  /** The URL query that holds the days and the columns. */
  query: URLSearchParams
  onQuery: (query: URLSearchParams) => void
  /** Intake and output of the days that are shown. */
  drawFluids: (span: { from: string; to: string }, isPrinted: boolean) => ReactNode
}

/** All vital signs by time in one grid, as the Thai chart (ฟอร์มปรอท) has them, with charts above it. */
export function FlowsheetScreen({ patient, query, onQuery, drawFluids }: FlowsheetScreenProps) {
  const { t } = useTranslation(['flowsheet', 'readings', 'patients'])
  const patientsCrumb = usePatientsCrumb()
  const vitalName = useVitalName()
  const today = useToday()
  const now = useNow(minuteMs)
  const isPhone = useIsPhone()
  const { width, day } = parseFlowsheetSpan(query, today)
  const span = useMemo(() => ({ width, day }), [width, day])
  const columns = useMemo(() => buildColumns(span), [span])
  const { sheet, isError, isFetching, refetch } = useFlowsheet(patient._id, span, columns)
  const [hiddenRows, setHiddenRows] = useHiddenColumns<SheetRow['id']>('flowsheet')
  const [hiddenCharts, setHiddenCharts] = useHiddenColumns<FlowsheetRow>(
    isPhone ? 'flowsheet-charts-phone' : 'flowsheet-charts',
    isPhone ? chartedRows : hiddenAtFirst,
  )
  const [withPoints, setWithPoints] = useState(false)
  useReadingRefresh(patient._id)
  const shown = useMemo(
    () => sheet && { ...sheet, rows: sheet.rows.filter(({ id }) => !hiddenRows.includes(id)) },
    [sheet, hiddenRows],
  )
  const rows = useGridRows(patient, shown, { width, withPoints })
  const rowName = ({ row, by }: SheetRow) => t('row-name', { name: vitalName(row), by: t(`by.${by}`) })
  const charted = chartedRows.filter((row) => !hiddenCharts.includes(row))
  const days = {
    from: new Date(columns[0]?.from ?? 0).toISOString(),
    to: new Date(columns.at(-1)?.to ?? 0).toISOString(),
  }
  const headPx = isPhone ? 124 : 152
  return (
    <>
      <PageHeader title={t('title')} crumbs={[patientsCrumb]}>
        <PrintButton isBusy={!sheet} onPrint={() => window.print()} />
      </PageHeader>
      <div className={classes.screen}>
        <FlowsheetBar
          span={span}
          today={today}
          onSpan={(next) => onQuery(formatFlowsheetSpan(query, next, today))}
        >
          <ColumnChooser
            label={t('rows')}
            Icon={IconTableRow}
            columns={(sheet?.rows ?? []).map((row) => ({ key: row.id, label: rowName(row) }))}
            hidden={hiddenRows}
            onChange={setHiddenRows}
          />
          <ColumnChooser
            label={t('charts')}
            Icon={IconChartLine}
            columns={chartedRows.map((row) => ({ key: row, label: vitalName(row) }))}
            hidden={hiddenCharts}
            onChange={setHiddenCharts}
          />
          <Switch
            size="md"
            label={t('score.show-points')}
            checked={withPoints}
            onChange={({ currentTarget }) => setWithPoints(currentTarget.checked)}
          />
        </FlowsheetBar>
        {isError && !sheet ? (
          <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : !sheet || !shown ? (
          <Skeleton height={480} />
        ) : (
          <>
            {isEmptySheet(sheet) && <p className={classes.note}>{t('nothing')}</p>}
            <FlowsheetGrid columns={columns} rows={rows} headPx={headPx} now={now}>
              <FlowsheetCharts
                patient={patient}
                charted={charted}
                columns={columns}
                shown={columns}
                headPx={headPx}
              />
            </FlowsheetGrid>
            <p className={classes.note}>{t('score.explained')}</p>
            {drawFluids(days, false)}
            <FlowsheetPrintout
              patient={patient}
              span={span}
              columns={columns}
              sheet={shown}
              without={sheet.rows.filter(({ id }) => hiddenRows.includes(id)).map(rowName)}
              charted={charted}
              withPoints={withPoints}
            >
              {drawFluids(days, true)}
            </FlowsheetPrintout>
          </>
        )}
      </div>
    </>
  )
}
