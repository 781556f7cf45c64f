import { VisuallyHidden } from '@mantine/core'
import { type Patient, writeBirthDate } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientName } from '../../../../clinical/patient/patient-name.tsx'
import { useAgeText } from '../../../../ui/date/use-age-text.ts'
import { EmptyValue } from '../../../../ui/empty-value.tsx'
import { formatPhone } from '../../../../ui/form/phone-number.ts'
import { FieldValue, usePatientFieldLabel } from '../facts/field-value.tsx'
import classes from './compared-records.module.css'
import { type ComparedField, comparedFields, getIdentity, isDifferent } from './rules.ts'

type ComparedRecordsProps = {
  /** The record that is open, and the other. */
  records: readonly [Patient, Patient]
  keptId: string
}

/** Two records side by side: what tells whether they are of one person. */
export function ComparedRecords({ records, keptId }: ComparedRecordsProps) {
  const { t } = useTranslation('patient-record')
  const fieldLabel = usePatientFieldLabel()
  const label = (field: ComparedField) =>
    field === 'name' || field === 'identity' ? t(`merged.${field}`) : fieldLabel(field)
  return (
    <table className={classes.records}>
      <caption>
        <VisuallyHidden>{t('merged.compare')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <td />
          {records.map(({ _id, hn }) => (
            <th key={_id} scope="col">
              HN {hn}
              <span className={classes.result}>{t(_id === keptId ? 'merged.kept' : 'merged.given-up')}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparedFields.map((field) => {
          const differs = isDifferent(...records, field)
          return (
            <tr key={field} data-differs={differs || undefined}>
              <th scope="row">
                {label(field)}
                {differs && <span className={classes.differs}>{t('merged.differs')}</span>}
              </th>
              {records.map((patient) => (
                <td key={patient._id}>
                  <ComparedValue patient={patient} field={field} />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function ComparedValue({ patient, field }: { patient: Patient; field: ComparedField }): ReactNode {
  const { t } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  switch (field) {
    case 'name':
      return <PatientName of={patient} />
    case 'date_of_birth':
      return (
        <>
          <FieldValue field={field} value={writeBirthDate(patient)} />
          {ageText(patient) && <div className={classes.minor}>{ageText(patient)}</div>}
        </>
      )
    case 'identity': {
      const identity = getIdentity(patient)
      return (
        <>
          <div className={classes.minor}>{t(`patients:identity-kind.${patient.identity_kind}`)}</div>
          {identity && <FieldValue field={identity.field} value={identity.value} />}
        </>
      )
    }
    case 'mobile':
      return patient.mobile ? formatPhone(patient.mobile) : <EmptyValue />
    case 'allergies':
      if (patient.allergies.length > 0) return <FieldValue field={field} value={patient.allergies} />
      return t(patient.no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')
    default:
      return <FieldValue field={field} value={patient[field]} />
  }
}
