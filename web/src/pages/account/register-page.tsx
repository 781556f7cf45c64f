import { useTranslation } from 'react-i18next'
import { LoginLink, OutsidePage } from '../../app/outside-page.tsx'
import { SelfRegistrationForm } from '../../features/users/self-registration-form.tsx'

export function RegisterPage() {
  const { t } = useTranslation('users')
  return (
    <OutsidePage title={t('register.title')}>
      <SelfRegistrationForm />
      <LoginLink>{t('register.back')}</LoginLink>
    </OutsidePage>
  )
}
