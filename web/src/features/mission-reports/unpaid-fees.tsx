import { Button } from '@mantine/core'
import type { MissionReport, UnpaidFees } from 'contract'
import { useTranslation } from 'react-i18next'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { FigureTable } from '../../ui/chart/figure-table.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { CountChart } from './count-chart.tsx'
import classes from './mission-report.module.css'

type UnpaidFeesPartProps = Pick<MissionReport, 'unpaid'> & {
  /** Opens the list of the missions; nothing on paper. */
  onList: (() => void) | undefined
}

/** What nobody has paid of missions that are over: how many fees, and how much, by vehicle. */
export function UnpaidFeesPart({ unpaid, onList }: UnpaidFeesPartProps) {
  const { t, i18n } = useTranslation('mission-reports')
  const number = (count: number) => count.toLocaleString(i18n.language)
  const baht = (sum: number) =>
    sum.toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const rows = unpaid.map((one: UnpaidFees) => ({
    ...one,
    key: one.vehicle?._id ?? '',
    name: one.vehicle?.call_sign ?? t('unknown'),
  }))
  const title = t('part.unpaid')
  return (
    <section className={classes.part}>
      <SectionTitle mb="xs">{title}</SectionTitle>
      {rows.length === 0 ? (
        <p className={classes.sum}>{t('no-unpaid')}</p>
      ) : (
        <div className={classes.pictured}>
          <div className={classes.charts}>
            <CountChart
              label={title}
              isHeaded
              unit={t('fees')}
              series={[t('column.unpaid'), t('column.unrecorded')]}
              rows={rows.map((row) => ({ ...row, counts: [row.unpaid, row.unrecorded] }))}
            />
            <ColumnChart
              label={t('chart.total')}
              unit={t('baht')}
              language={i18n.language}
              series={[t('column.total')]}
              columns={rows.map(({ key, name, total }) => ({
                key,
                label: name,
                title: `${name}: ${baht(total)} ${t('baht')}`,
                values: [total],
              }))}
            />
          </div>
          <FigureTable
            title={title}
            head={t('column.unit')}
            rows={rows}
            columns={[
              { label: t('column.unpaid'), cell: (row) => number(row.unpaid) },
              { label: t('column.unrecorded'), cell: (row) => number(row.unrecorded) },
              { label: t('column.unpriced'), cell: (row) => number(row.unpriced) },
              { label: `${t('column.total')} (${t('baht')})`, cell: (row) => baht(row.total) },
            ]}
            className={classes.table}
          />
          {onList && (
            <div>
              <Button variant="default" size="md" onClick={onList}>
                {t('unpaid-list')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}
