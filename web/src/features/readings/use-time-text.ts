import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'

/** Date and time in the hospital's time zone. */
export function useTimeText(): (at: string) => string {
  const { i18n } = useTranslation()
  return (at) => formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')
}
