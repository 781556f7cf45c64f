import { BedReserved, BedTaken, type CallError, errorCodes } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/date/dates.ts'
import { FailureAlert } from '../ui/feedback/failure-alert.tsx'
import { formatPatientName } from '../ui/person-name.ts'

type BedRefusalProps = {
  error: CallError | null
  /** Whether a field shows why. */
  isFieldShown: boolean
}

/** Why a call was refused; if somebody else has or gets the bed, who, and since or until when. */
export function BedRefusal({ error, isFieldShown }: BedRefusalProps) {
  const { t, i18n } = useTranslation('beds')
  const taken = error?.code === errorCodes['bed-taken'] && BedTaken.safeParse(error.detail).data
  const reserved = error?.code === errorCodes['bed-reserved'] && BedReserved.safeParse(error.detail).data
  const other = taken || reserved
  if (!other) return <FailureAlert error={isFieldShown ? null : error} />
  return (
    <FailureAlert error={error}>
      {t(taken ? 'taken-by' : 'reserved-by', {
        bed: other.bed,
        person: formatPatientName(other.patient),
        hn: other.patient.hn,
        time: formatTime('since' in other ? other.since : other.until, i18n.language, 'dd MMM yyyy HH:mm'),
      })}
    </FailureAlert>
  )
}
