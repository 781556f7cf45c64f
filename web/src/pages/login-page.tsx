import { Alert, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Drawing } from '../features/sign-in/drawing.tsx'
import { LineHelp } from '../features/sign-in/line-help.tsx'
import { LoginForm } from '../features/sign-in/login-form.tsx'
import { hasDrafts } from '../shell/draft.ts'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { endedSessionOf } from '../shell/session.ts'
import classes from './login-page.module.css'

export function LoginPage() {
  const { t } = useTranslation(['sign-in', 'shell'])
  const endedFor = endedSessionOf()
  return (
    <div className={classes.page}>
      <title>{`${t('title')} · ${t('shell:product')}`}</title>
      <main className={classes.form}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} className={classes.product}>
            {t('shell:product')}
          </Title>
          <Text lang="th" c="dimmed" mb="lg">
            {t('subtitle')}
          </Text>
          {endedFor && (
            <Alert mb="md" role="status">
              {hasDrafts(endedFor) ? t('session-ended-draft') : t('session-ended')}
            </Alert>
          )}
          <LoginForm />
        </div>
      </main>
      <aside className={classes.picture}>
        <Drawing />
        <LineHelp />
      </aside>
      <Footer isBlue />
    </div>
  )
}
