import type { MissionReport } from 'contract'
import { useTranslation } from 'react-i18next'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { CountChart } from './count-chart.tsx'
import classes from './mission-report.module.css'
import { useFigureTexts } from './use-figure-texts.ts'

/** Missions by hour, by kind and by vehicle, and how many responses kept to their target. */
export function MissionCharts({ report }: { report: MissionReport }) {
  const { t, i18n } = useTranslation('mission-reports')
  const { colourName, kindName } = useFigureTexts()
  const number = (count: number) => count.toLocaleString(i18n.language)
  const judged = report.colours.flatMap(({ within, ...one }) =>
    within === null || one.measured === 0 ? [] : [{ ...one, within }],
  )
  return (
    <div className={classes.charts}>
      <ColumnChart
        label={t('chart.hours')}
        unit={t('missions')}
        language={i18n.language}
        series={[t('missions')]}
        columns={report.hours.map((count, hour) => {
          const label = `${String(hour).padStart(2, '0')}:00`
          return { key: label, label, title: `${label}: ${number(count)} ${t('missions')}`, values: [count] }
        })}
      />
      {report.kinds.length > 0 && (
        <ColumnChart
          label={t('chart.kinds')}
          unit={t('missions')}
          language={i18n.language}
          series={[t('missions')]}
          columns={report.kinds.map(({ kind, missions }) => ({
            key: kind,
            label: kindName(kind),
            title: `${kindName(kind)}: ${number(missions)} ${t('missions')}`,
            values: [missions],
          }))}
        />
      )}
      {report.units.length > 0 && (
        <ColumnChart
          label={t('chart.units')}
          unit={t('missions')}
          language={i18n.language}
          series={[t('missions')]}
          columns={report.units.map(({ vehicle, missions }) => {
            const label = vehicle?.call_sign ?? t('unknown')
            return {
              key: vehicle?._id ?? '',
              label,
              title: `${label}: ${number(missions)} ${t('missions')}`,
              values: [missions],
            }
          })}
        />
      )}
      {judged.length > 0 && (
        <CountChart
          label={t('chart.targets')}
          unit={t('missions')}
          series={[t('chart.within'), t('chart.late')]}
          rows={judged.map(({ colour, within, measured }) => ({
            key: colour ?? '',
            name: colourName(colour),
            counts: [within, measured - within],
          }))}
        />
      )}
    </div>
  )
}
