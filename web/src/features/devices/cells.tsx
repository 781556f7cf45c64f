import {
  IconBattery2,
  IconBattery4,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlugOff,
} from '@tabler/icons-react'
import type { Device, PatientLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { patientAddress } from '../../shell/addresses.ts'
import { formatTime } from '../../ui/dates.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { fullName } from '../../ui/person-name.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './cells.module.css'
import { formatAddress } from './words.ts'

export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return <time dateTime={at}>{formatTime(at, i18n.language, 'dd MMM yyyy hh:mm a')}</time>
}

export function DeviceName({
  device,
}: {
  device: Pick<Device, 'name' | 'kind'> & { model?: string | null }
}) {
  const { t } = useTranslation('devices')
  return (
    <div className={classes.two}>
      <span className={classes.name}>{device.name}</span>
      <span className={classes.small}>
        {t(`kind.${device.kind}`)}
        {device.model && ` · ${device.model}`}
      </span>
    </div>
  )
}

export function Address({ mac }: { mac: string }) {
  return <span className={classes.code}>{formatAddress(mac)}</span>
}

const statusIcons = { connected: IconPlugConnected, disconnected: IconPlugConnectedX, never: IconPlugOff }

export function Status({ status }: Pick<Device, 'status'>) {
  const { t } = useTranslation('devices')
  const known = status ?? 'never'
  const Icon = statusIcons[known]
  return (
    <span className={classes.status} data-status={known}>
      <Icon size={16} aria-hidden />
      {t(`status.${known}`)}
    </span>
  )
}

/** Below this many percent a battery is said to be low. */
const lowBattery = 20

export function Battery({ percent }: { percent: number | null }) {
  const { t } = useTranslation('devices')
  if (percent === null) return <Nothing />
  const isLow = percent < lowBattery
  const Icon = isLow ? IconBattery2 : IconBattery4
  return (
    <span className={classes.status} data-low={isLow || undefined}>
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
    <div className={classes.two}>
      <Link to={patientAddress(_id)} className={classes.person} lang="th">
        {fullName(patient)}
      </Link>
      <span className={classes.small}>
        HN {hn}
        {ward && ` · ${nameOf(ward)}`}
        {bed && ` · ${t('bed', { bed })}`}
      </span>
      {since && (
        <span className={classes.small}>
          {t('since', { time: formatTime(since, i18n.language, 'dd MMM yyyy hh:mm a') })}
        </span>
      )}
    </div>
  )
}
