import { type CensusDay, type CensusReport, departureKinds } from 'contract'
import { useTranslation } from 'react-i18next'
import { type FigureColumn, FigureTable } from '../../ui/chart/figure-table.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './census-report.module.css'
import { computeOccupancy, sumField, useCensusTexts } from './figures.ts'

/** The figures of each ward over the span. */
export function WardTable({ report }: { report: CensusReport }) {
  const { t } = useTranslation('census')
  const localName = useLocalizedName()
  return (
    <CensusTable
      title={t('by-ward')}
      head={t('column.ward')}
      rows={[
        ...report.wards.map(({ ward, days }) => ({ key: ward._id, name: localName(ward), days })),
        { key: 'hospital', name: t('every-ward'), days: report.hospital, isTotal: true },
      ]}
    />
  )
}

/** The figures of each day, of a ward or of the hospital. */
export function DayTable({ days, name }: { days: readonly CensusDay[]; name: string }) {
  const { t } = useTranslation('census')
  const { day: dayText } = useCensusTexts()
  return (
    <CensusTable
      title={t('by-day', { ward: name })}
      head={t('column.day')}
      rows={days.map((day) => ({ key: day.day, name: dayText(day.day), days: [day] }))}
    />
  )
}

type CensusRow = { key: string; name: string; days: readonly CensusDay[]; isTotal?: boolean }
type CensusTableProps = { title: string; head: string; rows: readonly CensusRow[] }

function CensusTable({ title, head, rows }: CensusTableProps) {
  const { t } = useTranslation('census')
  const { number, percent } = useCensusTexts()
  const columns: FigureColumn<CensusRow>[] = [
    { label: t('column.at_start'), cell: ({ days }) => number(days[0]?.at_start ?? 0) },
    { label: t('column.admitted'), cell: ({ days }) => number(sumField(days, 'admitted')) },
    { label: t('column.transferred_in'), cell: ({ days }) => number(sumField(days, 'transferred_in')) },
    { label: t('column.transferred_out'), cell: ({ days }) => number(sumField(days, 'transferred_out')) },
    ...departureKinds.map((kind) => ({
      label: t(`departed.${kind}`),
      cell: ({ days }: CensusRow) => number(days.reduce((sum, { departed }) => sum + departed[kind], 0)),
    })),
    { label: t('column.at_end'), cell: ({ days }) => number(days.at(-1)?.at_end ?? 0) },
    { label: t('column.on_leave'), cell: ({ days }) => number(days.at(-1)?.on_leave ?? 0) },
    { label: t('column.patient_days'), cell: ({ days }) => number(sumField(days, 'at_end')) },
    { label: t('column.occupancy'), cell: ({ days }) => percent(computeOccupancy(days)) },
  ]
  return (
    <section className={classes.part}>
      <SectionTitle className={classes.heading} mb="xs">
        {title}
      </SectionTitle>
      <FigureTable title={title} head={head} rows={rows} columns={columns} className={classes.table} />
    </section>
  )
}

const explanations = ['midnight', 'beds', 'nights', 'emergency', 'now'] as const

export function Explanations() {
  const { t } = useTranslation('census')
  return (
    <section className={classes.part}>
      <SectionTitle className={classes.heading} mb="xs">
        {t('explained.title')}
      </SectionTitle>
      <ul className={classes.explained}>
        {explanations.map((one) => (
          <li key={one}>{t(`explained.${one}`)}</li>
        ))}
      </ul>
    </section>
  )
}
