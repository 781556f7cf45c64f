import { Anchor, Divider, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../api.ts'
import { ForgotForm } from '../features/password-links/forgot-form.tsx'
import { SignInHelp } from '../features/sign-in/sign-in-help.tsx'
import { loginAddress } from '../shell/addresses.ts'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import classes from './forgot-password-page.module.css'

/** A link by e-mail where the panel can send one, and in any case whom to ask. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['password-links', 'sign-in', 'shell'])
  const { data, isPending } = useQuery(ask(signIn.help, {}, true))
  return (
    <div className={classes.page}>
      <title>{`${t('sign-in:help-title')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {t('sign-in:help-title')}
          </Title>
          {isPending && <Skeleton height="10rem" />}
          {data?.sends_mail && (
            <>
              <ForgotForm />
              <Divider my="lg" />
            </>
          )}
          {!isPending && (
            <>
              <Text mb="md">{t(data?.sends_mail ? 'forgot.or-ask' : 'forgot.ask')}</Text>
              <SignInHelp />
            </>
          )}
          <Anchor component={Link} to={loginAddress} mt="md" py={10} display="inline-block">
            {t('to-login')}
          </Anchor>
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
