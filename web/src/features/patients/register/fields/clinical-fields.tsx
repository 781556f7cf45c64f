import { Autocomplete, Checkbox, Input, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  allergyCertainties,
  allergyKinds,
  allergySeverities,
  type BodyField,
  getLastBodyMeasurement,
  reference,
  riskBehaviors,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { BodyMass } from '../../../../clinical/vitals/body-mass.tsx'
import type { BodyDoubts } from '../../../../clinical/vitals/use-body-doubts.ts'
import { today } from '../../../../ui/date/use-today.ts'
import { DoubtNotice } from '../../../../ui/feedback/doubt-notice.tsx'
import { ChoiceChips } from '../../../../ui/form/choice-chips.tsx'
import { DateField } from '../../../../ui/form/date/date-field.tsx'
import { UnitNumberField } from '../../../../ui/form/unit-number-field.tsx'
import classes from '../fields.module.css'
import { useReference } from '../queries.ts'
import { parseAge } from '../rules.ts'
import type { ClinicalValues } from '../values.ts'
import { CodedSelect } from './coded-select.tsx'
import { RowsField } from './rows-field.tsx'

const drugLists = ['medication', 'ward_medication'] as const
const routes = ['PO', 'SC', 'IM', 'IV', 'SL', 'INH', 'TOP', 'PR']
const frequencies = ['OD', 'BID', 'TID', 'QID', 'q 6 h', 'q 8 h', 'q 12 h', 'HS', 'PRN']

type ClinicalFieldsProps = {
  form: UseFormReturnType<ClinicalValues>
  /** ISO calendar date: the bands of the body-mass index are for adults. */
  dateOfBirth: string | null
  bodyDoubts: BodyDoubts
}

export function ClinicalFields({ form, dateOfBirth, bodyDoubts }: ClinicalFieldsProps) {
  const { t } = useTranslation('patients')
  const bloodGroups = useReference(reference.bloodGroups, {})
  const underlyingDiseases = useReference(reference.underlyingDiseases, {})
  const now = today()
  const { height, weight, no_known_allergy, allergies } = form.values

  const field = (name: keyof ClinicalValues) => ({ ...form.getInputProps(name), label: t(`field.${name}`) })
  const measured = (name: BodyField, unit: string) => {
    const doubt = bodyDoubts.doubts.get(name)
    return (
      <div className={doubt ? `${classes.short} ${classes.asked}` : classes.short}>
        <UnitNumberField {...field(name)} unit={unit} size="md" />
        {doubt && (
          <DoubtNotice
            doubt={doubt}
            text={(value) => `${value} ${unit}`}
            last={getLastBodyMeasurement(bodyDoubts.patient, name)}
            isConfirmed={bodyDoubts.confirmed.includes(name)}
            onConfirm={(isRight) => bodyDoubts.confirm(name, isRight)}
          />
        )}
      </div>
    )
  }
  const cell = (path: string, label: string) => ({
    ...form.getInputProps(path),
    label,
    size: 'md',
    autoComplete: 'off',
  })
  const since = (path: string) => <DateField {...cell(path, t('field.since'))} maxDate={now} />
  const choice = <Value extends string>(
    path: string,
    label: string,
    values: readonly Value[],
    toName: (value: Value) => string,
  ) => {
    const props = cell(path, label)
    return (
      <Select
        {...props}
        value={props.value || null}
        onChange={(chosen) => props.onChange(chosen ?? '')}
        data={values.map((value) => ({ value, label: toName(value) }))}
      />
    )
  }

  return (
    <div className={classes.section}>
      <div className={classes.grid}>
        {measured('height', t('unit.cm'))}
        {measured('weight', t('unit.kg'))}
        <Input.Wrapper label={t('field.bmi')} labelElement="div" size="md" className={classes.third}>
          <output className={classes.reckoned}>
            <BodyMass height={height} weight={weight} age={parseAge(dateOfBirth ?? '', now)} />
          </output>
        </Input.Wrapper>
        {measured('waist_circumference', t('unit.cm'))}
        <CodedSelect
          {...field('blood_group')}
          className={classes.short}
          query={bloodGroups}
          choices={bloodGroups.data?.blood_group}
        />

        <RowsField
          form={form}
          list="allergies"
          blank={{
            kind: 'drug',
            substance: '',
            severity: '',
            reaction: '',
            certainty: 'unclassified',
            since: '',
          }}
          onAdd={() => form.setFieldValue('no_known_allergy', false)}
          beside={
            allergies.length === 0 || no_known_allergy ? (
              <Checkbox
                {...form.getInputProps('no_known_allergy', { type: 'checkbox' })}
                label={t('field.no_known_allergy')}
                size="md"
              />
            ) : undefined
          }
        >
          {(path) => (
            <>
              {choice(path('kind'), t('field.kind'), allergyKinds, (value) => t(`allergy-kind.${value}`))}
              <TextInput {...cell(path('substance'), t('field.substance'))} required />
              <Select
                {...cell(path('severity'), t('field.severity'))}
                required
                value={form.getInputProps(path('severity')).value || null}
                data={allergySeverities.map((value) => ({ value, label: t(`allergy-severity.${value}`) }))}
              />
              <TextInput {...cell(path('reaction'), t('field.reaction'))} />
              {choice(path('certainty'), t('field.certainty'), allergyCertainties, (value) =>
                t(`allergy-certainty.${value}`),
              )}
              {since(path('since'))}
            </>
          )}
        </RowsField>

        <RowsField
          form={form}
          list="underlying_disease"
          blank={{ underlying_disease: '', since: '', note: '' }}
        >
          {(path) => (
            <>
              <CodedSelect
                {...cell(path('underlying_disease'), t('field.disease'))}
                required
                withCode
                query={underlyingDiseases}
                choices={underlyingDiseases.data?.underlying_disease.filter(({ same_as }) => !same_as)}
              />
              {since(path('since'))}
              <TextInput {...cell(path('note'), t('field.note'))} />
            </>
          )}
        </RowsField>

        {drugLists.map((list) => (
          <RowsField
            key={list}
            form={form}
            list={list}
            blank={{ name: '', dose: '', route: '', frequency: '', since: '' }}
          >
            {(path) => (
              <>
                <TextInput {...cell(path('name'), t('field.medication-name'))} required data-wide />
                <TextInput {...cell(path('dose'), t('field.dose'))} />
                <Autocomplete {...cell(path('route'), t('field.route'))} data={routes} />
                <Autocomplete {...cell(path('frequency'), t('field.frequency'))} data={frequencies} />
                {since(path('since'))}
              </>
            )}
          </RowsField>
        ))}

        <ChoiceChips
          {...field('risk_behavior')}
          multiple
          choices={riskBehaviors.map((value) => ({ value, label: t(`risk-behavior.${value}`) }))}
        />
      </div>
    </div>
  )
}
