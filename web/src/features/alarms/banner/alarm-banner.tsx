import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { AlarmPatient } from '../alarm-facts.tsx'
import { useAlarmSentence } from '../words.ts'
import classes from './alarm-banner.module.css'
import { AlarmLineActs, AlarmRule } from './alarm-line.tsx'
import { patientInRecord, useNewAlarms, useSettledAlarm, useUnseenAlarms } from './unseen-alarms.ts'

/**
 * On every screen, while an alarm of high priority is not acknowledged. An open record shows the alarms of its patient
 * itself.
 */
export function AlarmBanner() {
  const { t } = useTranslation('alarms')
  const sentence = useAlarmSentence()
  const unseen = useUnseenAlarms()
  const said = useNewAlarms(unseen)
  const inRecord = patientInRecord.use()
  const elsewhere = unseen.filter(({ patient }) => !patient || patient._id !== inRecord)
  const { shown, isSettled } = useSettledAlarm(elsewhere)
  const isPhone = useIsPhone()
  return (
    <>
      <VisuallyHidden role="alert">
        {said.map((alarm) => (
          <p key={alarm._id}>{t('banner.said', { what: sentence(alarm) })}</p>
        ))}
      </VisuallyHidden>
      {shown && (
        <section className={classes.banner} data-alarm-banner aria-label={t('banner.name')}>
          <div className={classes.what}>
            <AlarmRule alarm={shown} />
            <AlarmPatient alarm={shown} isPlaceAlone={isPhone} />
          </div>
          <AlarmLineActs alarm={shown} others={elsewhere.length - 1} isSettled={isSettled} isListNeeded />
        </section>
      )}
    </>
  )
}
