import { type Patient, timelineGroups } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { PatientOpenAlarms } from '../../features/alarms/patient/open-alarms.tsx'
import { WornDevices } from '../../features/devices/worn-devices.tsx'
import { PatientSummary } from '../../features/patients/summary/patient-summary.tsx'
import { Timeline } from '../../features/patients/summary/timeline.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { knownValue, optional, queryCodec } from '../../ui/list/query-codec.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { timelineViews } from './timeline-views.tsx'

const summaryQuery = queryCodec({ group: optional('timeline', knownValue(timelineGroups)) })

export function PatientSummaryPage() {
  const { t } = useTranslation('patients')
  const patientsCrumb = usePatientsCrumb()
  const patient = useOutletContext<Patient>()
  const maySeeAlarms = useMay('alarm:read')
  const maySeeDevices = useMay('device:read')
  const { state, change } = useUrlState(summaryQuery)
  return (
    <>
      <PageHeader title={t('section.summary')} isUnseen crumbs={[patientsCrumb]} />
      <PatientSummary
        key={patient._id}
        patient={patient}
        alarms={maySeeAlarms && <PatientOpenAlarms patientId={patient._id} />}
        devices={maySeeDevices && <WornDevices patient={patient} />}
        timeline={
          <Timeline
            patientId={patient._id}
            views={timelineViews}
            group={state.group}
            onGroup={(group) => change({ group })}
          />
        }
      />
    </>
  )
}
