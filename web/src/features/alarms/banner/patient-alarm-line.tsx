import { useTranslation } from 'react-i18next'
import classes from './alarm-banner.module.css'
import { AlarmLineActs, AlarmRule } from './alarm-line.tsx'
import { useSettledAlarm, useShowInRecord, useUnseenAlarms } from './unseen-alarms.ts'

/** Shows in a patient's record the alarm of high priority of this patient that is not acknowledged. */
export function PatientAlarmLine({ patientId }: { patientId: string }) {
  const { t } = useTranslation('alarms')
  useShowInRecord(patientId)
  const own = useUnseenAlarms().filter(({ patient }) => patient?._id === patientId)
  const { shown, isSettled } = useSettledAlarm(own)
  if (!shown) return null
  return (
    <div className={classes.line} data-alarm-line role="group" aria-label={t('banner.name')}>
      <AlarmRule alarm={shown} />
      <AlarmLineActs
        alarm={shown}
        others={own.length - 1}
        isSettled={isSettled}
        isListNeeded={own.length > 1}
      />
    </div>
  )
}
