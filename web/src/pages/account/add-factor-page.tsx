import { useTranslation } from 'react-i18next'
import { RequiredStepPage } from '../../app/outside-page.tsx'
import { Factors } from '../../features/second-factor/factors.tsx'
import { session } from '../../session/session.ts'

/** For a user who must add a second factor before anything else; afterwards they go on to the screen they wanted. */
export function AddFactorPage() {
  const { t } = useTranslation('second-factor')
  return (
    <RequiredStepPage title={t('required.title')} text={t('required.text')}>
      <Factors onRequiredAdded={leaveAddFactor} />
    </RequiredStepPage>
  )
}

function leaveAddFactor() {
  const user = session.get()
  if (user) session.start({ ...user, must_add_factor: false })
}
