import type { Alarm } from 'contract'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { AcknowledgeButton, AlarmMenu, ChosenAct, useAlarmActs } from './alarm-acts.tsx'
import classes from './alarm-card.module.css'
import { AlarmPatient, AlarmStatus } from './alarm-facts.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmSentence, useAlarmValueText, useRuleName } from './words.ts'

type AlarmCardProps = {
  alarm: Alarm
  /** Assigned or passed on to the signed-in user. */
  isMine?: boolean
  /** Called when the user follows a link of the card. */
  onLeave?: () => void
}

/**
 * One open alarm in a few lines, so that several are in sight: what it is, of whom, who has it, and what to do. It
 * stays until it is resolved.
 */
export function AlarmCard({ alarm, isMine = false, onLeave }: AlarmCardProps) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const sentence = useAlarmSentence()
  const measured = useAlarmValueText()
  const acts = useAlarmActs(alarm)
  const number = measured.number(alarm, alarm.value)
  const isSeen = alarm.state !== 'active'
  return (
    <article
      className={classes.card}
      data-severity={alarm.severity}
      data-is-seen={isSeen || undefined}
      aria-label={sentence(alarm)}
    >
      <header className={classes.head}>
        <SeverityBadge severity={alarm.severity} isCalm={isSeen} />
        <strong>{ruleName(alarm.rule)}</strong>
        {number !== undefined && (
          <span>
            <strong className={classes.value}>{number}</strong>{' '}
            <span className={classes.small}>{measured.unit(alarm)}</span>
          </span>
        )}
        {isMine && <span className={classes.mine}>{t('mine')}</span>}
        <span className={classes.since}>
          <TimeAgo at={alarm.raised_at} />
        </span>
      </header>
      <div className={classes.body}>
        <AlarmPatient alarm={alarm} onLeave={onLeave} />
        <div className={classes.acts} role="group" aria-label={t('act.group')}>
          <AcknowledgeButton acts={acts} />
          <AlarmMenu acts={acts} onLeave={onLeave} />
        </div>
      </div>
      <AlarmStatus alarm={alarm} isInline />
      <ChosenAct acts={acts} />
    </article>
  )
}
