import { useTranslation } from 'react-i18next'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'

type CountChartProps = {
  label: string
  /** Whether it stands below a heading of the same words. */
  isHeaded?: boolean
  unit: string
  /** What is counted in each row, in the order of its counts. */
  series: readonly string[]
  rows: readonly { key: string; name: string; counts: readonly number[] }[]
}

/** Several counts of each row as a picture, whose columns say them in words. */
export function CountChart({ label, isHeaded = false, unit, series, rows }: CountChartProps) {
  const { i18n } = useTranslation()
  return (
    <ColumnChart
      label={label}
      isLabelHidden={isHeaded}
      unit={unit}
      language={i18n.language}
      series={series}
      columns={rows.map(({ key, name, counts }) => ({
        key,
        label: name,
        title: [
          name,
          ...counts.map((count, place) => `${series[place]} ${count.toLocaleString(i18n.language)}`),
        ].join(' · '),
        values: counts,
      }))}
    />
  )
}
