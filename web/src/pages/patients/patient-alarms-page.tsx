import { Stack } from '@mantine/core'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { alarmListQuery } from '../../features/alarms/notifications/list-query.ts'
import { PatientAlarms } from '../../features/alarms/patient-alarms.tsx'
import { WornDevices } from '../../features/devices/worn-devices.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'

export function PatientAlarmsPage() {
  const { t } = useTranslation('patients')
  const patientsCrumb = usePatientsCrumb()
  const patient = useOutletContext<Patient>()
  const maySeeDevices = useMay('device:read')
  const { state, change } = useUrlState(alarmListQuery)
  return (
    <>
      <PageHeader title={t('section.alarms')} crumbs={[patientsCrumb]} />
      <Stack gap="lg">
        {maySeeDevices && <WornDevices key={patient._id} patient={patient} />}
        <PatientAlarms patientId={patient._id} view={state} onChange={change} />
      </Stack>
    </>
  )
}
