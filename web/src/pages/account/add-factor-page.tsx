import { useTranslation } from 'react-i18next'
import { RequiredStepPage } from '../../app/outside-page.tsx'
import { Factors } from '../../features/second-factor/factors.tsx'
import { session } from '../../session/session.ts'

/** For whoever has to add a second factor before anything else; she goes on to where she was going. */
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
