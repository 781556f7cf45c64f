import { Text } from '@mantine/core'
import { IconClipboardOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

/** Shown in place of an empty list: "No Record Found", a reason, and optionally a button or link. */
export function EmptyState({ reason, children }: { reason?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.state}>
      <IconClipboardOff size={40} stroke={1.4} aria-hidden />
      <Text fw={600} c="var(--mantine-color-text)">
        {t('no-record-found')}
      </Text>
      {reason && <Text maw="32rem">{reason}</Text>}
      {children}
    </div>
  )
}
