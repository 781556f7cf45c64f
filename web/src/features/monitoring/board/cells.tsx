import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconBellCheck,
  IconBellOff,
  IconDeviceWatch,
  IconHeartRateMonitor,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { type Alarm, findRuleLimit, type SicknessLevel, type TileDevice, type WardBoardRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { isIntermittent } from '../../../clinical/newest-values.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { StayPlaceText } from '../../../clinical/patient/stay-place-text.tsx'
import { useRuleText } from '../../../clinical/use-vital-name.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import type { PatientAlarms } from './rules.ts'
import { StayCell } from './stay-cell.tsx'
import classes from './ward-board.module.css'

const iconSize = 16

type PatientCellProps = {
  row: WardBoardRow
  level: SicknessLevel
  /** Set where beds of several wards are shown: the bed alone is ambiguous then. */
  showsWard: boolean
  /** Set where no column shows the isolation. */
  showsIsolation: boolean
  /** On a screen in public view names are short. */
  isPublic?: boolean
}

export function BoardPatient(props: PatientCellProps) {
  const { row, level, showsWard, showsIsolation, isPublic = false } = props
  const { t } = useTranslation(['ward-board', 'patients'])
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const { patient, worst_allergy, alarms_off, stay } = row
  const facts = [
    ...(isPublic ? [] : [`HN ${patient.hn}`]),
    [ageText(patient), t(`patients:gender.${patient.gender}`)].filter(Boolean).join(' '),
    ...(showsWard && patient.ward ? [localName(patient.ward)] : []),
  ]
  return (
    <div className={classes.patient} data-sickness={level}>
      <span className={classes.bed}>
        <VisuallyHidden>{t('column.bed')} </VisuallyHidden>
        {patient.bed ?? '–'}
      </span>
      <div className={classes.names}>
        <PatientName of={patient} isShort={isPublic} className={classes.name} />
        <span className={`${classes.small} ${classes.facts}`}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {stay && <StayPlaceText stay={stay} />}
          {showsIsolation && row.stay?.isolation?.length ? <StayCell column="isolation" row={row} /> : null}
          {worst_allergy && (
            <span className={classes.allergy} data-severity={worst_allergy}>
              <IconAlertTriangle size={14} aria-hidden />
              {t('allergy')}
              <VisuallyHidden>: {t(`patients:allergy-severity.${worst_allergy}`)}</VisuallyHidden>
            </span>
          )}
          {alarms_off.length > 0 && (
            <span className={classes.alarmsOff}>
              <IconBellOff size={14} aria-hidden />
              {t('alarms-off')}
            </span>
          )}
        </span>
      </div>
    </div>
  )
}

const boundSigns = { low: '▼', high: '▲' }
/** Symbols of IEC 60601-1-8. */
const severitySigns = { high: '!!!', medium: '!!', low: '!' }

/** The most urgent open alarm of the patient, and how many there are besides. */
export function AlarmCell({ alarms }: { alarms: PatientAlarms }) {
  const [alarm] = alarms
  return alarm ? <WorstAlarm alarm={alarm} others={alarms.length - 1} /> : <EmptyValue />
}

function WorstAlarm({ alarm, others }: { alarm: Alarm; others: number }) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const ruleText = useRuleText()
  const { severity, rule, value, second, raised_at, acknowledged_at } = alarm
  const { bound } = findRuleLimit(rule) ?? {}
  const Icon = acknowledged_at ? IconBellCheck : IconBell
  return (
    <div className={classes.alarm} data-severity={severity} data-seen={acknowledged_at ? true : undefined}>
      <span className={classes.alarmRule}>
        <span className={classes.alarmSign}>
          <Icon size={14} aria-hidden />
          <span aria-hidden>{severitySigns[severity]}</span>
          <VisuallyHidden>{t(`alarms:severity.${severity}`)}</VisuallyHidden>
        </span>
        {ruleText(rule)}
        {value !== null &&
          ` ${bound ? boundSigns[bound] : ''} ${second === null ? value : `${value}/${second}`}`}
      </span>
      <span className={classes.small}>
        <TimeAgo at={raised_at} isShort />
        {acknowledged_at && ` · ${t('alarms:state.acknowledged')}`}
        {others > 0 && (
          <span title={t('more-alarms', { count: others })}>
            <span aria-hidden> · +{others}</span>
            <VisuallyHidden>, {t('more-alarms', { count: others })}</VisuallyHidden>
          </span>
        )}
      </span>
    </div>
  )
}

/** What the patient wears: the kind by its icon, and in words what is wrong with it. */
export function DevicesCell({ devices, lowBattery }: { devices: readonly TileDevice[]; lowBattery: number }) {
  const { t } = useTranslation('monitoring')
  if (devices.length === 0) return <EmptyValue />
  return (
    <ul className={classes.devices} aria-label={t('devices')}>
      {devices.map(({ _id, kind, status, battery }) => {
        const isLost = status === 'disconnected' && !isIntermittent(kind)
        const isLow = battery !== null && battery <= lowBattery
        const Icon = isLost ? IconPlugConnectedX : kind === 'watch' ? IconDeviceWatch : IconHeartRateMonitor
        const state = `${t(`kind.${kind}`)} · ${t(`status.${status ?? 'never'}`)}`
        return (
          <li key={_id} data-bad={isLost || isLow || undefined} title={state}>
            <Icon size={iconSize} aria-hidden />
            <VisuallyHidden>{state}</VisuallyHidden>
            {isLow && ` ▼ ${battery}%`}
          </li>
        )
      })}
    </ul>
  )
}
