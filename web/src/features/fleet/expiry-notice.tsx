import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react'
import { judgeExpiry } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import classes from './fleet.module.css'

/** Says that a document runs out soon or has run out; draws nothing while there is time. */
export function ExpiryNotice({ name, date }: { name: string; date: string | null }) {
  const { t, i18n } = useTranslation('fleet')
  const today = useToday()
  if (date === null) return null
  const { state, days } = judgeExpiry(date, today)
  if (state === 'valid') return null
  const Icon = state === 'past' ? IconAlertTriangle : IconClockExclamation
  return (
    <span className={classes.expiry} data-state={state}>
      <Icon size={16} aria-hidden />
      <span>
        {t(`expiry.${days === 0 ? 'today' : state}`, {
          name,
          count: Math.abs(days),
          date: formatDate(date, i18n.language),
        })}
      </span>
    </span>
  )
}
