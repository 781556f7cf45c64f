import type { PatientRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date/dates.ts'
import { formatPatientName } from '../../ui/person-name.ts'

type Identified = Pick<PatientRow, 'hn' | 'title' | 'name' | 'surname' | 'date_of_birth'>

/** Name, HN and birth date: what a user compares before an act that must not concern anybody else. */
export function useIdentityText(): (patient: Identified) => string {
  const { t, i18n } = useTranslation('patient-record')
  return (patient) => {
    const { hn, date_of_birth } = patient
    const born = date_of_birth && t('born', { date: formatDate(date_of_birth, i18n.language) })
    return [formatPatientName(patient), `HN\u00a0${hn}`, born].filter(Boolean).join(' · ')
  }
}
