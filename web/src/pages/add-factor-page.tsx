import { Button, Text, Title } from '@mantine/core'
import { signIn } from 'contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Factors } from '../features/second-factor/factors.tsx'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { session } from '../shell/session.ts'
import { SignedIn } from '../shell/signed-in.tsx'
import { ToastHost } from '../shell/toast-host.tsx'
import classes from './forgot-password-page.module.css'

/** For whoever has to add a second factor before anything else; she goes on to where she was going. */
export function AddFactorPage() {
  const { t } = useTranslation(['second-factor', 'shell'])
  return (
    <SignedIn>
      <div className={classes.page}>
        <title>{`${t('required.title')} · ${t('shell:product')}`}</title>
        <main className={classes.main}>
          <div className={classes.language}>
            <LanguageSwitch />
          </div>
          <div className={classes.column}>
            <Title order={1} size="h2">
              {t('required.title')}
            </Title>
            <Text my="md">{t('required.text')}</Text>
            <Factors onRequiredAdded={goOn} />
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
  if (user) session.start({ ...user, must_add_factor: false })
}

async function leave() {
  await call(signIn.signOut, {}).catch(() => undefined)
  session.endByChoice()
}
