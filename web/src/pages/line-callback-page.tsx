import { Anchor, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { LinkEnd } from '../features/line/link-end.tsx'
import { SecondStep } from '../features/sign-in/second-step.tsx'
import { loginAddress } from '../shell/addresses.ts'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { homeAddress } from '../shell/session.ts'
import classes from './forgot-password-page.module.css'

export function LineCallbackPage() {
  const { t } = useTranslation(['line', 'shell'])
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <title>{`${t('end.page')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {t('end.page')}
          </Title>
          <LinkEnd
            search={search}
            onSignedIn={(user) => void navigate(homeAddress(user), { replace: true })}
            secondStep={(asked, open) => (
              <SecondStep asked={asked} onOpened={open} onAgain={() => void navigate(loginAddress)} />
            )}
          />
          <Anchor component={Link} to={loginAddress} mt="md" py={10} display="inline-block">
            {t('end.to-login')}
          </Anchor>
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
