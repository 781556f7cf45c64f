import { Anchor, Text } from '@mantine/core'
import type { MergedRecord, Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PatientName } from '../../../../clinical/patient/patient-name.tsx'
import { formatPatientPath } from '../../../../paths.ts'
import { useMay } from '../../../../session/signed-in.tsx'
import { formatTime } from '../../../../ui/date/dates.ts'
import { formatStaffName } from '../../../../ui/person-name.ts'
import { Section } from '../../../../ui/section.tsx'
import { MergeButton } from './merge-dialog.tsx'
import classes from './merged.module.css'
import { SeparateButton } from './separate-dialog.tsx'

/** The records that were merged into this one, and the act that merges another. */
export function OtherRecords({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patient-record')
  const mayMerge = useMay('patient:merge') && !patient.merged_into
  const merged = patient.merged_records ?? []
  if (merged.length === 0 && !mayMerge) return null
  return (
    <Section title={t('merged.records')} act={mayMerge && <MergeButton patient={patient} />}>
      {merged.length === 0 ? (
        <Text c="dimmed">{t('merged.none')}</Text>
      ) : (
        <ul className={classes.records}>
          {merged.map((record) => (
            <OtherRecord key={record._id} record={record} into={patient} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function OtherRecord({ record, into }: { record: MergedRecord; into: Patient }) {
  const { t, i18n } = useTranslation('patient-record')
  return (
    <li className={classes.record}>
      <div className={classes.about}>
        <Anchor component={Link} to={formatPatientPath(record._id)} className={classes.link}>
          HN {record.hn} · <PatientName of={record} />
        </Anchor>
        <p className={classes.minor}>
          {t('merged.how', {
            date: formatTime(record.at, i18n.language, 'dd MMM yyyy HH:mm'),
            who: formatStaffName(record.by),
          })}
        </p>
        <p className={classes.minor}>{t('merged.because', { reason: record.reason })}</p>
      </div>
      <SeparateButton merged={record} into={into} takenNationalId={record.taken_national_id} />
    </li>
  )
}
