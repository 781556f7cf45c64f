import { Button } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { equipmentPath } from '../../paths.ts'
import { useMayOpen } from '../../session/signed-in.tsx'
import { Section } from '../../ui/section.tsx'

/** The way to the equipment check, for those who may make one. */
export function EquipmentChoice() {
  const { t } = useTranslation('equipment')
  if (!useMayOpen()('forms-detail/equipment')) return null
  return (
    <Section title={t('title')}>
      <Button
        component={Link}
        to={equipmentPath}
        size="lg"
        leftSection={<IconClipboardCheck size={20} aria-hidden />}
      >
        {t('choose-vehicle')}
      </Button>
    </Section>
  )
}
