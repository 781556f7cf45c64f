import { Stack } from '@mantine/core'
import { type BodyField, computeAge, type Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { sortBySeverity } from '../../../../clinical/patient/sort-by-severity.ts'
import { BodyMass } from '../../../../clinical/vitals/body-mass.tsx'
import { formatDate, formatTime } from '../../../../ui/date/dates.ts'
import { useToday } from '../../../../ui/date/use-today.ts'
import { Fact } from '../../../../ui/fact.tsx'
import { ClinicalHistory } from '../history/clinical-history.tsx'
import { EntryTable } from '../history/entry-table.tsx'
import classes from './clinical-facts.module.css'
import { FactGroup, FieldFact } from './fact-group.tsx'
import { Disease, EntryText, FieldValue, usePatientFieldLabel } from './field-value.tsx'

export function ClinicalFacts({ patient }: { patient: Patient }) {
  const { t, i18n } = useTranslation(['patient-record', 'patients', 'ui'])
  const label = usePatientFieldLabel()
  const today = useToday()
  const since = (row: { since: string | null }) => row.since && formatDate(row.since, i18n.language)
  return (
    <Stack gap="md">
      <EntryTable
        title={label('allergies')}
        rows={sortBySeverity(patient.allergies)}
        columns={{
          substance: (row) => <span className={classes.allergy}>{row.substance}</span>,
          severity: (row) => (
            <span className={classes.severity} data-severity={row.severity}>
              {t(`patients:allergy-severity.${row.severity}`)}
            </span>
          ),
          reaction: (row) => row.reaction,
          kind: (row) => t(`patients:allergy-kind.${row.kind}`),
          certainty: (row) => t(`patients:allergy-certainty.${row.certainty}`),
          since,
        }}
        emptyText={t(patient.no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')}
      />
      {(['medication', 'ward_medication'] as const).map((list) => (
        <EntryTable
          key={list}
          title={label(list)}
          rows={patient[list]}
          columns={{
            'medication-name': (row) => row.name,
            dose: (row) => row.dose,
            route: (row) => row.route,
            frequency: (row) => row.frequency,
            since,
          }}
        />
      ))}
      <EntryTable
        title={label('underlying_disease')}
        rows={patient.underlying_disease}
        columns={{
          disease: (row) => <Disease code={row.underlying_disease} />,
          since,
          note: (row) => row.note,
        }}
      />
      <FactGroup title={t('body')}>
        <FieldFact field="blood_group" value={patient.blood_group} />
        <MeasuredFact field="height" patient={patient} />
        <MeasuredFact field="weight" patient={patient} />
        <Fact label={label('bmi')}>
          {patient.height && patient.weight && (
            <>
              <BodyMass
                height={patient.height}
                weight={patient.weight}
                age={patient.date_of_birth === null ? undefined : computeAge(patient.date_of_birth, today)}
              />
              <span className={classes.origin}>{t('ui:body-mass.origin')}</span>
            </>
          )}
        </Fact>
        <MeasuredFact field="waist_circumference" patient={patient} />
        <Fact label={label('risk_behavior')}>
          {patient.risk_behavior.length > 0 && (
            <span className={classes.risks}>
              {patient.risk_behavior.map((risk) => (
                <span key={risk} className={classes.risk}>
                  <EntryText field="risk_behavior" entry={risk} />
                </span>
              ))}
            </span>
          )}
        </Fact>
      </FactGroup>
      <ClinicalHistory patientId={patient._id} />
    </Stack>
  )
}

/** A body measurement, with when and by what it was measured. */
function MeasuredFact({ field, patient }: { field: BodyField; patient: Patient }) {
  const { t, i18n } = useTranslation('readings')
  const label = usePatientFieldLabel()
  const measured = patient.measured[field]
  return (
    <Fact label={label(field)}>
      {measured && (
        <>
          <FieldValue field={field} value={patient[field]} />
          <span className={classes.origin}>
            {formatTime(measured.measured_at, i18n.language, 'dd MMM yyyy HH:mm')} ·{' '}
            {t(`source.${measured.source}`)}
          </span>
        </>
      )}
    </Fact>
  )
}
