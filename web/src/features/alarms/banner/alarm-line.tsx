import { Button } from '@mantine/core'
import { IconCheck, IconList } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { alarmPanelOpen } from '../alarm-panel-open.ts'
import { useAcknowledge, useMayAct } from '../queries.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useAlarmSentence, useAlarmValueText, useRuleName } from '../words.ts'
import classes from './alarm-banner.module.css'

/** What was measured beyond which limit, and when. */
export function AlarmRule({ alarm }: { alarm: Alarm }) {
  const ruleName = useRuleName()
  const measured = useAlarmValueText()
  const number = measured.number(alarm, alarm.value)
  return (
    <span className={classes.rule}>
      <SeverityBadge severity={alarm.severity} />
      <strong className={classes.measured}>
        {ruleName(alarm.rule)}
        {number && ` ${number} ${measured.unit(alarm)}`}
      </strong>
      <span className={classes.since}>
        <TimeAgo at={alarm.raised_at} />
      </span>
    </span>
  )
}

type AlarmActsProps = {
  alarm: Alarm
  /** How many others there are. */
  others: number
  /** Whether the alarm has been shown long enough to be acknowledged by a click that was meant for it. */
  isSettled: boolean
  /** Whether there is a button that opens the list of all alarms. */
  isListNeeded: boolean
}

/** Opens the list of all alarms, and acknowledges this one. */
export function AlarmLineActs({ alarm, others, isSettled, isListNeeded }: AlarmActsProps) {
  const { t } = useTranslation('alarms')
  const sentence = useAlarmSentence()
  const mayAct = useMayAct()
  const acknowledge = useAcknowledge()
  return (
    <div className={classes.acts}>
      {isListNeeded && (
        <Button
          size="sm"
          variant="default"
          className={classes.others ?? ''}
          onClick={() => alarmPanelOpen.set(true)}
        >
          <span className={classes.words}>
            {others > 0 ? t('banner.more', { count: others }) : t('banner.show')}
          </span>
          <span className={classes.short} aria-hidden>
            {others > 0 ? `+${others}` : <IconList size={18} />}
          </span>
        </Button>
      )}
      {mayAct && (
        <Button
          size="sm"
          leftSection={<IconCheck size={16} aria-hidden />}
          data-acknowledge
          aria-label={t('act.acknowledge-of', { what: sentence(alarm) })}
          aria-disabled={!isSettled}
          data-disabled={!isSettled}
          loading={acknowledge.isPending}
          onClick={() => isSettled && acknowledge.mutate({ _id: alarm._id, severity: alarm.severity })}
        >
          {t('act.acknowledge')}
        </Button>
      )}
    </div>
  )
}
