import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { probeConnection } from '../api.ts'
import { connection } from './connection.ts'
import classes from './connection-notice.module.css'

const probeIntervalMs = 5000

/** Says that the server cannot be reached, and keeps trying until it can. */
export function ConnectionNotice() {
  const { t } = useTranslation()
  const isLost = connection.use() === 'lost'
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(probeConnection, probeIntervalMs)
    addEventListener('online', probeConnection)
    return () => {
      clearInterval(timer)
      removeEventListener('online', probeConnection)
    }
  }, [isLost])
  return (
    <div role="status">
      {isLost && (
        <p className={classes.notice}>
          <IconCloudOff size={18} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
