import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../date/dates.ts'

type StaleNoticeProps = {
  list: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>
  text: (asOf: string) => string
}

/** Where what is shown could not be asked for anew: as of when it is, and a way to try again. */
export function StaleNotice({ list, text }: StaleNoticeProps) {
  const { t, i18n } = useTranslation('ui')
  if (!list.isRefetchError) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status" mb="sm">
      {text(formatTime(new Date(list.dataUpdatedAt), i18n.language, 'dd MMM yyyy hh:mm a'))}{' '}
      <Anchor component="button" type="button" onClick={() => void list.refetch()}>
        {t('try-again')}
      </Anchor>
    </Alert>
  )
}
