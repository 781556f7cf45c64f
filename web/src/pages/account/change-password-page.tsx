import { useTranslation } from 'react-i18next'
import { RequiredStepPage } from '../../app/outside-page.tsx'
import { ChangePasswordForm } from '../../features/account/change-password-form.tsx'
import { session } from '../../session/session.ts'

/** For a user who must change their password before anything else; afterwards they go on to the screen they wanted. */
export function ChangePasswordPage() {
  const { t } = useTranslation('account')
  return (
    <RequiredStepPage title={t('must.title')} text={t('must.text')}>
      <ChangePasswordForm onChanged={leaveChangePassword} />
    </RequiredStepPage>
  )
}

function leaveChangePassword() {
  const user = session.get()
  if (user) session.start({ ...user, must_change_password: false })
}
