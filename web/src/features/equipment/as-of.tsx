import { useTranslation } from 'react-i18next'
import { callsLostAt } from '../../api/connection.ts'
import { formatStartTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './equipment.module.css'

/** How old what is shown is, while the server does not answer. */
export function AsOf({ seenAt }: { seenAt: number }) {
  const { t, i18n } = useTranslation('equipment')
  const isLost = callsLostAt.use() !== undefined
  const now = useNow()
  return (
    <div role="status">
      {isLost && (
        <p className={classes.hint}>
          {t('as-of', { time: formatStartTime(new Date(seenAt), new Date(now), i18n.language) })}
        </p>
      )}
    </div>
  )
}
