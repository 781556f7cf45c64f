import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './crash-page.module.css'

export function CrashPage() {
  const { t } = useTranslation()
  return (
    <main className={classes.page}>
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
    </main>
  )
}
