import { Paper, Skeleton } from '@mantine/core'
import { type LabName, labBand, labNames, type Patient, type Reading } from 'contract'
import { useTranslation } from 'react-i18next'
import { hospitalDate } from '../../ui/date/dates.ts'
import { BandBadge } from './band-badge.tsx'
import { isAdult, meaningOf } from './bands.ts'
import { EGfr } from './egfr.tsx'
import classes from './lab-results.module.css'
import type { ChartData } from './queries.ts'
import { ReadingChart } from './reading-chart.tsx'
import { decimalsOf, unitOf, views } from './views.ts'

type LabResultsProps = {
  patient: Patient
  data: ChartData | undefined
  from: number
  to: number
  onZoom: (from: number, to: number) => void
}

/** Each analyte with its newest value, its reference range by sex, and its chart. */
export function LabResults({ patient, data, ...chart }: LabResultsProps) {
  const { t } = useTranslation('readings')
  if (!data) return <Skeleton height={240} />
  const newestOf = (name: LabName) => data.newest.find((one) => typeof one[name] === 'number')
  const isMeasured = (name: LabName) => newestOf(name) !== undefined
  const missing = labNames.filter((name) => !isMeasured(name))
  return (
    <div className={classes.results}>
      {labNames.filter(isMeasured).map((name) => (
        <Paper key={name} withBorder p="sm" component="section">
          <Newest name={name} patient={patient} row={newestOf(name)} />
          <ReadingChart
            patient={patient}
            data={data}
            {...chart}
            view={views.lab.charts.find(({ shown: [shown] }) => shown === name) ?? views.lab.charts[0]!}
            heightPx={150}
          />
        </Paper>
      ))}
      {missing.length > 0 && (
        <p className={classes.missing}>
          {t('no-result-of', { names: missing.map((name) => t(`value.${name}`)).join(', ') })}
        </p>
      )}
    </div>
  )
}

type NewestProps = { name: LabName; patient: Patient; row: Reading | undefined }

function Newest({ name, patient, row }: NewestProps) {
  const { t } = useTranslation('readings')
  const value = row?.[name]
  const date = row ? hospitalDate(row.measured_at) : ''
  const range =
    typeof value === 'number' && isAdult(patient, date) && labBand(name, value, patient.gender)?.range
  return (
    <header className={classes.head}>
      <h2 className={classes.name}>{t(`value.${name}`)}</h2>
      {row && typeof value === 'number' && (
        <>
          <strong className={classes.number}>{value.toFixed(decimalsOf(name))}</strong>
          <span className={classes.minor}>{unitOf(name)}</span>
          <BandBadge meaning={meaningOf(name, value, patient, date)} />
          <span className={classes.line}>
            {range && <span>{t('reference', { range: spelt(name, range) })}</span>}
            {name === 'creatinine' && isAdult(patient, date) && (
              <EGfr creatinine={value} patient={patient} date={date} />
            )}
          </span>
        </>
      )}
    </header>
  )
}

function spelt(name: LabName, { first, last }: { first: number | null; last: number | null }): string {
  const written = (value: number) => value.toFixed(decimalsOf(name))
  if (first === null) return last === null ? '' : `≤ ${written(last)}`
  return last === null ? `≥ ${written(first)}` : `${written(first)}–${written(last)}`
}
