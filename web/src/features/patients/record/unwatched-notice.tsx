import { IconBellOff } from '@tabler/icons-react'
import type { Unwatched } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { recordPath } from './facts/record-paths.ts'
import classes from './patient-banner.module.css'

type UnwatchedNoticeProps = { patientId: string; unwatched: readonly Unwatched[] }

/** Which vital signs raise no alarm, and until when, so that nobody relies on alarms that are switched off. */
export function UnwatchedNotice({ patientId, unwatched }: UnwatchedNoticeProps) {
  const { t, i18n } = useTranslation(['patient-record', 'alarms'])
  const vitalName = useVitalName('alarm')
  if (unwatched.length === 0) return null
  const what = unwatched.map(({ vital, until }) => {
    const end = until && t('alarms:notify.until-is', { time: formatTime(until, i18n.language, 'hh:mm a') })
    return [vitalName(vital), end].filter(Boolean).join(' ')
  })
  return (
    <Link to={recordPath(patientId, 'notify')} className={classes.unwatched}>
      <IconBellOff size={16} aria-hidden />
      <strong>{t('alarms-off')}</strong>
      <span className={classes.unwatchedVitals}>{what.join(', ')}</span>
    </Link>
  )
}
