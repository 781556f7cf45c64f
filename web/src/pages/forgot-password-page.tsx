import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SignInHelp } from '../features/sign-in/sign-in-help.tsx'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import classes from './forgot-password-page.module.css'

export function ForgotPasswordPage() {
  const { t } = useTranslation(['sign-in', 'shell'])
  return (
    <div className={classes.page}>
      <title>{`${t('help-title')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2">
            {t('help-title')}
          </Title>
          <Text my="md">{t('help-text')}</Text>
          <SignInHelp />
          <Anchor component={Link} to="/login" mt="md" py={10} display="inline-block">
            {t('back-to-login')}
          </Anchor>
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
