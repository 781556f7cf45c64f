import { Alert, Anchor, Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { Alarm, LockedAlarm } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMyWards } from '../../clinical/use-my-wards.ts'
import { notificationsPath } from '../../paths.ts'
import { screenLock } from '../../session/lock.ts'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { CardSkeletons } from '../../ui/list/card-skeletons.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AlarmCard } from './alarm-card.tsx'
import { alarmPanelOpen } from './alarm-panel-open.ts'
import classes from './alarms.module.css'
import { useDuties, useLockedAlarms, useOpenAlarms } from './queries.ts'
import { countBySeverity, isMine, sortByUrgency, type WardDuty } from './rules.ts'
import { SoundControls, useSoundText } from './settings/sound-controls.tsx'
import { SeverityCount } from './severity-badge.tsx'
import { useAlarmSound, useSoundControls } from './use-alarm-sound.ts'

const noOpenAlarms: readonly Alarm[] = []
const noLockedAlarms: readonly LockedAlarm[] = []
const noDuties: readonly WardDuty[] = []

/** Shows in the top bar the number of open alarms, and the button that lists them. It also sounds them. */
export function AlarmBell() {
  const { t } = useTranslation('alarms')
  const isPhone = useIsPhone()
  const isOpen = alarmPanelOpen.use()
  const open = useOpenAlarms().data?.alarms ?? noOpenAlarms
  const isLocked = screenLock.use()
  const behindLock = useLockedAlarms(isLocked).data?.alarms ?? noLockedAlarms
  useAlarmSound(isLocked ? behindLock : open)
  const { isOn, mutedUntil } = useSoundControls(open)
  const soundText = useSoundText(open)
  const counts = countBySeverity(open)
  const countTexts = counts.map(({ severity, count }) =>
    t('bell.count', { severity: t(`severity.${severity}`), count }),
  )
  const isMuted = mutedUntil !== undefined
  const Bell = isOn === 'on' && !isMuted ? IconBell : IconBellOff
  return (
    <>
      <UnstyledButton
        className={classes.bell}
        title={soundText}
        aria-haspopup="dialog"
        onClick={() => alarmPanelOpen.set(true)}
      >
        <VisuallyHidden>
          {t('bell.name', {
            counts: countTexts.join(', ') || t('bell.none'),
            sound: isMuted ? t('sound.is.muted-now') : soundText,
          })}
        </VisuallyHidden>
        <Bell size={22} aria-hidden />
        {counts.slice(0, isPhone ? 1 : undefined).map((one) => (
          <SeverityCount key={one.severity} {...one} />
        ))}
        {isMuted && (
          <span className={classes.countdown} aria-hidden>
            {soundText.match(/\d+:\d+/)?.[0]}
          </span>
        )}
      </UnstyledButton>
      <SideSheet
        title={t('bell.title')}
        opened={isOpen}
        position={isPhone ? 'bottom' : 'right'}
        isWide
        onClose={() => alarmPanelOpen.set(false)}
      >
        <OpenAlarmList />
      </SideSheet>
    </>
  )
}

/** Every open alarm, the most urgent first. The order changes only while nobody points at the list. */
function OpenAlarmList() {
  const { t, i18n } = useTranslation(['alarms', 'ui'])
  const { _id: me } = useUser()
  const { data, error, isFetching, isRefetchError, dataUpdatedAt, refetch } = useOpenAlarms()
  const duties = useDuties().data?.wards ?? noDuties
  const myWards = useMyWards()
  const ordered = useMemo(
    () => data && sortByUrgency(data.alarms, me, duties, myWards),
    [data, me, duties, myWards],
  )
  const steady = useSteadyRows({
    rows: ordered,
    question: 'open',
    rowKey: ({ _id }) => _id,
  })
  const again = () => void refetch()
  if (!data && error) return <ErrorState onRetry={again} isRetrying={isFetching} />
  if (!data) return <CardSkeletons label={t('bell.title')} />
  const open = data.alarms
  const stillOpen = new Set(open.map(({ _id }) => _id))
  // Removing a card would move the next patient's buttons under the pointer; an empty list has no buttons.
  const shown = open.length > 0 ? (steady.rows ?? noOpenAlarms) : noOpenAlarms
  const leave = () => alarmPanelOpen.set(false)
  return (
    <div className={classes.panel}>
      <SoundControls open={open} />
      {isRefetchError && (
        <Alert color="yellow" role="status">
          {t('bell.stale', {
            time: formatTime(new Date(dataUpdatedAt), i18n.language, 'dd MMM yyyy HH:mm'),
          })}{' '}
          <Anchor component="button" type="button" onClick={again}>
            {t('ui:try-again')}
          </Anchor>
        </Alert>
      )}
      {steady.isWaiting && (
        <Button variant="light" size="md" className={classes.changed} onClick={steady.showNewest}>
          {t('bell.changed')}
        </Button>
      )}
      {shown.length === 0 ? (
        <EmptyState reason={t('bell.quiet-reason')} />
      ) : (
        <ul className={classes.cards} aria-label={t('bell.title')} {...steady.listProps}>
          {shown.map((alarm) => (
            <li key={alarm._id} className={classes.place}>
              <div inert={!stillOpen.has(alarm._id)}>
                <AlarmCard alarm={alarm} isMine={isMine(alarm, me, duties)} onLeave={leave} />
              </div>
              {!stillOpen.has(alarm._id) && <p className={classes.closed}>{t('state.cleared')}</p>}
            </li>
          ))}
        </ul>
      )}
      <Anchor component={Link} to={notificationsPath} onClick={leave} className={classes.lead}>
        {t('bell.all')}
      </Anchor>
    </div>
  )
}
