import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAge, formatTime } from './dates.ts'

const refreshMs = 30_000

/** How old a value is, in words, with its full time on hover and to a screen reader. */
export function AgeOf({ moment }: { moment: string }) {
  const { t, i18n } = useTranslation('ui')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const fullTime = formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  const age = formatAge(moment, now, i18n.language) ?? t('just-now')
  return (
    <time dateTime={moment} title={fullTime} aria-label={`${age}, ${fullTime}`}>
      {age}
    </time>
  )
}
