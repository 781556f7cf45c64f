import { IconBellOff } from '@tabler/icons-react'
import type { AlarmOff } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { recordPath } from './facts/record-paths.ts'
import classes from './patient-banner.module.css'

type AlarmsOffNoticeProps = { patientId: string; alarmsOff: readonly AlarmOff[] }

/** Which vital signs raise no alarm, and until when, so that nobody relies on alarms that are switched off. */
export function AlarmsOffNotice({ patientId, alarmsOff }: AlarmsOffNoticeProps) {
  const { t, i18n } = useTranslation(['patient-record', 'alarms'])
  const vitalName = useVitalName('alarm')
  if (alarmsOff.length === 0) return null
  const what = alarmsOff.map(({ vital, until }) => {
    const end = until && t('alarms:notify.until-is', { time: formatTime(until, i18n.language, 'HH:mm') })
    return [vitalName(vital), end].filter(Boolean).join(' ')
  })
  return (
    <Link to={recordPath(patientId, 'notify')} className={classes.alarmsOff}>
      <IconBellOff size={16} aria-hidden />
      <strong>{t('alarms-off')}</strong>
      <span className={classes.alarmsOffVitals}>{what.join(', ')}</span>
    </Link>
  )
}
