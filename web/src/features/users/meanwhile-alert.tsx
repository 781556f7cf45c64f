import { Alert, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { UserChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { Saves } from './changes.tsx'

type MeanwhileAlertProps = {
  changes: readonly UserChange[]
  /** Whether what was asked for can still be done. */
  isPossible: boolean
}

/** Who changed what before anything was done with an account. */
export function MeanwhileAlert({ changes, isPossible }: MeanwhileAlertProps) {
  const { t } = useTranslation('users')
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('act.meanwhile')} role="alert">
      <Saves changes={changes} />
      <Text mt="xs">{t(isPossible ? 'act.still-possible' : 'act.no-longer-possible')}</Text>
    </Alert>
  )
}
