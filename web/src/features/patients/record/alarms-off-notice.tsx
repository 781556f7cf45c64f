import { IconBellOff } from '@tabler/icons-react'
import type { AlarmOff } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAlarmsOffText } from '../../../clinical/vitals/use-alarms-off-text.ts'
import { formatRecordPath } from './facts/record-paths.ts'
import classes from './patient-banner.module.css'

type AlarmsOffNoticeProps = { patientId: string; alarmsOff: readonly AlarmOff[] }

/** Which vital signs raise no alarm, and until when, so that nobody relies on alarms that are switched off. */
export function AlarmsOffNotice({ patientId, alarmsOff }: AlarmsOffNoticeProps) {
  const { t } = useTranslation('patient-record')
  const what = useAlarmsOffText(alarmsOff)
  if (alarmsOff.length === 0) return null
  return (
    <Link to={formatRecordPath(patientId, 'notify')} className={classes.alarmsOff}>
      <IconBellOff size={16} aria-hidden />
      <strong>{t('alarms-off')}</strong>
      <span className={classes.alarmsOffVitals}>{what}</span>
    </Link>
  )
}
