import { Group, Paper, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const factWidths = [90, 60, 120, 110, 70, 130, 100, 80]

/** The shape of a record while it is on its way. */
export function RecordSkeleton() {
  const { t } = useTranslation('patient-record')
  return (
    <Stack gap="md" aria-busy aria-label={t('banner')} role="status">
      <Group gap="md" wrap="nowrap">
        <Skeleton circle height={56} flex="none" />
        <Stack gap={8}>
          <Skeleton height={18} width={220} />
          <Skeleton height={14} width={300} />
        </Stack>
      </Group>
      <Paper withBorder p="lg">
        <Group gap="xl">
          {factWidths.map((width) => (
            <Stack key={width} gap={6} w={150}>
              <Skeleton height={10} width={56} />
              <Skeleton height={14} width={width} />
            </Stack>
          ))}
        </Group>
      </Paper>
    </Stack>
  )
}
