import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { formatPatientTrailQuery } from '../../features/audit/list-query.ts'
import { RecordAccess } from '../../features/audit/record-access.tsx'
import { auditPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientAccessPage() {
  const { t } = useTranslation('audit')
  const patientsCrumb = usePatientsCrumb()
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader title={t('access.title')} crumbs={[patientsCrumb]}>
        <Button
          component={Link}
          to={`${auditPath}?${formatPatientTrailQuery(patient._id)}`}
          variant="default"
          size="md"
          leftSection={<IconHistory size={18} aria-hidden />}
        >
          {t('access.every-entry')}
        </Button>
      </PageHeader>
      <RecordAccess key={patient._id} patientId={patient._id} />
    </>
  )
}
