import { Anchor, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RegisterForm } from '../features/users/register-form.tsx'
import { loginAddress } from '../shell/addresses.ts'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import classes from './forgot-password-page.module.css'

export function RegisterPage() {
  const { t } = useTranslation(['users', 'shell'])
  return (
    <div className={classes.page}>
      <title>{`${t('register.title')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {t('register.title')}
          </Title>
          <RegisterForm />
          <Anchor component={Link} to={loginAddress} mt="md" py={10} display="inline-block">
            {t('register.back')}
          </Anchor>
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
