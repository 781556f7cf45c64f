import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { probeConnection } from '../api/client.ts'
import { connectionLostAt } from '../api/connection.ts'
import { session } from '../session/session.ts'
import { formatStartTime } from '../ui/date/dates.ts'
import { useNow } from '../ui/date/use-now.ts'
import classes from './connection-notice.module.css'

const probeIntervalMs = 5000

/** Retries until the server can be reached again; shows the notice itself where there is no frame to show it. */
export function ConnectionProbe() {
  const isLost = connectionLostAt.use() !== undefined
  const isSignedIn = session.use() !== undefined
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(probeConnection, probeIntervalMs)
    addEventListener('online', probeConnection)
    return () => {
      clearInterval(timer)
      removeEventListener('online', probeConnection)
    }
  }, [isLost])
  return isSignedIn ? null : <ConnectionNotice />
}

/** Shows since when the server cannot be reached: in the top bar where there is room, else above the screen. */
export function ConnectionNotice({ isInBar = false }: { isInBar?: boolean }) {
  const { t, i18n } = useTranslation()
  const since = connectionLostAt.use()
  const now = useNow()
  return (
    <div role="status" className={classes.place} data-in-bar={isInBar || undefined}>
      {since !== undefined && (
        <p className={classes.notice}>
          <IconCloudOff size={18} aria-hidden />
          <span>
            {t('connection-lost', { time: formatStartTime(new Date(since), new Date(now), i18n.language) })}
          </span>
          <span className={classes.more}>{t('connection-lost-more')}</span>
        </p>
      )}
    </div>
  )
}
