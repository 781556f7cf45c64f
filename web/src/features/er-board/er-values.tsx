import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { type ErRow, type ErValue, isScoreKept } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  computeLevel,
  formatFigure,
  getScoreSeverity,
  isStaleValue,
  type TileVital,
} from '../../clinical/newest-values.ts'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { useAlarmLimits } from '../../clinical/vitals/use-alarm-limits.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import classes from './er-board.module.css'
import type { ErCardSettings } from './er-card.tsx'

const shownVitals = [
  'blood_pressure',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
] as const satisfies readonly TileVital[]

type ErValuesProps = Pick<ErCardSettings, 'limits' | 'times'> & { row: ErRow }

/** The newest vital signs, each with its age, and NEWS2 beside that of the last triage. */
export function ErValues({ row, limits, times }: ErValuesProps) {
  const { t } = useTranslation(['er-board', 'monitoring', 'bands'])
  const vitalName = useVitalName('tile')
  const { latest, last, visit } = row
  const alarmLimits = useAlarmLimits(limits, row)
  const score = latest.find(({ vital }) => vital === 'news2')
  if (latest.length === 0) return <p className={classes.small}>{t('never')}</p>
  return (
    <div className={classes.values}>
      {shownVitals.map((vital) => {
        const value = latest.find((one) => one.vital === vital)
        if (!value) return null
        const level = computeLevel(vital, latest, alarmLimits)
        return (
          <Value key={vital} name={vitalName(vital)} value={value} visitedAt={visit.visited_at}>
            <b className={classes.figure} data-level={level} title={level && t(`bands:level.${level}`)}>
              {formatFigure(vital, value)}
              {level && (
                <>
                  <span aria-hidden>{level.endsWith('low') ? '▼' : '▲'}</span>
                  <VisuallyHidden> {t(`bands:level.${level}`)}</VisuallyHidden>
                </>
              )}
            </b>
          </Value>
        )
      })}
      {typeof score?.value === 'number' ? (
        <Value
          name={t('monitoring:news2')}
          value={score}
          visitedAt={visit.visited_at}
          oldestAt={score.note ?? score.measured_at}
        >
          <b className={classes.figure} data-severity={getScoreSeverity(score.value, times)}>
            {score.value}
          </b>
          {typeof last?.news2 === 'number' && <Course value={score.value} before={last.news2} />}
        </Value>
      ) : (
        <span className={classes.small}>{t(visit.is_pregnant ? 'score.pregnant' : 'score.none')}</span>
      )}
    </div>
  )
}

type ValueProps = {
  name: string
  value: ErValue
  visitedAt: string
  /** When the oldest part of a score was measured. */
  oldestAt?: string
  children: ReactNode
}

/**
 * A newest value with its age, highlighted for a few seconds when it is new. Newest values outlive a visit: what was
 * measured before the arrival, or long ago, does not tell how the patient is.
 */
function Value({ name, value: { measured_at }, visitedAt, oldestAt, children }: ValueProps) {
  const { t } = useTranslation('er-board')
  const isBefore = Date.parse(measured_at) < Date.parse(visitedAt)
  const isStale = useDerivedNow((now) => isStaleValue({ measured_at }, now))
  const isNoScoreNow = useDerivedNow(
    (now) => oldestAt !== undefined && !isScoreKept({ note: oldestAt, measured_at }, now),
  )
  // The value that was there first is not highlighted as new.
  const [firstMeasuredAt] = useState(measured_at)
  return (
    <span
      key={measured_at}
      className={classes.value}
      data-new={measured_at !== firstMeasuredAt || undefined}
      data-old={isBefore || isStale || isNoScoreNow || undefined}
    >
      <span className={classes.small}>{name}</span> {children}{' '}
      <span className={classes.small}>
        {isNoScoreNow && `${t('score.old')} `}
        <TimeAgo at={isNoScoreNow && oldestAt ? oldestAt : measured_at} isShort />
        {isBefore && <VisuallyHidden> {t('before-visit')}</VisuallyHidden>}
      </span>
    </span>
  )
}

function Course({ value, before }: { value: number; before: number }) {
  const { t } = useTranslation('er-board')
  const course = value > before ? 'rose' : value < before ? 'fell' : 'same'
  const Arrow = { rose: IconArrowUpRight, fell: IconArrowDownRight, same: IconArrowRight }[course]
  return (
    <span className={classes.small}>
      <Arrow size={14} aria-hidden />
      <VisuallyHidden>{t(`score.${course}`)}</VisuallyHidden>
      {course !== 'same' && t('score.then', { value: before })}
    </span>
  )
}
