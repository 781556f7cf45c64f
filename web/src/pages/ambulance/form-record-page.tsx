import { formNames } from 'contract'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { RecordScreen } from '../../features/forms/record-screen.tsx'
import { ReferralPanel } from '../../features/referrals/referral-panel.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function FormRecordPage() {
  const { t } = useTranslation('forms')
  const { form: named, id = '' } = useParams()
  const form = formNames.find((name) => name === named)
  if (!form) return <EmptyState reason={t('not-found')} />
  return (
    <RecordScreen form={form} id={id} above={form === 'ambulance-referral' && <ReferralPanel id={id} />} />
  )
}
