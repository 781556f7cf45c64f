import {
  IconBattery2,
  IconBattery4,
  IconClockExclamation,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlugOff,
} from '@tabler/icons-react'
import type { Device, PatientLabel, StaffLabel, WrongClock } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMac } from '../../clinical/device-mac.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatPatientPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './cells.module.css'

export function DeviceTime({ at }: { at: string }) {
  return <Time at={at} className={classes.part} />
}

/** When something was done, and by whom. */
export function ActionTimeAndStaff({ at, by }: { at: string; by: StaffLabel | null }) {
  return (
    <div className={classes.two}>
      <DeviceTime at={at} />
      <StaffName of={by} className={classes.small} />
    </div>
  )
}

export function DeviceName({
  device,
}: {
  device: Pick<Device, 'name' | 'kind' | 'mac'> & {
    model?: string | null
    glucose_unit?: Device['glucose_unit']
  }
}) {
  const { t } = useTranslation('devices')
  return (
    <div className={classes.two}>
      <span className={classes.name}>{device.name}</span>
      <span className={classes.small}>
        <InlineFacts
          of={[
            t(`kind.${device.kind}`),
            device.model,
            device.glucose_unit && t('unit.shown', { unit: device.glucose_unit }),
          ]}
        />
      </span>
      <span className={classes.small}>
        <MacText mac={device.mac} />
      </span>
    </div>
  )
}

export function MacText({ mac }: { mac: string }) {
  return <span className={classes.code}>{formatMac(mac)}</span>
}

const statusIcons = { connected: IconPlugConnected, disconnected: IconPlugConnectedX, never: IconPlugOff }

/**
 * Whether the device sends, since when it has not, its battery, and whether its clock is wrong. When a device that
 * sends was last heard changes with every message, which no event tells; that it is heard no more is told.
 */
export function DeviceConnection({
  device: { status, last_seen_at: seen, battery, clock, retired_at },
  lowBattery,
}: {
  device: Pick<Device, 'status' | 'last_seen_at' | 'battery' | 'clock' | 'retired_at'>
  /** At or below this many percent a battery is low. */
  lowBattery: number
}) {
  const { t } = useTranslation('devices')
  const known = status ?? 'never'
  const Icon = statusIcons[known]
  const isHeardNow = known === 'connected' && retired_at === null
  return (
    <div className={classes.two}>
      <span className={classes.status} data-status={known}>
        <Icon size={16} aria-hidden />
        {t(`status.${known}`)}
      </span>
      {seen && !isHeardNow && (
        <span className={classes.small}>
          {t('heard')}{' '}
          <span className={classes.part}>
            <TimeAgo at={seen} />
          </span>
        </span>
      )}
      {battery !== null && <Battery percent={battery} isLow={battery <= lowBattery} />}
      {clock && <WrongClockNote clock={clock} />}
    </div>
  )
}

function WrongClockNote({ clock: { behind_seconds, is_corrected } }: { clock: WrongClock }) {
  const { t, i18n } = useTranslation('devices')
  const time = formatDuration(Math.abs(behind_seconds), i18n.language)
  return (
    <>
      <span className={classes.status} data-low>
        <IconClockExclamation size={16} aria-hidden />
        {t(behind_seconds > 0 ? 'clock.behind' : 'clock.ahead', { time })}
      </span>
      <span className={classes.small}>{t(is_corrected ? 'clock.corrected' : 'clock.doubtful')}</span>
    </>
  )
}

/** A duration in the largest unit of which there are at least two. */
export function formatDuration(seconds: number, language: string): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const [unit, length] = units.find(([, one]) => seconds >= 2 * one) ?? units[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    seconds / length,
  )
}

function Battery({ percent, isLow }: { percent: number; isLow: boolean }) {
  const { t } = useTranslation('devices')
  const Icon = isLow ? IconBattery2 : IconBattery4
  return (
    <span className={`${classes.status} ${classes.small}`} data-low={isLow || undefined}>
      <Icon size={16} aria-hidden />
      {t('battery', { percent })}
      {isLow && ` ${t('battery-low')}`}
    </span>
  )
}

export function DevicePatient({ patient, since }: { patient: PatientLabel; since?: string | null }) {
  const { t, i18n } = useTranslation('devices')
  const localName = useLocalizedName()
  const { _id, hn, ward, bed } = patient
  return (
    <div className={`${classes.two} ${classes.patient}`}>
      <Link to={formatPatientPath(_id)} className={classes.person}>
        <PatientName of={patient} />
      </Link>
      <span className={classes.small}>
        <InlineFacts of={[`HN ${hn}`, ward && localName(ward), bed && t('bed', { bed })]} />
      </span>
      {since && (
        <span className={classes.small}>
          {t('since', { time: formatTime(since, i18n.language, 'dd MMM yyyy HH:mm') })}
        </span>
      )}
    </div>
  )
}
