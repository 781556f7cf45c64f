import { errorCodes } from 'contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useParams } from 'react-router'
import { OpenedByException } from '../features/patient-record/opened-by-exception.tsx'
import { OutsideWards } from '../features/patient-record/outside-wards.tsx'
import { usePatient } from '../features/patient-record/queries.ts'
import { RecordFrame } from '../features/patient-record/record-frame.tsx'
import { RecordNotFound } from '../features/patient-record/record-not-found.tsx'
import { RecordSkeleton } from '../features/patient-record/record-skeleton.tsx'
import { patientListAddress } from '../shell/addresses.ts'
import { shutRecordIn } from '../shell/open-shut-record.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Codes that answer an id which is none, or none of this hospital. */
const unknownId: readonly number[] = [errorCodes['not-found'], errorCodes.invalid]

/** One patient: the banner, and the section that the address names. */
export function PatientPage() {
  const { t } = useTranslation(['patient-record', 'shell'])
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = usePatient(id)
  const askAnew = useCallback(() => void refetch(), [refetch])
  if (error && unknownId.includes(error.code)) return <RecordNotFound />
  const outside = shutRecordIn(error)
  if (outside) return <OutsideWards key={id} outside={outside} isOpening={isFetching} />
  if (data)
    return (
      <RecordFrame key={id} patient={data.patient} unwatched={data.unwatched}>
        {data.opened_until && <OpenedByException until={data.opened_until} onOver={askAnew} />}
        <Outlet context={data.patient} />
      </RecordFrame>
    )
  if (error)
    return (
      <>
        <PageHeader
          title={t('banner')}
          crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]}
        />
        <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
      </>
    )
  return <RecordSkeleton patientId={id} />
}
