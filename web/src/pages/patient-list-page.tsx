import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'

export function PatientListPage() {
  const { t } = useTranslation('shell')
  return <PageHeader title={t('patient-list')} />
}
