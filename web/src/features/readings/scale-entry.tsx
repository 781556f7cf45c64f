import { Text } from '@mantine/core'
import type { TimelineEntryOf } from 'contract'
import { useTranslation } from 'react-i18next'

type ScaleEntryProps = { entry: TimelineEntryOf<'spo2-scale'> }

/** A prescription of the scale by which NEWS2 scores the saturation, in a timeline. */
export function ScaleEntryTitle({ entry: { setting } }: ScaleEntryProps) {
  const { t } = useTranslation('readings')
  return `${t('scale.title')}: ${t(`scale.is.${setting.scale}`)}`
}

export function ScaleEntryDetail({ entry: { setting } }: ScaleEntryProps) {
  return (
    <Text size="xs" c="dimmed">
      {setting.reason}
    </Text>
  )
}
