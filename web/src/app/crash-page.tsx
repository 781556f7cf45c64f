import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { probeConnection } from '../api/client.ts'
import { callsLostAt } from '../api/connection.ts'
import { isCodeMissing } from '../ui/feedback/missing-code.ts'
import classes from './crash-page.module.css'
import { Footer } from './footer.tsx'

/** Replaces everything when the frame itself could not be rendered. */
export function CrashPage() {
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <CrashNotice />
      </main>
      <Footer />
    </div>
  )
}

/** Replaces one screen that could not be rendered. */
export function CrashNotice() {
  return isCodeMissing(useRouteError()) ? <NotLoadedMessage /> : <CrashMessage />
}

function CrashMessage() {
  const { t } = useTranslation()
  return (
    <CrashLayout title={t('crash-title')} text={t('crash-text')}>
      <Button size="md" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
      <Button size="md" variant="default" component="a" href="/">
        {t('to-start')}
      </Button>
    </CrashLayout>
  )
}

/** A browser requests a missing chunk only once, so reload the page as soon as the server can be reached. */
function NotLoadedMessage() {
  const { t } = useTranslation()
  const isLost = callsLostAt.use() !== undefined
  const wasLost = useRef(false)
  useEffect(() => {
    void probeConnection()
  }, [])
  useEffect(() => {
    if (isLost) wasLost.current = true
    else if (wasLost.current) location.reload()
  }, [isLost])
  return (
    <CrashLayout title={t('not-loaded-title')} text={t('not-loaded-text')}>
      <Button size="md" disabled={isLost} onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </CrashLayout>
  )
}

function CrashLayout({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.notice}>
      <title>{`${title} · ${t('product')}`}</title>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text my="md">{text}</Text>
      <Group>{children}</Group>
    </div>
  )
}
