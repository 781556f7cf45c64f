import { useTranslation } from 'react-i18next'
import { connectionLostAt } from '../api/connection.ts'
import { formatStartTime } from '../ui/date/dates.ts'
import { useNow } from '../ui/date/use-now.ts'
import { getLastEventTime, liveStatus } from './live.ts'
import classes from './live-dot.module.css'

const tickMs = 1_000

/** Whether the stream is live and how long ago it last received something, or since when it is lost. */
export function LiveDot() {
  const { t, i18n } = useTranslation('monitoring')
  const status = liveStatus.use()
  const since = connectionLostAt.use()
  const now = useNow(tickMs)
  const heardAt = getLastEventTime()
  const seconds = heardAt === undefined ? undefined : Math.max(0, Math.round((now - heardAt) / 1000))
  const isLost = since !== undefined
  return (
    <span className={classes.live} data-status={isLost ? 'lost' : status}>
      <span className={classes.dot} aria-hidden />
      <span role="status">
        {isLost
          ? t('lost-since', { time: formatStartTime(new Date(since), new Date(now), i18n.language) })
          : t(`live.${status}`)}
      </span>
      {!isLost && seconds !== undefined && (
        <span className={classes.heard}>
          {seconds < 60
            ? t('heard-seconds', { count: seconds })
            : t('heard-minutes', { count: Math.floor(seconds / 60) })}
        </span>
      )}
    </span>
  )
}
