import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './crash-page.module.css'
import { Footer } from './footer.tsx'

/** In place of everything, when the frame itself could not be shown. */
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

/** In place of one screen. */
export function CrashNotice() {
  const { t } = useTranslation()
  return (
    <div className={classes.notice}>
      <title>{`${t('crash-title')} · ${t('product')}`}</title>
      <Title order={1} size="h2">
        {t('crash-title')}
      </Title>
      <Text my="md">{t('crash-text')}</Text>
      <Group>
        <Button size="md" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
        <Button size="md" variant="default" component="a" href="/">
          {t('to-start')}
        </Button>
      </Group>
    </div>
  )
}
