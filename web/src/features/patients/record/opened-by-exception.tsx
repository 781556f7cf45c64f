import { IconLockOpen } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import { Notice } from './notice.tsx'
import classes from './opened-by-exception.module.css'

/** Longest delay of a browser's timer, in milliseconds. */
const longestWaitMs = 2_147_483_647

type OpenedByExceptionProps = { until: string; onOver: () => void }

/** Shown while a record is open by exception; requests the record again when the time is over. */
export function OpenedByException({ until, onOver }: OpenedByExceptionProps) {
  const { t, i18n } = useTranslation('patient-record')
  useEffect(() => {
    const wait = Math.min(Math.max(Date.parse(until) - Date.now(), 0), longestWaitMs)
    const timer = setTimeout(onOver, wait)
    return () => clearTimeout(timer)
  }, [until, onOver])
  return (
    <div className={classes.strip}>
      <Notice
        kind="caution"
        Icon={IconLockOpen}
        title={t('outside.opened-until', { time: formatTime(until, i18n.language, 'dd MMM yyyy hh:mm a') })}
      />
    </div>
  )
}
