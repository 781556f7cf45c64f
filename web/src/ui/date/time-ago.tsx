import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPrinted } from '../print/is-printed.ts'
import { formatShortAge, formatTime, formatTimeAgo } from './dates.ts'
import { PrintedTime } from './printed-time.tsx'
import { useDerivedNow } from './use-now.ts'

/** `isShort`: "3 min" instead of "3 min ago", where nothing else stands. */
type TimeAgoProps = { at: string; isShort?: boolean }

/** The age of a value in words, with its full time on hover and for screen readers; on paper the time alone. */
export const TimeAgo = memo(function TimeAgo(props: TimeAgoProps) {
  return useIsPrinted() ? <PrintedTime at={props.at} /> : <Age {...props} />
})

function Age({ at: instant, isShort = false }: TimeAgoProps) {
  const { t, i18n } = useTranslation('ui')
  const fullTime = formatTime(instant, i18n.language, 'dd MMM yyyy HH:mm')
  const age = useDerivedNow((now) =>
    (isShort ? formatShortAge : formatTimeAgo)(instant, new Date(now), i18n.language),
  )
  const text = age ?? t('just-now')
  return (
    <time dateTime={instant} title={fullTime} aria-label={`${text}, ${fullTime}`}>
      {text}
    </time>
  )
}
