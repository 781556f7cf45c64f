import { useTranslation } from 'react-i18next'
import { FirstThingPage } from '../../app/outside-page.tsx'
import { PasswordForm } from '../../features/account/password-form.tsx'
import { session } from '../../session/session.ts'

/** For whoever has to change her password before anything else; she goes on to where she was going. */
export function ChangePasswordPage() {
  const { t } = useTranslation('account')
  return (
    <FirstThingPage title={t('must.title')} text={t('must.text')}>
      <PasswordForm onChanged={goOn} />
    </FirstThingPage>
  )
}

function goOn() {
  const user = session.get()
  if (user) session.start({ ...user, must_change_password: false })
}
