import type { AlarmSeverity } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './severity-mark.module.css'

/** As IEC 60601-1-8 marks them. */
const signs: Record<AlarmSeverity, string> = { high: '!!!', medium: '!!', low: '!' }

/** Colour, sign and word of a severity. */
export function SeverityMark({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation('alarms')
  return (
    <span className={classes.mark} data-severity={severity}>
      <span aria-hidden className={classes.sign}>
        {signs[severity]}
      </span>
      {t(`severity.${severity}`)}
    </span>
  )
}

/** How many there are of a severity, where there is no room for the word. */
export function SeverityCount({ severity, count }: { severity: AlarmSeverity; count: number }) {
  return (
    <span className={classes.mark} data-severity={severity} data-is-count aria-hidden>
      <span className={classes.sign}>{signs[severity]}</span>
      {count}
    </span>
  )
}
