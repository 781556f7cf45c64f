import { Stack } from '@mantine/core'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { TriageHistory } from '../../features/triage/triage-history.tsx'
import { PatientVisits } from '../../features/triage/visits/patient-visits.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientTriagePage() {
  const { t } = useTranslation('patients')
  const patient = useOutletContext<Patient>()
  const patientsCrumb = usePatientsCrumb()
  return (
    <>
      <PageHeader title={t('section.triage')} crumbs={[patientsCrumb]} />
      <Stack>
        <TriageHistory key={patient._id} patient={patient} />
        <PatientVisits key={`visits:${patient._id}`} patient={patient} />
      </Stack>
    </>
  )
}
