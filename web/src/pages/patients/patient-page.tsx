import { errorCodes } from 'contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useParams } from 'react-router'
import { parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { PatientAlarmLine } from '../../features/alarms/banner/patient-alarm-line.tsx'
import { BlockedRecord } from '../../features/patients/record/blocked-record.tsx'
import { BreakGlassNotice } from '../../features/patients/record/break-glass-notice.tsx'
import { usePatient } from '../../features/patients/record/queries.ts'
import { RecordFrame } from '../../features/patients/record/record-frame.tsx'
import { RecordNotFound } from '../../features/patients/record/record-not-found.tsx'
import { RecordSkeleton } from '../../features/patients/record/record-skeleton.tsx'
import { RecordButton } from '../../features/readings/record/record-button.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Error codes for an id that is invalid or not of this hospital. */
const unknownId: readonly number[] = [errorCodes['not-found'], errorCodes.invalid]

/** A patient's record: the banner, and the section in the URL. */
export function PatientPage() {
  const { t } = useTranslation('patient-record')
  const patientsCrumb = usePatientsCrumb()
  const { id = '' } = useParams()
  const maySeeAlarms = useMay('alarm:read')
  const mayRecord = useMay('clinical:record')
  const { data, error, isFetching, refetch } = usePatient(id)
  const askAnew = useCallback(() => void refetch(), [refetch])
  if (error && unknownId.includes(error.code)) return <RecordNotFound />
  const outside = parseBlockedRecord(error)
  if (outside) return <BlockedRecord key={id} outside={outside} isOpening={isFetching} />
  if (data)
    return (
      <RecordFrame
        key={id}
        patient={data.patient}
        alarmsOff={data.alarms_off}
        alarm={maySeeAlarms && <PatientAlarmLine patientId={id} />}
        acts={mayRecord && !data.patient.merged_into && <RecordButton patient={data.patient} />}
      >
        {data.opened_until && <BreakGlassNotice until={data.opened_until} onExpired={askAnew} />}
        <Outlet context={data.patient} />
      </RecordFrame>
    )
  if (error)
    return (
      <>
        <PageHeader title={t('banner')} crumbs={[patientsCrumb]} />
        <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
      </>
    )
  return <RecordSkeleton patientId={id} />
}
