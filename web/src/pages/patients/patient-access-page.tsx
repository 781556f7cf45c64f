import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useOutletContext } from 'react-router'
import { trailOf } from '../../features/audit/address.ts'
import { RecordAccess } from '../../features/audit/record-access.tsx'
import { auditAddress, patientListAddress } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientAccessPage() {
  const { t } = useTranslation(['audit', 'shell'])
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader
        title={t('access.title')}
        crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]}
      >
        <Button
          component={Link}
          to={`${auditAddress}?${trailOf(patient._id)}`}
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
