import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { type AlarmTimes, findLastObserved, type WardBoardRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { getScoreSeverity } from '../../../clinical/newest-values.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { describeScore, isUnobserved } from './rules.ts'
import classes from './ward-board.module.css'

type ScoreCellProps = { row: WardBoardRow; times: AlarmTimes }

/** The early-warning score with its course and the age of its oldest part, or why there is none. */
export function ScoreCell({ row, times }: ScoreCellProps) {
  const { t } = useTranslation(['ward-board', 'alarms'])
  const now = useNow()
  const today = useToday()
  const state = describeScore(row, { now, today })
  if (state.kind === 'score') {
    const { value, oldestAt, isOld } = state
    return (
      <div className={classes.score}>
        <span className={classes.scoreLine}>
          <span
            className={classes.scoreValue}
            data-severity={getScoreSeverity(value, times)}
            data-old={isOld || undefined}
          >
            {value}
          </span>
          {row.score_before && <Course value={value} before={row.score_before} />}
        </span>
        <span className={classes.small} data-warns={isOld || undefined}>
          {t(isOld ? 'score.old' : 'score.oldest')} <TimeAgo at={oldestAt} isShort />
        </span>
      </div>
    )
  }
  if (state.kind === 'unmeasured')
    return (
      <span className={classes.warning} data-is-short>
        {t('score.unmeasured')}
      </span>
    )
  const observedAt = findLastObserved(row.latest)
  return (
    <div className={classes.score}>
      {observedAt !== undefined && isUnobserved(row, now) && (
        <span className={classes.warning}>
          {t('score.unobserved')} <TimeAgo at={observedAt} />
        </span>
      )}
      <span className={classes.small}>
        {state.kind === 'incomplete'
          ? describeMissing(state.missing.map((parameter) => t(`alarms:parameter.${parameter}`)))
          : t(`score.${state.kind}`)}
      </span>
    </div>
  )

  function describeMissing(names: readonly string[]): string {
    if (names.length === 0 || names.length > mostNamed) return t('score.incomplete')
    return t('score.lacks', { parts: names.join(', ') })
  }
}

/** More missing parts than this are not named: most of the score is missing. */
const mostNamed = 2

function Course({ value, before }: { value: number; before: NonNullable<WardBoardRow['score_before']> }) {
  const { t } = useTranslation('ward-board')
  const course = value > before.value ? 'rose' : value < before.value ? 'fell' : 'same'
  const Arrow = { rose: IconArrowUpRight, fell: IconArrowDownRight, same: IconArrowRight }[course]
  return (
    <span className={classes.course} data-course={course}>
      <Arrow size={16} aria-hidden />
      <VisuallyHidden>{t(`course.${course}`)}</VisuallyHidden>
      {course !== 'same' && <span>{t('score.from', { value: before.value })}</span>}
      <VisuallyHidden>
        , <TimeAgo at={before.measured_at} />
      </VisuallyHidden>
    </span>
  )
}
