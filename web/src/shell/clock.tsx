import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/dates.ts'

const tickMs = 1000

export function Clock() {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={now.toISOString()} aria-label={t('clock')}>
      <bdi>{formatTime(now, i18n.language, 'dd MMM yyyy hh:mm:ss a')}</bdi>
    </time>
  )
}
