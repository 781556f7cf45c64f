import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AgeOf } from '../../ui/date/age-of.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './alarms.module.css'
import { useAlarmsBehindLock } from './queries.ts'
import { SeverityMark } from './severity-mark.tsx'
import { audibleOf } from './sound.ts'

/** How often to check whether a snooze has ended. */
const lookMs = 5_000

/** On a locked screen: severity and place of open alarms, visible to people who walk past. */
export function LockedAlarms() {
  const { t } = useTranslation('second-factor')
  const nameOf = useNameOf()
  const { data } = useAlarmsBehindLock(true)
  const unseen = audibleOf(data?.alarms ?? [], useNow(lookMs))
  return (
    <ul className={classes.cards} aria-label={t('lock.alarms')} aria-live="assertive">
      {unseen.map(({ _id, severity, ward, bed, raised_at }) => (
        <li key={_id}>
          <SeverityMark severity={severity} />{' '}
          <Text component="span" fw={600}>
            {ward ? nameOf(ward) : t('lock.no-ward')}
            {bed && ` · ${t('lock.bed', { bed })}`}
          </Text>{' '}
          <AgeOf moment={raised_at} />
        </li>
      ))}
    </ul>
  )
}
