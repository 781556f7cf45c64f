import type { IntervalFigures, MissionReport } from 'contract'
import { useTranslation } from 'react-i18next'
import { type FigureColumn, FigureTable } from '../../ui/chart/figure-table.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import classes from './mission-report.module.css'
import { useFigureTexts } from './use-figure-texts.ts'

type Row = IntervalFigures & { key: string; name: string; missions?: number }

/** The times by interval, by colour, by kind and by vehicle. */
export function IntervalTables({ report }: { report: MissionReport }) {
  const { t } = useTranslation(['mission-reports', 'missions'])
  const { colourName, kindName } = useFigureTexts()
  return (
    <>
      <IntervalTable
        title={t('part.intervals')}
        head={t('column.interval')}
        rows={report.intervals.map(({ interval, ...row }) => ({
          ...row,
          key: interval,
          name: (t as (key: string) => string)(`missions:interval.${interval}`),
        }))}
      />
      <IntervalTable
        title={t('part.colours')}
        head={t('column.colour')}
        rows={report.colours.map(({ colour, ...row }) => ({
          ...row,
          key: colour ?? '',
          name: colourName(colour),
        }))}
      />
      <IntervalTable
        title={t('part.kinds')}
        head={t('column.kind')}
        rows={report.kinds.map(({ kind, ...row }) => ({ ...row, key: kind, name: kindName(kind) }))}
      />
      <IntervalTable
        title={t('part.units')}
        head={t('column.unit')}
        rows={report.units.map(({ vehicle, ...row }) => ({
          ...row,
          key: vehicle?._id ?? '',
          name: vehicle?.call_sign ?? t('unknown'),
        }))}
      />
    </>
  )
}

type IntervalTableProps = { title: string; head: string; rows: readonly Row[] }

function IntervalTable({ title, head, rows }: IntervalTableProps) {
  const { t, i18n } = useTranslation('mission-reports')
  const { time } = useFigureTexts()
  if (rows.length === 0) return null
  const number = (count: number | null | undefined) =>
    count === null || count === undefined ? '–' : count.toLocaleString(i18n.language)
  const hasMissions = rows.some(({ missions }) => missions !== undefined)
  const hasTarget = rows.some(({ targets }) => targets.length > 0)
  const columns: FigureColumn<Row>[] = [
    ...(hasMissions ? [{ label: t('column.missions'), cell: (row: Row) => number(row.missions) }] : []),
    { label: t('column.measured'), cell: (row) => number(row.measured) },
    { label: t('column.left_out'), cell: (row) => number(row.left_out) },
    { label: `${t('column.p50')} (${t('clock')})`, cell: (row) => time(row.p50) },
    { label: `${t('column.p90')} (${t('clock')})`, cell: (row) => time(row.p90) },
    ...(hasTarget
      ? [
          {
            label: t('column.target'),
            cell: ({ targets }: Row) =>
              targets.length === 0
                ? '–'
                : targets.map((minutes) => t('target-minutes', { count: minutes })).join(' / '),
          },
          { label: t('column.within'), cell: (row: Row) => number(row.within) },
        ]
      : []),
  ]
  return (
    <section className={classes.part}>
      <SectionTitle mb="xs">{title}</SectionTitle>
      <FigureTable title={title} head={head} rows={rows} columns={columns} className={classes.table} />
    </section>
  )
}
