import { useTranslation } from 'react-i18next'
import { formatTime } from './dates.ts'
import { useNow } from './use-now.ts'

const tickMs = 1000

export function Clock() {
  const { t, i18n } = useTranslation()
  const now = new Date(useNow(tickMs))
  return (
    <time dateTime={now.toISOString()} aria-label={t('clock')}>
      <bdi>{formatTime(now, i18n.language, 'dd MMM yyyy HH:mm:ss')}</bdi>
    </time>
  )
}
