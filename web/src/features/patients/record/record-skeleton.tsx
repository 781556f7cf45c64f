import { Group, Paper, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import banner from './patient-banner.module.css'
import classes from './record-frame.module.css'
import { RecordTabs } from './record-tabs.tsx'

const factWidths = [90, 60, 120, 110, 70, 130, 100, 80]

/**
 * Placeholder of a record while it loads; its tabs already work. It has no heading: a heading would take the focus
 * and then disappear.
 */
export function RecordSkeleton({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-record')
  return (
    <>
      <div className={classes.head}>
        <section className={banner.banner} aria-label={t('banner')} aria-busy>
          <Skeleton height={18} width={200} />
          <Skeleton height={14} width={260} maw="30vw" />
        </section>
        <RecordTabs patientId={patientId} />
      </div>
      <Skeleton height={22} width={180} my="lg" />
      <Paper withBorder p="lg" role="status" aria-label={t('loading')}>
        <Group gap="xl">
          {factWidths.map((width) => (
            <Stack key={width} gap={6} w={150}>
              <Skeleton height={10} width={56} />
              <Skeleton height={14} width={width} />
            </Stack>
          ))}
        </Group>
      </Paper>
    </>
  )
}
