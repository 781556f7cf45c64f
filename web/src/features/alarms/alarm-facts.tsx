import type { Alarm, PatientLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { formatPatientPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useAlarmPlace, usePatientPlaceFacts } from './alarm-location.tsx'
import classes from './alarms.module.css'
import { getRuleMeasure, isSnoozed } from './rules.ts'
import { useAlarmSubject, useAlarmValueText } from './words.ts'

const snoozeStepMs = 5000

type AlarmPatientProps = {
  alarm: Alarm
  /** Where there is little room: the bed, then the ward, and no HN. */
  isPlaceAlone?: boolean
  onLeave?: (() => void) | undefined
}

/** Name, HN, ward and bed; for an alarm without a patient, the device or number that identifies it. */
export function AlarmPatient({ alarm, isPlaceAlone = false, onLeave }: AlarmPatientProps) {
  const whose = useAlarmSubject()
  const { patient } = alarm
  if (!patient) return <span>{whose(alarm)}</span>
  return (
    <span className={`${classes.two} ${classes.whose}`}>
      <Link
        to={formatPatientPath(patient._id)}
        className={classes.patient}
        {...(onLeave && { onClick: onLeave })}
      >
        <PatientName of={patient} />
      </Link>
      <PatientPlaceFacts alarm={alarm} patient={patient} isPlaceAlone={isPlaceAlone} />
    </span>
  )
}

type PatientPlaceFactsProps = AlarmPatientProps & { patient: PatientLabel }

function PatientPlaceFacts({ alarm, patient, isPlaceAlone }: PatientPlaceFactsProps) {
  const place = usePatientPlaceFacts(alarm)
  const isShort = isPlaceAlone && place.some(Boolean)
  return (
    <span className={classes.small}>
      <InlineFacts
        of={isShort ? (alarm.visit ? place : place.toReversed()) : [`HN ${patient.hn}`, ...place]}
      />
    </span>
  )
}

/** The value that raised the alarm, its unit, the limit it crossed, and the worst value since. */
export function AlarmValue({ alarm }: { alarm: Alarm }) {
  const measured = useAlarmValueText()
  const number = measured.number(alarm, alarm.value)
  const limit = measured.limit(alarm)
  if (number === undefined && limit === undefined) return null
  return (
    <div className={classes.values}>
      {number !== undefined && (
        <span className={classes.value}>
          {number} <span className={classes.unit}>{measured.unit(alarm)}</span>
        </span>
      )}
      {limit && <span className={classes.small}>{limit}</span>}
      <WorstValue alarm={alarm} />
    </div>
  )
}

/** The lowest or highest value since an alarm was raised, if it got worse. */
export function WorstValue({ alarm }: { alarm: Alarm }) {
  const worst = useAlarmValueText().worst(alarm)
  return worst !== undefined && <strong className={classes.worst}>{worst}</strong>
}

type AlarmStatusProps = {
  alarm: Alarm
  /** Shows a few lines, one fact after the other, with the limit and the worst value. */
  isInline?: boolean
}

/** The newest value if it differs, whether the cause is over, who has the alarm, and who was notified. */
export function AlarmStatus({ alarm, isInline = false }: AlarmStatusProps) {
  const { t, i18n } = useTranslation('alarms')
  const now = useNow(alarm.snoozed_until === null ? 0 : snoozeStepMs)
  const { acknowledged_by, acknowledged_at, assigned_to, level, snoozed_until, ended_at, state } = alarm
  const { told, tellings, escalates_at } = alarm
  const time = (instant: string) => formatTime(instant, i18n.language, 'HH:mm')
  const isSilent = snoozed_until !== null && isSnoozed(alarm, now)
  const isWaiting = state === 'active' && !isSilent && (escalates_at !== null || level === 'everybody')
  const next = level === 'everybody' ? 'told-again-at' : 'passed-on-at'
  const { last_at, last_value } = alarm
  const measured = useAlarmValueText()
  const limit = measured.limit(alarm)
  const place = useAlarmPlace(alarm)
  const worst = measured.worst(alarm)
  const isNewer = last_at !== null && last_value !== null && last_value !== alarm.value
  return (
    <ul className={classes.standing} data-is-inline={isInline || undefined}>
      {isInline && place && <li>{place.facts.join(' · ')}</li>}
      {isInline && limit && <li>{limit}</li>}
      {isInline && worst !== undefined && (
        <li>
          <strong>{worst}</strong>
        </li>
      )}
      {isNewer && (
        <li>
          {t('newest')}{' '}
          <strong className={classes.part}>
            {measured.number({ ...alarm, second: null }, last_value)} {getRuleMeasure(alarm.rule).unit}
          </strong>{' '}
          · <TimeAgo at={last_at} />
        </li>
      )}
      {ended_at && state !== 'cleared' && (
        <li>
          {t('ended')} <TimeAgo at={ended_at} />
        </li>
      )}
      {state === 'active' && <li>{t('nobody-yet')}</li>}
      {acknowledged_at && (
        <li>
          {acknowledged_by
            ? t('acknowledged-by', { who: formatStaffName(acknowledged_by) })
            : t('acknowledged')}{' '}
          · <TimeAgo at={acknowledged_at} />
        </li>
      )}
      {assigned_to && <li>{t('assigned-to', { who: formatStaffName(assigned_to) })}</li>}
      {snoozed_until && state !== 'cleared' && isSilent && (
        <li>{t('snoozed-until', { time: formatTime(snoozed_until, i18n.language, 'dd MMM yyyy HH:mm') })}</li>
      )}
      {level !== 'ward' && (
        <li>
          <InlineFacts
            of={[
              t('passed-on', { level: t(`level.${level}`) }),
              told !== null && t('told', { count: told }),
              tellings > 1 && t('told-times', { count: tellings }),
            ]}
          />
        </li>
      )}
      {isWaiting && <li>{escalates_at ? t(next, { time: time(escalates_at) }) : t('told-all')}</li>}
    </ul>
  )
}
