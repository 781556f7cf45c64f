import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { AlreadyAdmitted, BedReserved, BedTaken, type CallError, errorCodes } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

/** Why an act about a stay was refused: who has the bed and since when, or where the patient is already. */
export function StayFailure({ error }: { error: CallError | null }) {
  const { t, i18n } = useTranslation('admissions')
  const localName = useLocalizedName()
  if (!error) return null
  const timeOf = (at: string) => formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')
  const taken = error.code === errorCodes['bed-taken'] && BedTaken.safeParse(error.detail).data
  const reserved = error.code === errorCodes['bed-reserved'] && BedReserved.safeParse(error.detail).data
  const admitted =
    error.code === errorCodes['already-admitted'] && AlreadyAdmitted.safeParse(error.detail).data
  const why =
    (taken &&
      t('bed-taken-by', {
        bed: taken.bed,
        person: formatPatientName(taken.patient),
        hn: taken.patient.hn,
        time: timeOf(taken.since),
      })) ||
    (reserved &&
      t('bed-reserved-for', {
        bed: reserved.bed,
        person: formatPatientName(reserved.patient),
        hn: reserved.patient.hn,
        time: timeOf(reserved.until),
      })) ||
    (admitted &&
      t('admitted-already', {
        an: admitted.an,
        ward: localName(admitted.ward),
        time: timeOf(admitted.admitted_at),
      })) ||
    (error.code === errorCodes['changed-meanwhile'] && t('meanwhile'))
  if (why)
    return (
      <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
        {why}
      </Alert>
    )
  // What belongs to a field is told beside it.
  return <FailureAlert error={error.fields.length > 0 ? null : error} />
}
