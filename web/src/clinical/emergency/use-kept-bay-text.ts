import type { BayKept } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatPatientName } from '../../ui/person-name.ts'

/** Says for whom a bay is kept, and which ambulance brings them. */
export function useKeptBayText(): (kept: BayKept) => string {
  const { t } = useTranslation('er-board')
  return ({ patient, patient_name, call_sign, mission: { number } }) =>
    t('bay-kept', {
      name: patient ? formatPatientName(patient) : (patient_name ?? t('bay-kept-unknown')),
      vehicle: call_sign ?? t('an-ambulance'),
      number,
    })
}
