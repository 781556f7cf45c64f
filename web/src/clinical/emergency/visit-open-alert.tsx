import { Anchor } from '@mantine/core'
import { type CallError, errorCodes, type PatientLabel, VisitOpen } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatPatientPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

type VisitOpenAlertProps = {
  error: CallError | null
  patientId: string
  /** Where the patient lies, as far as it is known. */
  place: Pick<PatientLabel, 'ward' | 'bed'> | undefined
}

/**
 * Why somebody cannot arrive again: where they are and since when, and the way to their record, which opens beside the
 * form so that nothing typed is lost.
 */
export function VisitOpenAlert({ error, patientId, place }: VisitOpenAlertProps) {
  const { t, i18n } = useTranslation('triage')
  const localName = useLocalizedName()
  if (error?.code !== errorCodes['visit-open']) return null
  const visit = VisitOpen.safeParse(error.detail).data?.visit
  return (
    <FailureAlert error={error}>
      {visit &&
        t('arrival.here', {
          kind: t(`kind.${visit.kind}`),
          vn: visit.vn,
          time: formatTime(visit.visited_at, i18n.language, 'dd MMM yyyy HH:mm'),
        })}{' '}
      {place?.ward &&
        t('arrival.lies', {
          place: [localName(place.ward), place.bed && t('arrival.bed', { bed: place.bed })]
            .filter(Boolean)
            .join(' '),
        })}{' '}
      {t('arrival.kept')}{' '}
      <Anchor href={formatPatientPath(patientId)} target="_blank" rel="noreferrer" underline="always">
        {t('arrival.open-record')}
      </Anchor>
    </FailureAlert>
  )
}
