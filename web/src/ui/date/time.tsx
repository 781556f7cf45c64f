import { useTranslation } from 'react-i18next'
import { formatTime, type TimeFormat } from './dates.ts'

type TimeProps = { at: string; format?: TimeFormat; className?: string | undefined }

/** When something happened, in the hospital's time zone; by default with date and time to the minute. */
export function Time({ at, format = 'dd MMM yyyy HH:mm', className }: TimeProps) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} className={className}>
      {formatTime(at, i18n.language, format)}
    </time>
  )
}
