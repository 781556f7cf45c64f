import { Button, Text, Title } from '@mantine/core'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { PasswordForm } from '../features/account/password-form.tsx'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { session } from '../shell/session.ts'
import { SignedIn } from '../shell/signed-in.tsx'
import { ToastHost } from '../shell/toast-host.tsx'
import classes from './forgot-password-page.module.css'

/** For whoever has to change her password before anything else; she goes on to where she was going. */
export function ChangePasswordPage() {
  const { t } = useTranslation(['account', 'shell'])
  return (
    <SignedIn>
      <div className={classes.page}>
        <title>{`${t('must.title')} · ${t('shell:product')}`}</title>
        <main className={classes.main}>
          <div className={classes.language}>
            <LanguageSwitch />
          </div>
          <div className={classes.column}>
            <Title order={1} size="h2">
              {t('must.title')}
            </Title>
            <Text my="md">{t('must.text')}</Text>
            <PasswordForm onChanged={goOn} />
            <Button variant="subtle" color="gray" size="md" mt="md" onClick={() => void leave()}>
              {t('shell:sign-out')}
            </Button>
          </div>
        </main>
        <Footer isBlue />
      </div>
      <ToastHost />
    </SignedIn>
  )
}

function goOn() {
  const user = session.get()
  if (user) session.start({ ...user, must_change_password: false })
}

async function leave() {
  await call(signIn.signOut, {}).catch(() => undefined)
  session.endByChoice()
}
