import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../date/dates.ts'

type StaleNoticeProps = {
  list: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>
  text: (asOf: string) => string
}

/** Shown when a list could not be refreshed: the time of the data and a button to retry. */
export function StaleNotice({ list, text }: StaleNoticeProps) {
  const { t, i18n } = useTranslation('ui')
  if (!list.isRefetchError) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status" mb="sm">
      {text(formatTime(new Date(list.dataUpdatedAt), i18n.language, 'dd MMM yyyy HH:mm'))}{' '}
      <Anchor component="button" type="button" onClick={() => void list.refetch()}>
        {t('try-again')}
      </Anchor>
    </Alert>
  )
}
