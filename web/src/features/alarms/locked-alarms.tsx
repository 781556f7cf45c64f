import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './alarms.module.css'
import { useLockedAlarms } from './queries.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { listAudibleAlarms } from './sound.ts'

/** How often to check whether a snooze has ended. */
const lookMs = 5_000

/** Shows on a locked screen severity and place of open alarms, visible to people who walk past. */
export function LockedAlarms() {
  const { t } = useTranslation('second-factor')
  const localName = useLocalizedName()
  const { data } = useLockedAlarms(true)
  const unseen = listAudibleAlarms(data?.alarms ?? [], useNow(lookMs))
  return (
    <ul className={classes.cards} aria-label={t('lock.alarms')} aria-live="assertive">
      {unseen.map(({ _id, severity, ward, bed, visit, raised_at }) => (
        <li key={_id}>
          <SeverityBadge severity={severity} />{' '}
          <Text component="span" fw={600}>
            <InlineFacts
              of={[
                ...(visit ? [visit.kind, visit.zone && localName(visit.zone), visit.bay] : []),
                // A patient who waits for a bed is not on the ward.
                ...(visit && !bed ? [] : [ward ? localName(ward) : t('lock.no-ward')]),
                bed && t('lock.bed', { bed }),
              ]}
            />
          </Text>{' '}
          <TimeAgo at={raised_at} />
        </li>
      ))}
    </ul>
  )
}
