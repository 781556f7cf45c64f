import { Alert, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Footer } from '../../app/footer.tsx'
import { Logo } from '../../app/logo.tsx'
import { LineHelp } from '../../features/sign-in/line-help.tsx'
import { LoginForm } from '../../features/sign-in/login-form.tsx'
import { LoginIllustration } from '../../features/sign-in/login-illustration.tsx'
import { hasDrafts } from '../../session/draft.ts'
import { LanguageSwitch } from '../../session/language-switch.tsx'
import { getEndedSessionUserId } from '../../session/session.ts'
import { LazyToastHost } from '../../ui/feedback/lazy-toast-host.tsx'
import classes from './login-page.module.css'

const LineSignIn = lazy(async () => ({
  default: (await import('../../features/line/line-sign-in.tsx')).LineSignIn,
}))

const PasskeySignIn = lazy(async () => ({
  default: (await import('../../features/sign-in/passkey-sign-in.tsx')).PasskeySignIn,
}))

export function LoginPage() {
  const { t } = useTranslation(['sign-in', 'app'])
  const endedFor = getEndedSessionUserId()
  return (
    <div className={classes.page}>
      <title>{`${t('title')} · ${t('app:product')}`}</title>
      <main className={classes.main}>
        <header className={classes.product}>
          <Logo size={44} />
          <div>
            <h1 className={classes.name}>{t('app:product')}</h1>
            <p lang="th" className={classes.subtitle}>
              {t('subtitle')}
            </p>
          </div>
        </header>
        <section className={classes.form} aria-labelledby="sign-in">
          <div className={classes.language}>
            <LanguageSwitch />
          </div>
          <div className={classes.column}>
            <Title order={2} id="sign-in" mb="md">
              {t('title')}
            </Title>
            {endedFor && (
              <Alert mb="md">{hasDrafts(endedFor) ? t('session-ended-draft') : t('session-ended')}</Alert>
            )}
            <LoginForm />
            <Suspense>
              <PasskeySignIn />
            </Suspense>
            <Suspense>
              <LineSignIn />
            </Suspense>
          </div>
        </section>
        <div className={classes.picture}>
          <LoginIllustration />
          <LineHelp />
        </div>
      </main>
      <Footer isBlue />
      <LazyToastHost />
    </div>
  )
}
