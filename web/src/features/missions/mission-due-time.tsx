import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { findMissionDue, isPlannedAhead, type Mission, type MissionDue } from 'contract'
import { useTranslation } from 'react-i18next'
import { nameDue } from '../../clinical/ambulance/mission-words.ts'
import { useSpanText } from '../../clinical/ambulance/use-span-text.ts'
import { formatShortAge } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { useDerivedNow, useNow } from '../../ui/date/use-now.ts'
import classes from './missions.module.css'

const secondMs = 1_000

/**
 * How long is left until the next target of a mission, or how long ago it passed, and when a transport is needed;
 * nothing of what it does not have.
 */
export function MissionDueTime({ mission }: { mission: Mission }) {
  const due = findMissionDue(mission)
  return (
    <>
      {due && <Countdown {...due} kind={mission.kind} />}
      {mission.needed_at && <NeededTime at={mission.needed_at} isAhead={isPlannedAhead(mission)} />}
    </>
  )
}

function Countdown({ interval, due_at, kind }: MissionDue & { kind: string }) {
  const { t } = useTranslation('missions')
  const writeSpan = useSpanText()
  const leftMs = Date.parse(due_at) - useNow(secondMs)
  const isOver = leftMs < 0
  const Icon = isOver ? IconAlertTriangle : IconClock
  const time = writeSpan(Math.abs(leftMs))
  return (
    <p role="timer" className={classes.due} data-over={isOver || undefined}>
      <Icon size={18} aria-hidden /> {nameDue(interval, kind)}:{' '}
      <strong>{t(isOver ? 'due.over' : 'due.left', { time })}</strong>
    </p>
  )
}

/** When a transport is needed, and how long that is from now while somebody waits for it. */
function NeededTime({ at, isAhead }: { at: string; isAhead: boolean }) {
  const { t, i18n } = useTranslation('missions')
  const isOver = useDerivedNow((now) => isAhead && Date.parse(at) < now)
  const time = useDerivedNow((now) => {
    const [first, last] = [Date.parse(at), now].toSorted((one, other) => one - other)
    return formatShortAge(new Date(first ?? now), new Date(last ?? now), i18n.language)
  })
  const Icon = isOver ? IconAlertTriangle : IconClock
  return (
    <p className={classes.due} data-over={isOver || undefined}>
      <Icon size={18} aria-hidden /> {t('needed.at')} <Time at={at} />
      {isAhead && (
        <>
          {' · '}
          <strong>{t(isOver ? 'needed.over' : 'needed.left', { time })}</strong>
        </>
      )}
    </p>
  )
}
