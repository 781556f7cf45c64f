import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAge, formatTime } from './dates.ts'
import { useFromNow } from './use-now.ts'

/** How old a value is, in words, with its full time on hover and to a screen reader. */
export const AgeOf = memo(function AgeOf({ moment }: { moment: string }) {
  const { t, i18n } = useTranslation('ui')
  const fullTime = formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  const age = useFromNow((now) => formatAge(moment, new Date(now), i18n.language)) ?? t('just-now')
  return (
    <time dateTime={moment} title={fullTime} aria-label={`${age}, ${fullTime}`}>
      {age}
    </time>
  )
})
