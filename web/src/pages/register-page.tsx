import { useTranslation } from 'react-i18next'
import { RegisterForm } from '../features/users/register-form.tsx'
import { OutsidePage, ToLogin } from '../shell/outside-page.tsx'

export function RegisterPage() {
  const { t } = useTranslation('users')
  return (
    <OutsidePage title={t('register.title')}>
      <RegisterForm />
      <ToLogin>{t('register.back')}</ToLogin>
    </OutsidePage>
  )
}
