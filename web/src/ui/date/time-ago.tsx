import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, formatTimeAgo } from './dates.ts'
import { useDerivedNow } from './use-now.ts'

/** The age of a value in words, with its full time on hover and for screen readers. */
export const TimeAgo = memo(function TimeAgo({ moment: instant }: { moment: string }) {
  const { t, i18n } = useTranslation('ui')
  const fullTime = formatTime(instant, i18n.language, 'dd MMM yyyy hh:mm a')
  const age = useDerivedNow((now) => formatTimeAgo(instant, new Date(now), i18n.language)) ?? t('just-now')
  return (
    <time dateTime={instant} title={fullTime} aria-label={`${age}, ${fullTime}`}>
      {age}
    </time>
  )
})
