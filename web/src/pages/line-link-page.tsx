import { Alert, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LinkStart } from '../features/line/link-start.tsx'
import { Footer } from '../shell/footer.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import classes from './forgot-password-page.module.css'

/** The code stands behind the `#` of the address, which no server is sent. */
export function LineLinkPage() {
  const { t } = useTranslation(['line', 'shell'])
  const code = useLocation().hash.slice(1)
  return (
    <div className={classes.page}>
      <title>{`${t('link.page')} · ${t('shell:product')}`}</title>
      <main className={classes.main}>
        <div className={classes.language}>
          <LanguageSwitch />
        </div>
        <div className={classes.column}>
          <Title order={1} size="h2" mb="md">
            {t('link.page')}
          </Title>
          {/^[\w-]{43}$/.test(code) ? (
            <LinkStart code={code} />
          ) : (
            <Alert color="red" role="alert">
              {t('link.no-code')}
            </Alert>
          )}
        </div>
      </main>
      <Footer isBlue />
    </div>
  )
}
