import { NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  admitSources,
  admitTypes,
  arrivalTypes,
  classifyMorse,
  computeAge,
  departments,
  isMorseTotal,
  isolationKinds,
  isReferred,
  mayBePregnant,
  type PatientRow,
  payers,
  pregnancies,
  referralCauses,
  referredSources,
  type Stay,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../ui/date/use-today.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { DateField } from '../../../ui/form/date/date-field.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { useDoctors } from '../queries.ts'
import { fromTold, told, toTold } from '../told.ts'
import { Icd10Field } from './icd-10-field.tsx'

/** What an admission asks for besides the place, as the form holds it. */
export type AdmissionValues = {
  admit_type: (typeof admitTypes)[number] | ''
  admit_source: (typeof admitSources)[number] | ''
  arrival_type: number | null
  referral_cause: number | null
  referring_hospital: string
  referral_number: string
  department: (typeof departments)[number] | ''
  attending_id: string
  diagnosis: string
  disease: string
  payer: (typeof payers)[number] | null
  isolation: (typeof isolationKinds)[number][]
  is_dnr: boolean | null
  has_consent: boolean | null
  morse_score: number | null
  planned_discharge_on: string
  pregnancy: (typeof pregnancies)[number]
}

/** The values of a stay; without one, of a new admission. */
export function toAdmissionValues(stay: Stay | undefined): AdmissionValues {
  const codes = <Code extends string>(all: readonly Code[], code: string | null | undefined) =>
    all.find((one) => one === code)
  return {
    admit_type: stay?.admit_type ?? '',
    admit_source: stay?.admit_source ?? '',
    arrival_type: stay?.arrival_type ?? null,
    referral_cause: stay?.referral_cause ?? null,
    referring_hospital: stay?.referring_hospital ?? '',
    referral_number: stay?.referral_number ?? '',
    department: codes(departments, stay?.department) ?? '',
    attending_id: stay?.attending?._id ?? '',
    diagnosis: stay?.diagnosis ?? '',
    disease: stay?.disease ?? '',
    payer: codes(payers, stay?.payer) ?? null,
    isolation: isolationKinds.filter((kind) => stay?.isolation.includes(kind)),
    is_dnr: stay?.is_dnr ?? null,
    has_consent: stay?.has_consent ?? null,
    morse_score: stay?.morse_score ?? null,
    planned_discharge_on: stay?.planned_discharge_on ?? '',
    pregnancy: stay?.pregnancy ?? 'not_asked',
  }
}

const isFromHospital = (source: AdmissionValues['admit_source']) =>
  source !== '' && referredSources.includes(source)

/** What is sent: nothing that was answered before another answer hid it. */
export function omitHiddenAnswers<Values extends AdmissionValues>(values: Values): Values {
  return {
    ...values,
    referral_cause: isReferred(values) ? values.referral_cause : null,
    referring_hospital: isFromHospital(values.admit_source) ? values.referring_hospital : '',
    referral_number: isReferred(values) ? values.referral_number : '',
  }
}

/** Says under a field where its value is from. */
export type Origins = Partial<Record<keyof AdmissionValues, string>>

type FieldsProps<Values extends AdmissionValues> = { form: UseFormReturnType<Values>; origins?: Origins }

/** What every admission needs. How the patient came was not asked for before, and is not needed of such a stay. */
export function NeededAdmissionFields<Values extends AdmissionValues>({
  form: given,
  origins = {},
  isArrivalNeeded = true,
}: FieldsProps<Values> & { isArrivalNeeded?: boolean }) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<AdmissionValues>
  const doctors = useDoctors()
  const { admit_source: source } = form.values
  return (
    <>
      <ChoiceChips
        {...form.getInputProps('admit_type')}
        description={origins.admit_type}
        label={t('admit-type')}
        required
        choices={admitTypes.map((value) => ({ value, label: t(`admit-types.${value}`) }))}
      />
      <ChoiceChips
        {...form.getInputProps('admit_source')}
        description={origins.admit_source}
        label={t('admit-source')}
        required
        choices={admitSources.map((value) => ({ value, label: t(`admit-sources.${value}`) }))}
      />
      <ChoiceChips
        label={t('arrival-type')}
        description={origins.arrival_type}
        required={isArrivalNeeded}
        data-path="arrival_type"
        error={form.errors['arrival_type']}
        value={form.values.arrival_type === null ? '' : String(form.values.arrival_type)}
        choices={arrivalTypes.map((code) => ({ value: String(code), label: t(`arrival-types.${code}`) }))}
        onChange={(code) => form.setFieldValue('arrival_type', Number(code))}
      />
      {isReferred(form.values) && (
        <NativeSelect
          label={t('referral-cause')}
          description={origins.referral_cause}
          size="md"
          required={form.values.arrival_type !== null}
          data-path="referral_cause"
          error={form.errors['referral_cause']}
          value={form.values.referral_cause ?? ''}
          data={[
            { value: '', label: t('choose') },
            ...referralCauses.map((code) => ({ value: String(code), label: t(`referral-causes.${code}`) })),
          ]}
          onChange={({ currentTarget }) =>
            form.setFieldValue(
              'referral_cause',
              currentTarget.value === '' ? null : Number(currentTarget.value),
            )
          }
        />
      )}
      {isFromHospital(source) && (
        <TextInput
          {...form.getInputProps('referring_hospital')}
          label={t('referring-hospital')}
          description={origins.referring_hospital ?? t('referring-hint')}
          size="md"
          required
          maxLength={200}
        />
      )}
      {isReferred(form.values) && (
        <TextInput
          {...form.getInputProps('referral_number')}
          label={t('referral-number')}
          description={origins.referral_number ?? t('referral-number-hint')}
          size="md"
          maxLength={40}
          autoComplete="off"
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          {...form.getInputProps('department')}
          description={origins.department}
          label={t('department')}
          size="md"
          required
          data={[
            { value: '', label: t('choose') },
            ...departments.map((value) => ({ value, label: t(`departments.${value}`) })),
          ]}
        />
        <NativeSelect
          {...form.getInputProps('attending_id')}
          description={origins.attending_id}
          label={t('doctor')}
          size="md"
          required
          data={[
            { value: '', label: t('choose') },
            ...doctors.map((doctor) => ({ value: doctor._id, label: formatStaffName(doctor) })),
          ]}
        />
      </SimpleGrid>
      <Textarea
        {...form.getInputProps('diagnosis')}
        description={origins.diagnosis}
        label={t('diagnosis')}
        size="md"
        required
        autosize
        minRows={2}
        maxLength={500}
      />
      <Icd10Field
        {...form.getInputProps('disease')}
        label={t('icd-10')}
        description={origins.disease ?? t('icd-10-hint')}
      />
    </>
  )
}

type AskedOf = Pick<PatientRow, 'gender' | 'date_of_birth'>

/** Asked of whoever may be pregnant: there is no NEWS2 for those who are. */
export function PregnancyField<Values extends AdmissionValues>({
  form: given,
  origins = {},
  of: { gender, date_of_birth },
}: FieldsProps<Values> & { of: AskedOf }) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<AdmissionValues>
  const today = useToday()
  const age = date_of_birth ? computeAge(date_of_birth, today) : null
  if (!mayBePregnant(gender, age) && form.values.pregnancy === 'not_asked') return null
  return (
    <ChoiceChips
      {...form.getInputProps('pregnancy')}
      description={origins.pregnancy}
      label={t('pregnancy')}
      choices={pregnancies.map((value) => ({ value, label: t(`pregnancies.${value}`) }))}
    />
  )
}

/** What can be added to an admission at any time. */
export function MoreAdmissionFields<Values extends AdmissionValues>({
  form: given,
  origins = {},
}: FieldsProps<Values>) {
  const { t } = useTranslation(['admissions', 'calculations'])
  const form = given as unknown as UseFormReturnType<AdmissionValues>
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          label={t('payer')}
          size="md"
          error={form.errors['payer']}
          value={form.values.payer ?? ''}
          data={[
            { value: '', label: t('choose') },
            ...payers.map((value) => ({ value, label: t(`payers.${value}`) })),
          ]}
          onChange={({ currentTarget }) =>
            form.setFieldValue('payer', payers.find((one) => one === currentTarget.value) ?? null)
          }
        />
        <NumberInput
          {...form.getInputProps('morse_score')}
          value={form.values.morse_score ?? ''}
          onChange={(typed) => form.setFieldValue('morse_score', typed === '' ? null : Number(typed))}
          label={t('morse')}
          description={
            form.values.morse_score !== null && isMorseTotal(form.values.morse_score)
              ? t(`calculations:morse-risk.${classifyMorse(form.values.morse_score)}`)
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          hideControls
          allowDecimal={false}
          inputMode="numeric"
        />
        <DateField {...form.getInputProps('planned_discharge_on')} label={t('planned')} size="md" />
      </SimpleGrid>
      <ChoiceChips
        {...form.getInputProps('isolation')}
        description={origins.isolation}
        multiple
        label={t('isolation')}
        choices={isolationKinds.map((value) => ({ value, label: t(`isolations.${value}`) }))}
      />
      {(['has_consent', 'is_dnr'] as const).map((field) => (
        <ChoiceChips
          key={field}
          label={t(field === 'is_dnr' ? 'dnr' : 'consent')}
          data-path={field}
          error={form.errors[field]}
          value={toTold(form.values[field])}
          choices={told.map((value) => ({ value, label: t(`told.${value}`) }))}
          onChange={(answer) => form.setFieldValue(field, fromTold(answer))}
        />
      ))}
    </>
  )
}
