import { Paper, Skeleton } from '@mantine/core'
import { classifyLab, type LabName, labNames, type Patient, type Reading } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { toHospitalDate } from '../../../ui/date/dates.ts'
import { writeNumber } from '../../../ui/write-number.ts'
import { BandBadge } from '../band-badge.tsx'
import { classifyValue, isAdult } from '../bands.ts'
import type { ChartData } from '../queries.ts'
import { ReadingChart } from '../reading-chart.tsx'
import { getDecimals, getUnit, views } from '../views.ts'
import { EGfr } from './egfr.tsx'
import classes from './lab-results.module.css'

type LabResultsProps = {
  patient: Patient
  data: ChartData | undefined
  from: number
  to: number
  onZoom?: (from: number, to: number) => void
}

/** Each analyte with its newest value, its reference range by sex, and its chart. */
export function LabResults({ patient, data, ...chart }: LabResultsProps) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  if (!data) return <Skeleton height={240} />
  const findNewest = (name: LabName) => data.newest.find((one) => typeof one[name] === 'number')
  const isMeasured = (name: LabName) => findNewest(name) !== undefined
  const missing = labNames.filter((name) => !isMeasured(name))
  return (
    <div className={classes.results}>
      {labNames.filter(isMeasured).map((name) => (
        <Paper key={name} withBorder p="sm" component="section">
          <NewestLabValue name={name} patient={patient} row={findNewest(name)} />
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
          {t('no-result-of', { names: missing.map((name) => vitalName(name)).join(', ') })}
        </p>
      )}
    </div>
  )
}

type NewestLabValueProps = { name: LabName; patient: Patient; row: Reading | undefined }

function NewestLabValue({ name, patient, row }: NewestLabValueProps) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  const value = row?.[name]
  const date = row ? toHospitalDate(row.measured_at) : ''
  const range =
    typeof value === 'number' && isAdult(patient, date) && classifyLab(name, value, patient.gender)?.range
  return (
    <header className={classes.head}>
      <h2 className={classes.name}>{vitalName(name)}</h2>
      {row && typeof value === 'number' && (
        <>
          <strong className={classes.number}>{writeNumber(value, getDecimals(name))}</strong>
          <span className={classes.minor}>{getUnit(name)}</span>
          <BandBadge meaning={classifyValue(name, value, patient, { date })} />
          <span className={classes.line}>
            {range && <span>{t('reference', { range: formatLabRange(name, range) })}</span>}
            {name === 'creatinine' && isAdult(patient, date) && (
              <EGfr creatinine={value} patient={patient} date={date} />
            )}
          </span>
        </>
      )}
    </header>
  )
}

function formatLabRange(
  name: LabName,
  { first, last }: { first: number | null; last: number | null },
): string {
  const written = (value: number) => writeNumber(value, getDecimals(name))
  if (first === null) return last === null ? '' : `≤ ${written(last)}`
  return last === null ? `≥ ${written(first)}` : `${written(first)}–${written(last)}`
}
