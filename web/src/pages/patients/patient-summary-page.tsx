import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { PatientOpenAlarms } from '../../features/alarms/patient/open-alarms.tsx'
import { WornDevices } from '../../features/devices/worn-devices.tsx'
import { PatientSummary } from '../../features/patients/summary/patient-summary.tsx'
import { patientListPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientSummaryPage() {
  const { t } = useTranslation(['patients', 'app'])
  const patient = useOutletContext<Patient>()
  const maySeeAlarms = useMay('alarm:read')
  const maySeeDevices = useMay('device:read')
  return (
    <>
      <PageHeader
        title={t('section.summary')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <PatientSummary
        key={patient._id}
        patient={patient}
        alarms={maySeeAlarms && <PatientOpenAlarms patientId={patient._id} />}
        devices={maySeeDevices && <WornDevices patient={patient} />}
      />
    </>
  )
}
