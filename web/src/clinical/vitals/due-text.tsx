import { isObservationOverdue, type ObservationTimes, planObservation, type RoundRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatShortAge, formatTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './due-text.module.css'
import { useIntervalText } from './use-interval-text.ts'

/** Within this span a time of the clock is clear without its day, also after midnight. */
const nearMs = 12 * 3_600_000

type DueTextProps = { row: Pick<RoundRow, 'latest' | 'order' | 'stay'>; times: ObservationTimes }

/** When the vital signs of a patient are due, and by what. Nothing is due of somebody on leave. */
export function DueText({ row: { latest, order, stay }, times }: DueTextProps) {
  const { t, i18n } = useTranslation('rounds')
  const now = useNow()
  const intervalText = useIntervalText()
  if (stay?.kind === 'leave') return <span className={classes.why}>{t('due.leave')}</span>
  const plan = planObservation(latest, order, times)
  const score = latest.find(({ vital }) => vital === 'news2')?.value
  const isNear = plan.dueAt !== undefined && Math.abs(new Date(plan.dueAt).getTime() - now) < nearMs
  const interval = intervalText(plan.everyMinutes)
  return (
    <div>
      {plan.dueAt === undefined ? (
        <strong className={classes.overdue}>{t('due.overdue')}</strong>
      ) : isObservationOverdue(plan, now) ? (
        <strong className={classes.overdue}>
          {t('due.overdue-for', { age: formatShortAge(plan.dueAt, new Date(now), i18n.language) })}
        </strong>
      ) : (
        <span className={classes.at}>
          {t('due.at', {
            time: formatTime(plan.dueAt, i18n.language, isNear ? 'HH:mm' : 'dd MMM yyyy HH:mm'),
          })}
        </span>
      )}
      <span className={classes.why}>
        {plan.lastAt === undefined && `${t('due.never')} · `}
        {plan.isContinuous && <strong>{t('due.continuous')} · </strong>}
        {plan.reason === 'order'
          ? t('due.ordered', { interval })
          : plan.reason === 'lapsed'
            ? t('due.lapsed', { score, interval, ordered: intervalText(order?.every_minutes ?? 0) })
            : plan.reason === 'score'
              ? t('due.score', { score, interval })
              : t('due.every', { interval })}
      </span>
    </div>
  )
}
