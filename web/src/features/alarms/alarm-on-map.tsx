import { Anchor, Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatAlarmPath } from '../../paths.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import type { MapPoint } from '../../ui/map/map-place.ts'
import { AlarmPatient } from './alarm-facts.tsx'
import { AlarmLocation } from './alarm-location.tsx'
import classes from './alarms.module.css'
import { useAlarm } from './queries.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmSentence, useRuleName } from './words.ts'

/** The position of an alarm, as a marker for the map. */
export function useAlarmPoint(id: string | undefined): MapPoint | undefined {
  const sentence = useAlarmSentence()
  const alarm = useAlarm(id).data?.alarm
  if (!alarm || alarm.lat === null || alarm.lang === null) return undefined
  return { id: alarm._id, lat: alarm.lat, lng: alarm.lang, label: sentence(alarm) }
}

/** Shows above a map that was opened for one alarm the alarm, the patient, and the place in words. */
export function AlarmOnMap({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const { data, error, isLoadingError, isFetching, refetch } = useAlarm(id)
  if (isLoadingError) return <QueryFailure query={{ error, isFetching, refetch }} />
  if (!data) return <Skeleton height="7rem" radius="md" />
  const { alarm } = data
  return (
    <section className={classes.onMap} aria-label={t('place.focused')}>
      <div className={classes.onMapHead}>
        <SeverityBadge severity={alarm.severity} />
        <strong>{ruleName(alarm.rule)}</strong>
        <TimeAgo at={alarm.raised_at} />
      </div>
      <AlarmPatient alarm={alarm} />
      <AlarmLocation alarm={alarm} isOnMap />
      <div className={classes.acts}>
        <Anchor component={Link} to={formatAlarmPath(id)} className={classes.lead}>
          {t('place.open-alarm')}
        </Anchor>
        <Button size="md" variant="default" onClick={onClose}>
          {t('place.all')}
        </Button>
      </div>
      <small className={classes.small}>{t('place.source')}</small>
    </section>
  )
}
