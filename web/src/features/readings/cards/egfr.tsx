import { computeAge, computeEgfr, type Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from '../reading-table.module.css'

type EGfrProps = { creatinine: number; patient: Patient; date: string }

/** The estimated glomerular filtration rate from a creatinine, for an adult of known age and sex. */
export function EGfr({ creatinine, patient, date }: EGfrProps) {
  const { t } = useTranslation('readings')
  if (patient.date_of_birth === null) return null
  const rate = computeEgfr(creatinine, patient.gender, computeAge(patient.date_of_birth, date).years)
  if (rate === undefined) return null
  return <span className={classes.unit}>{t('egfr', { rate: Math.round(rate) })}</span>
}
