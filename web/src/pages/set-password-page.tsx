import { Anchor, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { ChooseForm } from '../features/password-links/choose-form.tsx'
import { loginAddress } from '../shell/addresses.ts'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import classes from './forgot-password-page.module.css'

/** Where a link leads. Its token stands behind the `#`, which no server is sent, and goes when it has been used. */
export function SetPasswordPage() {
  const { t } = useTranslation(['password-links', 'shell'])
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [used, setUsed] = useState<string>()
  const token = used ?? hash.slice(1)
  return (
    <div className={classes.page}>
      <title>{`${t('choose.title')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {t('choose.title')}
          </Title>
          <ChooseForm
            key={token}
            token={token}
            onChosen={() => {
              setUsed(token)
              void navigate({ hash: '' }, { replace: true })
            }}
          />
          <Anchor component={Link} to={loginAddress} mt="md" py={10} display="inline-block">
            {t('to-login')}
          </Anchor>
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
