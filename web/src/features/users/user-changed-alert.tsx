import { Alert, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { UserChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { UserChangeList } from './user-change-list.tsx'

type UserChangedAlertProps = {
  changes: readonly UserChange[]
  /** Whether the requested action is still possible. */
  isPossible: boolean
}

/** Shows that others changed the account before the requested action. */
export function UserChangedAlert({ changes, isPossible }: UserChangedAlertProps) {
  const { t } = useTranslation('users')
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('act.meanwhile')} role="alert">
      <UserChangeList changes={changes} />
      <Text mt="xs">{t(isPossible ? 'act.still-possible' : 'act.no-longer-possible')}</Text>
    </Alert>
  )
}
