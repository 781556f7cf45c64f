import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { vitalSignsPath } from '../../paths.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { type AlarmAct, AlarmActForm, WorsenedNotice } from './alarm-act-form.tsx'
import { AlarmPatient, AlarmStatus, AlarmValue } from './alarm-facts.tsx'
import { AlarmLocation } from './alarm-location.tsx'
import classes from './alarms.module.css'
import { useAcknowledge, useMayAct } from './queries.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmSentence, useRuleName } from './words.ts'

type AlarmCardProps = {
  alarm: Alarm
  /** Assigned or passed on to the signed-in user. */
  isMine?: boolean
  /** Called when the user follows a link of the card. */
  onLeave?: () => void
}

/** One open alarm with its actions. It stays until it is resolved. */
export function AlarmCard({ alarm, isMine = false, onLeave }: AlarmCardProps) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const sentence = useAlarmSentence()
  return (
    <article
      className={classes.card}
      data-severity={alarm.severity}
      data-is-seen={alarm.state !== 'active' || undefined}
      aria-label={sentence(alarm)}
    >
      <header className={classes.cardHead}>
        <SeverityBadge severity={alarm.severity} />
        {isMine && <span className={classes.mine}>{t('mine')}</span>}
        <span className={classes.small}>
          <TimeAgo moment={alarm.raised_at} />
        </span>
      </header>
      <div className={classes.cardBody}>
        <div className={classes.two}>
          <strong className={classes.rule}>{ruleName(alarm.rule)}</strong>
          <AlarmPatient alarm={alarm} onLeave={onLeave} />
        </div>
        <AlarmValue alarm={alarm} />
      </div>
      <AlarmLocation alarm={alarm} onLeave={onLeave} />
      <AlarmStatus alarm={alarm} />
      <AlarmActs alarm={alarm} />
      {alarm.patient && (
        <Link
          to={vitalSignsPath(alarm.patient._id)}
          className={classes.lead}
          {...(onLeave && { onClick: onLeave })}
        >
          {t('vital-signs')}
        </Link>
      )}
    </article>
  )
}

/** Acknowledge with one click; the other actions open below. Nothing for a user who may only read. */
export function AlarmActs({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const sentence = useAlarmSentence()
  const mayAct = useMayAct()
  const acknowledge = useAcknowledge()
  const [act, setAct] = useState<AlarmAct>()
  if (!mayAct || alarm.state === 'cleared') return null
  const isActive = alarm.state === 'active'
  // Keep a begun note when the alarm has to be acknowledged again: it is saved with the acknowledgement.
  const choices: readonly AlarmAct[] =
    isActive && act !== 'note' ? ['snooze', 'assign', 'close'] : ['note', 'snooze', 'assign', 'close']
  return (
    <>
      <div className={classes.acts} role="group" aria-label={t('act.group')}>
        {isActive && (
          <Button
            size="md"
            data-first
            leftSection={<IconCheck size={18} aria-hidden />}
            aria-label={t('act.acknowledge-of', { what: sentence(alarm) })}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ _id: alarm._id, severity: alarm.severity })}
          >
            {t('act.acknowledge')}
          </Button>
        )}
        {choices.map((choice) => (
          <Button
            key={choice}
            size="md"
            px="sm"
            variant="default"
            aria-expanded={act === choice}
            data-chosen={act === choice || undefined}
            onClick={() => setAct(act === choice ? undefined : choice)}
          >
            {t(`act.${choice}`)}
          </Button>
        ))}
      </div>
      {isActive && <WorsenedNotice error={acknowledge.error} />}
      {act && choices.includes(act) && (
        <AlarmActForm key={act} act={act} alarm={alarm} onDone={() => setAct(undefined)} />
      )}
    </>
  )
}
