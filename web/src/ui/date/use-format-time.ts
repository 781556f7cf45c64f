import { useTranslation } from 'react-i18next'
import { formatTime } from './dates.ts'

/** An instant as the words of a sentence; beside others it is a `Time`. */
export function useFormatTime(): (at: string) => string {
  const { i18n } = useTranslation()
  return (at) => formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')
}
