import { IconBan, IconCheck } from '@tabler/icons-react'
import type { AuditEntry } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { Time } from '../../ui/date/time.tsx'
import classes from './cells.module.css'
import { useOutcomeName } from './words.ts'

export function AuditTime({ at }: { at: string }) {
  return <Time at={at} format="dd MMM yyyy HH:mm:ss" className={classes.time} />
}

export function AuditPersonCell({ by }: { by: AuditEntry['by'] }) {
  const { t } = useTranslation('audit')
  const staffType = useStaffTypeName()
  if (!by) return <span className={classes.small}>{t('unknown-account')}</span>
  return (
    <div className={classes.two}>
      <StaffName of={by} />
      <span className={classes.small}>{staffType(by.staff_type)}</span>
    </div>
  )
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const name = useOutcomeName()
  const Icon = outcome === 'ok' ? IconCheck : IconBan
  return (
    <span className={classes.outcome} data-refused={outcome !== 'ok' || undefined}>
      <Icon size={14} aria-hidden />
      {name(outcome)}
    </span>
  )
}

/** Links to the records of the first patients of an entry, and the number of further ones. */
export function AuditPatientsCell({ entry: { patients, patient_count, outcome } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit')
  const [first] = patients
  if (patient_count === 0) return null
  if (!first) {
    const what = outcome === 'ok' ? 'patient-count' : 'unknown-patient'
    return <span className={classes.small}>{t(what, { count: patient_count })}</span>
  }
  const more = patient_count - 1
  return (
    <div className={classes.two}>
      <Link to={`/app/patients/${first._id}`} className={classes.patient}>
        <PatientName of={first} />
      </Link>
      <span className={classes.small}>
        HN {first.hn}
        {more > 0 && ` · ${t('more-patients', { more: more.toLocaleString(i18n.language) })}`}
      </span>
    </div>
  )
}
