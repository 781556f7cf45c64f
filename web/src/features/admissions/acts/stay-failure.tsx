import { AlreadyAdmitted, type CallError, errorCodes } from 'contract'
import { useTranslation } from 'react-i18next'
import { BedRefusal } from '../../../clinical/bed-refusal.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { FailureAlert } from '../../../ui/feedback/failure-alert.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'

/** Why an act about a stay was refused: who has the bed and since when, or where the patient is already. */
export function StayFailure({ error }: { error: CallError | null }) {
  const { t, i18n } = useTranslation('admissions')
  const localName = useLocalizedName()
  const admitted =
    error?.code === errorCodes['already-admitted'] && AlreadyAdmitted.safeParse(error.detail).data
  const why = admitted
    ? t('admitted-already', {
        an: admitted.an,
        ward: localName(admitted.ward),
        time: formatTime(admitted.admitted_at, i18n.language, 'dd MMM yyyy HH:mm'),
      })
    : error?.code === errorCodes['changed-meanwhile'] && t('meanwhile')
  if (why) return <FailureAlert error={error}>{why}</FailureAlert>
  return <BedRefusal error={error} isFieldShown={error !== null && error.fields.length > 0} />
}
