import { hasOldVitals } from 'contract'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/date/use-now.ts'
import { Caution } from '../../../ui/feedback/caution.tsx'
import { useRecord, useRecordStore } from '../use-record.ts'

/** Says that vital signs are to be measured again before somebody whose risk is high leaves. */
export function OldVitals() {
  const { t } = useTranslation('forms')
  const { form } = useRecordStore()
  const answers = useRecord((one) => one.getAnswers())
  const now = useNow()
  return hasOldVitals(form, answers, now) ? <Caution role="status">{t('old-vitals')}</Caution> : null
}
