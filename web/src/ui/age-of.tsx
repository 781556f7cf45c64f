import { useTranslation } from 'react-i18next'
import { formatAge, formatTime } from './dates.ts'
import { useNow } from './use-now.ts'

/** How old a value is, in words, with its full time on hover and to a screen reader. */
export function AgeOf({ moment }: { moment: string }) {
  const { t, i18n } = useTranslation('ui')
  const now = useNow()
  const fullTime = formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  const age = formatAge(moment, new Date(now), i18n.language) ?? t('just-now')
  return (
    <time dateTime={moment} title={fullTime} aria-label={`${age}, ${fullTime}`}>
      {age}
    </time>
  )
}
