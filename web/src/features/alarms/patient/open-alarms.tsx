import { Button, UnstyledButton } from '@mantine/core'
import { IconBellCheck, IconCheck } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { WorsenedNotice } from '../alarm-act-form.tsx'
import { AlarmDrawer } from '../alarm-drawer.tsx'
import { useAcknowledge, useMayAct, useOpenAlarms } from '../queries.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useAlarmSentence, useAlarmValueText, useRuleName } from '../words.ts'
import classes from './open-alarms.module.css'

/** One line tells the number of acknowledged alarms beyond these, so that the values below them stay in sight. */
const mostSeen = 1

/** The open alarms of one patient, the most urgent first, one line each. */
export function PatientOpenAlarms({ patientId }: { patientId: string }) {
  const { t } = useTranslation('alarms')
  const found = useOpenAlarms()
  const [openId, setOpenId] = useState<string>()
  const [isUnfolded, setUnfolded] = useState(false)
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return null
  const own = found.data.alarms.filter(({ patient }) => patient?._id === patientId)
  const seen = own.filter(({ state }) => state !== 'active')
  const isFolded = seen.length > mostSeen && !isUnfolded
  return (
    <section aria-label={t('bell.title')}>
      {own.length === 0 ? (
        <p className={classes.quiet}>
          <IconBellCheck size={18} aria-hidden /> {t('none-open')}
        </p>
      ) : (
        <ul className={classes.alarms}>
          {(isFolded ? own.filter(({ state }) => state === 'active') : own).map((alarm) => (
            <OpenAlarmLine key={alarm._id} alarm={alarm} onOpen={() => setOpenId(alarm._id)} />
          ))}
          {seen.length > mostSeen && (
            <li>
              <UnstyledButton
                className={classes.fold}
                aria-expanded={!isFolded}
                onClick={() => setUnfolded(isFolded)}
              >
                <IconCheck size={16} aria-hidden />
                {t('acknowledged-count', { count: seen.length })} ·{' '}
                {t(isFolded ? 'show-acknowledged' : 'hide-acknowledged')}
              </UnstyledButton>
            </li>
          )}
        </ul>
      )}
      <AlarmDrawer id={openId} onClose={() => setOpenId(undefined)} />
    </section>
  )
}

/** The line opens the alarm with all that can be done; the button acknowledges it. */
function OpenAlarmLine({ alarm, onOpen }: { alarm: Alarm; onOpen: () => void }) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const sentence = useAlarmSentence()
  const measured = useAlarmValueText()
  const mayAct = useMayAct()
  const acknowledge = useAcknowledge()
  const { severity, state, raised_at, ended_at, acknowledged_by } = alarm
  const number = measured.number(alarm, alarm.value)
  return (
    <li className={classes.alarm} data-severity={severity} data-seen={state !== 'active' || undefined}>
      <UnstyledButton className={classes.what} onClick={onOpen}>
        <SeverityBadge severity={severity} />
        <strong>
          {ruleName(alarm.rule)}
          {number && ` ${number} ${measured.unit(alarm)}`}
        </strong>
        <span className={classes.small}>
          {[measured.limit(alarm), measured.worst(alarm)].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.small}>
          <TimeAgo at={raised_at} />
          {ended_at && (
            <>
              {' · '}
              {t('ended')} <TimeAgo at={ended_at} />
            </>
          )}
        </span>
      </UnstyledButton>
      {state !== 'active' ? (
        <span className={classes.seen}>
          <IconCheck size={16} aria-hidden />
          {acknowledged_by
            ? t('acknowledged-by', { who: formatStaffName(acknowledged_by) })
            : t('acknowledged')}
        </span>
      ) : (
        mayAct && (
          <Button
            size="md"
            leftSection={<IconCheck size={18} aria-hidden />}
            aria-label={t('act.acknowledge-of', { what: sentence(alarm) })}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ _id: alarm._id, severity })}
          >
            {t('act.acknowledge')}
          </Button>
        )
      )}
      {state === 'active' && <WorsenedNotice error={acknowledge.error} />}
    </li>
  )
}
