import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'

export function PrintedDateTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')
}
