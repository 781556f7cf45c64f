import { Alert, Anchor } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { patients } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { formatRecordPath } from '../record/facts/record-paths.ts'
import classes from './patient-list.module.css'

/**
 * Patients with the same national ID: messages that name it stay unassigned until the records are merged or one of them
 * is corrected. Both is done on the screen that a name leads to.
 */
export function DuplicateNationalIds() {
  const { t } = useTranslation('patient-list')
  const { data } = useQuery(ask(patients.doubledNationalIds, {}, true))
  if (!data || data.doubled.length === 0) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      className={classes.notice}
      icon={<IconId aria-hidden />}
      title={t('doubled.title', { count: data.doubled.length })}
    >
      {t('doubled.text')}
      <ul className={classes.doubled}>
        {data.doubled.map(({ ends_in, patients: same }) => (
          <li key={same[0]?._id}>
            …{ends_in}:{' '}
            {same.map((patient, at) => (
              <span key={patient._id}>
                {at > 0 && ', '}
                <Anchor component={Link} to={formatRecordPath(patient._id, 'information')}>
                  <PatientName of={patient} /> (HN {patient.hn})
                </Anchor>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
