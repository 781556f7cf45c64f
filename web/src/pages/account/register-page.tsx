import { useTranslation } from 'react-i18next'
import { OutsidePage, ToLogin } from '../../app/outside-page.tsx'
import { RegisterForm } from '../../features/users/register-form.tsx'

export function RegisterPage() {
  const { t } = useTranslation('users')
  return (
    <OutsidePage title={t('register.title')}>
      <RegisterForm />
      <ToLogin>{t('register.back')}</ToLogin>
    </OutsidePage>
  )
}
