import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { findMissionDue, type Mission, type MissionDue } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../../ui/date/format-span.ts'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './missions.module.css'

const secondMs = 1_000

/** How long is left until the next target of a mission, or how long ago it passed; nothing if none is open. */
export function MissionDueTime({ mission }: { mission: Mission }) {
  const due = findMissionDue(mission)
  return due && <Countdown {...due} />
}

function Countdown({ interval, due_at }: MissionDue) {
  const { t } = useTranslation('missions')
  const leftMs = Date.parse(due_at) - useNow(secondMs)
  const isOver = leftMs < 0
  const Icon = isOver ? IconAlertTriangle : IconClock
  const time = formatSpan(Math.abs(leftMs))
  return (
    <p role="timer" className={classes.due} data-over={isOver || undefined}>
      <Icon size={18} aria-hidden /> {t(`due.${interval}`)}:{' '}
      <strong>{t(isOver ? 'due.over' : 'due.left', { time })}</strong>
    </p>
  )
}
