import {
  IconBell,
  IconBellOff,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlugOff,
} from '@tabler/icons-react'
import type { PatientRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { MergedBadge } from '../../../clinical/patient/merged-badge.tsx'
import { PatientEnglishName, PatientName } from '../../../clinical/patient/patient-name.tsx'
import { useStayLength } from '../../../clinical/patient/use-stay-length.ts'
import { Time } from '../../../ui/date/time.tsx'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { InitialsPicture } from '../../../ui/picture/initials-picture.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import classes from './cells.module.css'

const iconSize = 16

export function PatientNameCell({ patient }: { patient: PatientRow }) {
  return (
    <div className={classes.person}>
      <InitialsPicture person={patient} />
      <div className={classes.names}>
        <PatientName of={patient} className={classes.name} />
        <PatientEnglishName of={patient} className={classes.small} />
        <MergedBadge hn={patient.merged_into_hn} />
      </div>
    </div>
  )
}

export function PatientAge({ patient }: { patient: PatientRow }) {
  const ageText = useAgeText()
  return ageText(patient) ?? <EmptyValue />
}

export function WardAndBed({ patient: { ward, bed } }: { patient: PatientRow }) {
  const { t } = useTranslation('patients')
  const localName = useLocalizedName()
  if (!ward) return <EmptyValue />
  return (
    <div className={classes.two}>
      <span>{localName(ward)}</span>
      {bed && <span className={classes.small}>{t('bed', { bed })}</span>}
    </div>
  )
}

export function NotifyStatus({ status }: { status: PatientRow['notify_status'] }) {
  const { t } = useTranslation('patients')
  const isOff = status === 'disabled'
  const Icon = isOff ? IconBellOff : IconBell
  return (
    <span className={classes.status} data-bad={isOff || undefined} data-none={!isOff || undefined}>
      <Icon size={iconSize} aria-hidden />
      {t(`notify.${status}`)}
    </span>
  )
}

const deviceIcons = {
  connected: IconPlugConnected,
  disconnected: IconPlugConnectedX,
  none: IconPlugOff,
}

export function DeviceStatus({ status }: { status: PatientRow['device_status'] }) {
  const { t } = useTranslation('patients')
  const kind = status ?? 'none'
  const Icon = deviceIcons[kind]
  return (
    <span
      className={classes.status}
      data-good={kind === 'connected' || undefined}
      data-bad={kind === 'disconnected' || undefined}
      data-none={kind === 'none' || undefined}
    >
      <Icon size={iconSize} aria-hidden />
      {t(`device.${kind}`)}
    </span>
  )
}

export function AdmissionDate({ at: admittedAt }: { at: string | null }) {
  if (admittedAt === null) return <EmptyValue />
  return (
    <div className={classes.two}>
      <Time at={admittedAt} format="dd MMM yyyy" />
      <StayLength at={admittedAt} />
    </div>
  )
}

export function StayLength({ at: admittedAt }: { at: string }) {
  const stayLength = useStayLength()
  return <span className={classes.small}>{stayLength({ admitted_at: admittedAt })}</span>
}
