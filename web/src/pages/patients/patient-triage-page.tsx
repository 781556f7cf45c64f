import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { TriageHistory } from '../../features/triage/triage-history.tsx'
import { patientListPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientTriagePage() {
  const { t } = useTranslation(['patients', 'app'])
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader
        title={t('section.triage')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <TriageHistory key={patient._id} patientId={patient._id} />
    </>
  )
}
