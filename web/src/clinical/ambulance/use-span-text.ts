import { useTranslation } from 'react-i18next'
import { formatSpan } from '../../ui/date/format-span.ts'

const hourMs = 3_600_000

/** How long something took, with its unit: minutes and seconds, or from one hour on with the hours. */
export function useSpanText(): (ms: number) => string {
  const { t } = useTranslation('calculations')
  return (ms) => t(ms < hourMs ? 'lasted.minutes' : 'lasted.hours', { time: formatSpan(ms) })
}
