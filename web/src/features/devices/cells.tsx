import {
  IconBattery2,
  IconBattery4,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlugOff,
} from '@tabler/icons-react'
import type { Device, PatientLabel, StaffLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { patientAddress } from '../../shell/addresses.ts'
import { AgeOf } from '../../ui/age-of.tsx'
import { formatTime } from '../../ui/dates.ts'
import { formatAddress } from '../../ui/device-address.ts'
import { Parts } from '../../ui/parts.tsx'
import { fullName, staffName } from '../../ui/person-name.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './cells.module.css'

export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} className={classes.part}>
      {formatTime(at, i18n.language, 'dd MMM yyyy hh:mm a')}
    </time>
  )
}

/** When something was done, and by whom. */
export function Deed({ at, by }: { at: string; by: StaffLabel | null }) {
  return (
    <div className={classes.two}>
      <Moment at={at} />
      {by && <span className={classes.small}>{staffName(by)}</span>}
    </div>
  )
}

export function DeviceName({
  device,
}: {
  device: Pick<Device, 'name' | 'kind' | 'mac'> & { model?: string | null }
}) {
  const { t } = useTranslation('devices')
  return (
    <div className={classes.two}>
      <span className={classes.name}>{device.name}</span>
      <span className={classes.small}>
        <Parts of={[t(`kind.${device.kind}`), device.model]} />
      </span>
      <span className={classes.small}>
        <Address mac={device.mac} />
      </span>
    </div>
  )
}

export function Address({ mac }: { mac: string }) {
  return <span className={classes.code}>{formatAddress(mac)}</span>
}

const statusIcons = { connected: IconPlugConnected, disconnected: IconPlugConnectedX, never: IconPlugOff }

/** Whether a device is heard, since when not, and what its battery has left. */
export function Connection({
  device: { status, last_seen_at: seen, battery },
  lowBattery,
}: {
  device: Pick<Device, 'status' | 'last_seen_at' | 'battery'>
  /** At or below so many percent a battery is low. */
  lowBattery: number
}) {
  const { t } = useTranslation('devices')
  const known = status ?? 'never'
  const Icon = statusIcons[known]
  return (
    <div className={classes.two}>
      <span className={classes.status} data-status={known}>
        <Icon size={16} aria-hidden />
        {t(`status.${known}`)}
      </span>
      {seen && (
        <span className={classes.small}>
          {t('heard')}{' '}
          <span className={classes.part}>
            <AgeOf moment={seen} />
          </span>
        </span>
      )}
      {battery !== null && <Battery percent={battery} isLow={battery <= lowBattery} />}
    </div>
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

export function Patient({ patient, since }: { patient: PatientLabel; since?: string | null }) {
  const { t, i18n } = useTranslation('devices')
  const nameOf = useNameOf()
  const { _id, hn, ward, bed } = patient
  return (
    <div className={`${classes.two} ${classes.patient}`}>
      <Link to={patientAddress(_id)} className={classes.person} lang="th">
        {fullName(patient)}
      </Link>
      <span className={classes.small}>
        <Parts of={[`HN ${hn}`, ward && nameOf(ward), bed && t('bed', { bed })]} />
      </span>
      {since && (
        <span className={classes.small}>
          {t('since', { time: formatTime(since, i18n.language, 'dd MMM yyyy hh:mm a') })}
        </span>
      )}
    </div>
  )
}
