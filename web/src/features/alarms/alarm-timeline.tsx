import type { Alarm, AlarmStep } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './alarms.module.css'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmValueText } from './words.ts'

/** Every step of an alarm: when, what, who. */
export function AlarmTimeline({ alarm, steps }: { alarm: Alarm; steps: readonly AlarmStep[] }) {
  const { t } = useTranslation('alarms')
  const measured = useAlarmValueText()
  const amount = ({ step, value, severity }: AlarmStep) => {
    if (value === null) return undefined
    if (step === 'escalation-ended') return t('told-times', { count: value })
    if (step === 'snoozed') return t('form.minutes', { minutes: value })
    const number = measured.number({ ...alarm, second: severity ? alarm.second : null }, value)
    return `${number} ${measured.unit(alarm)}`.trim()
  }
  return (
    <ol className={classes.timeline}>
      {steps.map((step) => (
        <li key={step._id}>
          <Time at={step.at} format="dd MMM yyyy HH:mm:ss" className={classes.small} />
          <span className={classes.stepLine}>
            <strong>{t(`step.${step.step}`)}</strong>
            {step.severity && <SeverityBadge severity={step.severity} />}
            {amount(step) && <span>{amount(step)}</span>}
            {step.level && <span>{t(`level.${step.level}`)}</span>}
            {step.told !== null && <span>{t('told', { count: step.told })}</span>}
            {step.to && <span>{t('step-to', { who: formatStaffName(step.to) })}</span>}
          </span>
          <StaffName of={step.by} otherwise={t('detail.by-panel')} className={classes.small} />
          {step.note && <span className={classes.note}>{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}
