import { type PatientRow, writeBirthDate } from 'contract'
import { useTranslation } from 'react-i18next'
import { useBirthText } from '../../ui/date/use-birth-text.ts'
import { formatPatientName } from '../../ui/person-name.ts'

type Identified = Pick<
  PatientRow,
  'hn' | 'title' | 'name' | 'surname' | 'date_of_birth' | 'birth_date_precision'
>

/** Name, HN and birth date: what a user compares before an act that must not be done for anybody else. */
export function useIdentityText(): (patient: Identified) => string {
  const { t } = useTranslation('patient-record')
  const birthText = useBirthText()
  return (patient) => {
    const written = writeBirthDate(patient)
    const born = written && t('born', { date: birthText(written) })
    return [formatPatientName(patient), `HN\u00a0${patient.hn}`, born].filter(Boolean).join(' · ')
  }
}
