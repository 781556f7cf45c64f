import { Button, Text } from '@mantine/core'
import { IconRefresh, IconZoomExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

type ErrorStateProps = {
  /** Describes the failure; a general sentence by default. */
  message?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

/** Shown in place of something that could not be loaded. */
export function ErrorState({ message, onRetry, isRetrying = false }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.state} role="alert">
      <IconZoomExclamation size={40} stroke={1.4} aria-hidden />
      <Text c="var(--mantine-color-text)" maw="32rem">
        {message ?? t('could-not-load')}
      </Text>
      {onRetry && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={isRetrying}
          onClick={onRetry}
        >
          {t('try-again')}
        </Button>
      )}
    </div>
  )
}
