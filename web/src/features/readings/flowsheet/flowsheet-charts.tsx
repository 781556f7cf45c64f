import type { FlowsheetRow, Patient } from 'contract'
import { useMemo } from 'react'
import { toHistoryRequest, useReadingChart } from '../queries.ts'
import { ReadingChart } from '../reading-chart.tsx'
import { type ReadingsView, views } from '../views.ts'
import classes from './flowsheet-charts.module.css'
import type { FlowsheetColumn } from './flowsheet-span.ts'

/** The view whose chart shows a row; not every row has one. */
export function findChartView(row: FlowsheetRow): ReadingsView | undefined {
  return Object.values(views).find(({ columns }) => columns[0] === row)
}

type FlowsheetChartsProps = {
  patient: Patient
  charted: readonly FlowsheetRow[]
  /** All columns that were asked for; of these, `shown` are drawn. */
  columns: readonly FlowsheetColumn[]
  shown: readonly FlowsheetColumn[]
  headPx: number
  /** By default as high as a value, its time and its source beside the chart, on a phone too. */
  heightPx?: number
}

/** Some rows as charts, above their columns. */
export function FlowsheetCharts({ charted, ...chart }: FlowsheetChartsProps) {
  return (
    <div className={classes.charts}>
      {charted.map((row) => {
        const view = findChartView(row)
        return view && <RowChart key={row} view={view} {...chart} hasLegend={row === charted.at(-1)} />
      })}
    </div>
  )
}

type RowChartProps = Omit<FlowsheetChartsProps, 'charted'> & { view: ReadingsView; hasLegend: boolean }

function RowChart({ patient, view, columns, shown, headPx, heightPx = 120, hasLegend }: RowChartProps) {
  const span = useMemo(() => toSpan(columns), [columns])
  const { data } = useReadingChart(toHistoryRequest(patient._id, view, span))
  const above = useMemo(() => ({ startPx: headPx, times: shown.map(({ from }) => from) }), [headPx, shown])
  const [chart] = view.charts
  if (!chart) return null
  return (
    <ReadingChart
      patient={patient}
      view={chart}
      data={data}
      from={shown[0]?.from ?? 0}
      to={shown.at(-1)?.to ?? 0}
      heightPx={heightPx}
      columns={above}
      hasLegend={hasLegend}
    />
  )
}

const toSpan = (columns: readonly FlowsheetColumn[]) => ({
  from: new Date(columns[0]?.from ?? 0).toISOString(),
  to: new Date(columns.at(-1)?.to ?? 0).toISOString(),
})
