import { Paper, Stack, Title } from '@mantine/core'
import { ageAt, bmiBand, bodyMassIndex, type Patient } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/dates.ts'
import { Fact } from '../../ui/fact.tsx'
import { bySeverity } from './allergy-notice.tsx'
import classes from './clinical-facts.module.css'
import { ClinicalHistory } from './clinical-history.tsx'
import { FactGroup, FieldFact } from './fact-group.tsx'
import { CodeName, EntryText, type FieldName, Nothing, useFieldLabel } from './field-value.tsx'
import { today } from './use-age-text.ts'

const adultYears = 18

export function ClinicalFacts({ patient }: { patient: Patient }) {
  const { t, i18n } = useTranslation(['patient-record', 'patient-form'])
  const label = useFieldLabel()
  const columns = (...names: FieldName[]) => names.map(label)
  const since = (date: string | null) => (date ? formatDate(date, i18n.language) : <Nothing />)
  return (
    <Stack gap="md">
      <EntryGroup
        title={label('allergies')}
        columns={columns('substance', 'severity', 'reaction', 'kind', 'certainty', 'since')}
        rows={bySeverity(patient.allergies).map((allergy) => ({
          key: allergy._id,
          cells: [
            <strong key="substance" className={classes.allergy}>
              {allergy.substance}
            </strong>,
            <span key="severity" className={classes.severity} data-severity={allergy.severity}>
              {t(`patient-form:allergy-severity.${allergy.severity}`)}
            </span>,
            allergy.reaction,
            t(`patient-form:allergy-kind.${allergy.kind}`),
            t(`patient-form:allergy-certainty.${allergy.certainty}`),
            since(allergy.since),
          ],
        }))}
        nothing={t(patient.no_known_allergy ? 'no-known-allergy' : 'allergies-not-recorded')}
      />
      <div className={classes.pair}>
        <EntryGroup
          title={label('underlying_disease')}
          columns={columns('disease', 'since', 'note')}
          rows={patient.underlying_disease.map(({ _id, underlying_disease, since: date, note }) => ({
            key: _id,
            cells: [
              <strong key="name">
                <CodeName field="underlying_disease" code={underlying_disease} />
              </strong>,
              since(date),
              note,
            ],
          }))}
        />
        <EntryGroup
          title={label('chronic_disease')}
          columns={columns('disease', 'since', 'note')}
          rows={patient.chronic_disease.map(({ _id, disease, since: date, note }) => ({
            key: _id,
            cells: [
              <span key="name">
                <strong>
                  <CodeName field="chronic_disease" code={disease} />
                </strong>{' '}
                <span className={classes.code}>{disease}</span>
              </span>,
              since(date),
              note,
            ],
          }))}
        />
      </div>
      <EntryGroup
        title={label('medication')}
        columns={columns('medication-name', 'dose', 'route', 'frequency', 'since')}
        rows={patient.medication.map(({ _id, name, dose, route, frequency, since: date }) => ({
          key: _id,
          cells: [<strong key="name">{name}</strong>, dose, route, frequency, since(date)],
        }))}
      />
      <FactGroup title={t('body')}>
        <FieldFact field="blood_group" value={patient.blood_group} />
        <FieldFact field="height" value={patient.height} />
        <FieldFact field="weight" value={patient.weight} />
        <BodyMass patient={patient} />
        <FieldFact field="waist_circumference" value={patient.waist_circumference} />
      </FactGroup>
      <FactGroup title={label('risk_behavior')}>
        <Fact label={label('risk_behavior')}>
          {patient.risk_behavior.length > 0 ? (
            <span className={classes.risks}>
              {patient.risk_behavior.map((risk) => (
                <span key={risk} className={classes.risk}>
                  <EntryText field="risk_behavior" entry={risk} />
                </span>
              ))}
            </span>
          ) : (
            <Nothing />
          )}
        </Fact>
      </FactGroup>
      <ClinicalHistory patientId={patient._id} />
    </Stack>
  )
}

/** Reckoned, not recorded. The bands are those of adults. */
function BodyMass({ patient: { height, weight, date_of_birth } }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patient-form'])
  if (!height || !weight) return <Fact label={t('bmi')}>{<Nothing />}</Fact>
  const bmi = bodyMassIndex(weight, height)
  const isAdult = date_of_birth !== null && ageAt(date_of_birth, today()).years >= adultYears
  const band = bmiBand(bmi)
  return (
    <Fact label={`${t('bmi')} · ${t('bmi-derived')}`}>
      <span className={classes.bmi} title={isAdult ? t('bmi-source') : undefined}>
        <span>
          {bmi.toFixed(1)} <span className={classes.unit}>kg/m²</span>
        </span>
        {isAdult && (
          <span className={classes.band} data-band={band}>
            {t(`patient-form:bmi-band.${band}`)}
          </span>
        )}
      </span>
    </Fact>
  )
}

type EntryGroupProps = {
  title: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  nothing?: string
}

/** Entries of a clinical list as a table; on a phone each entry is a block with its labels. */
function EntryGroup({ title, columns, rows, nothing }: EntryGroupProps) {
  const { t } = useTranslation('patient-record')
  return (
    <Paper withBorder component="section" className={classes.group}>
      <Title order={2} size="h6" className={classes.title}>
        {title} {rows.length > 0 && <span className={classes.count}>{rows.length}</span>}
      </Title>
      {rows.length === 0 ? (
        <p className={classes.empty}>{nothing ?? t('no-entries')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <td key={columns[at]} data-column={columns[at]}>
                    {cell ?? <Nothing />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Paper>
  )
}
