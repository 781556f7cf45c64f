import { IconLockOpen } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import classes from './break-glass-notice.module.css'
import { RecordNotice } from './record-notice.tsx'

/** Longest delay of a browser's timer, in milliseconds. */
const maxTimerMs = 2_147_483_647

type BreakGlassNoticeProps = { until: string; onExpired: () => void }

/** Shown while a record is open by exception; requests the record again when the time is over. */
export function BreakGlassNotice({ until, onExpired }: BreakGlassNoticeProps) {
  const { t, i18n } = useTranslation('patient-record')
  useEffect(() => {
    const wait = Math.min(Math.max(Date.parse(until) - Date.now(), 0), maxTimerMs)
    const timer = setTimeout(onExpired, wait)
    return () => clearTimeout(timer)
  }, [until, onExpired])
  return (
    <div className={classes.strip}>
      <RecordNotice
        kind="caution"
        Icon={IconLockOpen}
        title={t('outside.opened-until', { time: formatTime(until, i18n.language, 'dd MMM yyyy HH:mm') })}
      />
    </div>
  )
}
