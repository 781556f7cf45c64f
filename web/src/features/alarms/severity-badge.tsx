import type { AlarmSeverity } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './severity-badge.module.css'

/** Symbols of IEC 60601-1-8. */
const severitySigns: Record<AlarmSeverity, string> = { high: '!!!', medium: '!!', low: '!' }

/** `isCalm`: of an alarm that somebody has acknowledged. */
type SeverityBadgeProps = { severity: AlarmSeverity; isCalm?: boolean }

/** Colour, symbol and word of a severity. */
export function SeverityBadge({ severity, isCalm = false }: SeverityBadgeProps) {
  const { t } = useTranslation('alarms')
  return (
    <span className={classes.badge} data-severity={severity} data-is-calm={isCalm || undefined}>
      <span aria-hidden className={classes.sign}>
        {severitySigns[severity]}
      </span>
      <span data-word>{t(`severity.${severity}`)}</span>
    </span>
  )
}

/** Number of alarms of a severity, for places without room for the word. */
export function SeverityCount({ severity, count }: { severity: AlarmSeverity; count: number }) {
  return (
    <span className={classes.badge} data-severity={severity} data-is-count aria-hidden>
      <span className={classes.sign}>{severitySigns[severity]}</span>
      {count}
    </span>
  )
}
