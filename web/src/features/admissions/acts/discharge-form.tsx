import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  admissions,
  diagnosisRoles,
  dischargeLengths,
  dischargeStatuses,
  dischargeTypes,
  type Input,
  type Stay,
  type StayHistory,
  transferCauses,
  validateDischarge,
  wardUndoHours,
} from 'contract'
import { useTranslation } from 'react-i18next'
import {
  type DeviceValues,
  noDevicesLeft,
  useWornDevices,
} from '../../../clinical/patient/worn-devices-field.tsx'
import { toHospitalDate } from '../../../ui/date/dates.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { createSchema, listIssues } from '../../../ui/form/create-schema.ts'
import { SinceFields, useSince } from '../../../ui/form/date/since-fields.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { dischargeTexts } from '../discharge-texts.ts'
import { outdatedByDischarge, useOpenVisit } from '../queries.ts'
import { findPlacedAt, outlastsDischarge } from '../visit-after.ts'
import { DiagnosesField, type DiagnosisRow } from './diagnoses-field.tsx'
import { LeftFields } from './left-fields.tsx'
import { RefusalFields, type RefusalValues, toRefusal, toRefusalValues } from './refusal-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useUndoing } from './undo-form.tsx'
import { useStayAct } from './use-stay-act.ts'
import { useStayDraft } from './use-stay-draft.ts'

type DischargeValues = {
  patient_id: string
  stay_id: string
  version: number
  discharge_status: number | null
  discharge_type: number | null
  discharged_to: string
  discharge_cause: (typeof transferCauses)[number] | null
  goes_home_to_die: boolean
  refusal: RefusalValues
  discharge_diagnoses: DiagnosisRow[]
  discharge_summary: string
  discharge_advice: string
  follow_up: string
  home_medicines: string
}

/** What was asked at the discharge of a stay; nothing of it is known before. */
const toDischargeValues = (stay: Stay): DischargeValues => ({
  patient_id: stay.patient._id,
  stay_id: stay._id,
  version: stay.version,
  discharge_type: stay.discharge_type,
  discharge_status: stay.discharge_status,
  discharged_to: stay.discharged_to ?? '',
  discharge_cause: transferCauses.find((code) => code === stay.discharge_cause) ?? null,
  goes_home_to_die: stay.goes_home_to_die,
  refusal: toRefusalValues(stay.refusal),
  discharge_diagnoses: stay.discharge_diagnoses.flatMap(({ code, role: known }) => {
    const role = diagnosisRoles.find((one) => one === known)
    return role === undefined ? [] : [{ code, role }]
  }),
  discharge_summary: stay.discharge_summary ?? '',
  discharge_advice: stay.discharge_advice ?? '',
  follow_up: stay.follow_up ?? '',
  home_medicines: stay.home_medicines ?? '',
})

/** What is sent: nothing that belongs to another type of discharge. */
const toDischarge = <Values extends DischargeValues>(values: Values, before: Stay) => ({
  ...values,
  discharged_to: values.discharge_type === 4 ? values.discharged_to : '',
  discharge_cause: values.discharge_type === 4 ? values.discharge_cause : null,
  goes_home_to_die: values.discharge_type === 2 && values.goes_home_to_die,
  refusal: values.discharge_type === 2 ? toRefusal(values.refusal, before) : null,
})

/** `on`: the day of the discharge. */
function createDischargeSchema<Values extends DischargeValues>(
  { body }: typeof admissions.discharge | typeof admissions.changeDischarge,
  stay: Stay,
  on: string,
) {
  const { gender, date_of_birth } = stay.patient
  return createSchema<Values>((values) => {
    const sent = toDischarge(values, stay)
    const issues = listIssues(body, sent)
    if (issues.length > 0) return issues
    return validateDischarge(body.parse(sent), { gender, date_of_birth, on }, stay).map(
      ({ field, message }) => ({ message, path: field.split('.') }),
    )
  })
}

/** Discharges a patient, and asks what becomes of the devices that they wear. */
export function DischargeForm({ stay, onClose }: { stay: StayHistory; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const today = useToday()
  const since = useSince()
  const form = useSchemaForm<DischargeValues & DeviceValues>({
    schema: createDischargeSchema(
      admissions.discharge,
      stay,
      since.typedAt === undefined ? today : toHospitalDate(new Date(since.typedAt)),
    ),
    initialValues: { ...toDischargeValues(stay), ...noDevicesLeft },
  })
  // A signature is never kept in the browser: whoever refused signs again.
  const kept = { ...form.values, refusal: { ...form.values.refusal, strokes: '' } }
  const draft = useStayDraft(`discharge:${stay._id}`, { ...form, values: kept }, since)
  const send = useStayAct(
    admissions.discharge,
    () => {
      draft.clear()
      onClose()
    },
    outdatedByDischarge,
  )
  const { known, visit } = useOpenVisit(stay)
  const found = useWornDevices(stay.patient._id)
  const goesOn =
    visit && outlastsDischarge(visit, { placedAt: findPlacedAt(stay.places), dischargedAt: since.typedAt })
  return (
    <StayForm
      form={form}
      send={send}
      action={t('discharge')}
      draft={draft}
      isTouched={since.isTouched}
      isDisabled={visit === undefined || !found.isKnown}
      toBody={(values) => {
        const at = since.read()
        return at && { ...(toDischarge(values, stay) as Input<typeof admissions.discharge>), ...at }
      }}
      onClose={onClose}
    >
      <HowLeftFields form={form} />
      <DischargeFields form={form} />
      <SinceFields {...since.fields} label={t('since')} error={form.errors['at']} />
      <LeftFields
        found={found}
        known={known}
        stillIn={goesOn ? visit.kind : undefined}
        values={form.values}
        errors={form.errors}
        onChange={form.setValues}
      />
    </StayForm>
  )
}

/**
 * Changes what was asked at the discharge of a stay that is over. How the patient left, a ward can change no longer
 * than it can undo the discharge.
 */
export function ChangeDischargeForm({ stay, onClose }: { stay: StayHistory; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const isTooLate = useUndoing(stay) === 'too-late'
  const form = useSchemaForm<DischargeValues & { note: string }>({
    schema: createDischargeSchema(
      admissions.changeDischarge,
      stay,
      toHospitalDate(stay.discharged_at ?? stay.admitted_at),
    ),
    initialValues: { ...toDischargeValues(stay), note: '' },
  })
  const send = useStayAct(admissions.changeDischarge, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('save')}
      toBody={(values) => toDischarge(values, stay) as Input<typeof admissions.changeDischarge>}
      // What somebody else changed meanwhile stands in each field that was not touched here.
      onNewer={(newer) => {
        const untouched = Object.entries(toDischargeValues(newer)).filter(([field]) => !form.isDirty(field))
        form.setValues(Object.fromEntries(untouched))
      }}
      onClose={onClose}
    >
      {isTooLate ? (
        <Text size="sm">{t('change-late', { hours: wardUndoHours })}</Text>
      ) : (
        <HowLeftFields form={form} />
      )}
      <DischargeFields form={form} />
      <Textarea
        {...form.getInputProps('note')}
        label={t('change-reason')}
        size="md"
        required
        autosize
        minRows={1}
        maxLength={dischargeLengths.note}
      />
    </StayForm>
  )
}

type FieldsProps<Values extends DischargeValues> = { form: UseFormReturnType<Values> }

function HowLeftFields<Values extends DischargeValues>({ form: given }: FieldsProps<Values>) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<DischargeValues>
  const { discharge_type: type, discharge_status: status } = form.values
  return (
    <>
      <ChoiceChips
        label={t('discharge-type')}
        required
        data-path="discharge_type"
        error={form.errors['discharge_type']}
        value={type === null ? '' : (`${type}` as const)}
        choices={dischargeTypes.map((code) => ({
          value: String(code),
          label: t(`discharge-types.${code}`),
        }))}
        onChange={(code) => form.setFieldValue('discharge_type', Number(code))}
      />
      <ChoiceChips
        label={t('discharge-status')}
        required
        data-path="discharge_status"
        error={form.errors['discharge_status']}
        value={status === null ? '' : (`${status}` as const)}
        choices={dischargeStatuses.map((code) => ({
          value: String(code),
          label: t(`discharge-statuses.${code}`),
        }))}
        onChange={(code) => form.setFieldValue('discharge_status', Number(code))}
      />
      {type === 4 && (
        <>
          <TextInput
            {...form.getInputProps('discharged_to')}
            label={t('discharged-to')}
            size="md"
            required
            maxLength={dischargeLengths.discharged_to}
          />
          <NativeSelect
            label={t('discharge-cause')}
            size="md"
            required
            data-path="discharge_cause"
            error={form.errors['discharge_cause']}
            value={form.values.discharge_cause ?? ''}
            data={[
              { value: '', label: t('choose') },
              ...transferCauses.map((code) => ({
                value: String(code),
                label: t(`transfer-causes.${code}`),
              })),
            ]}
            onChange={({ currentTarget }) =>
              form.setFieldValue(
                'discharge_cause',
                transferCauses.find((code) => String(code) === currentTarget.value) ?? null,
              )
            }
          />
        </>
      )}
      {type === 2 && (
        <>
          <Checkbox
            label={t('home-to-die')}
            data-path="goes_home_to_die"
            error={form.errors['goes_home_to_die']}
            checked={form.values.goes_home_to_die}
            onChange={({ currentTarget }) => form.setFieldValue('goes_home_to_die', currentTarget.checked)}
          />
          <RefusalFields form={form} />
        </>
      )}
    </>
  )
}

function DischargeFields<Values extends DischargeValues>({ form: given }: FieldsProps<Values>) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<DischargeValues>
  return (
    <>
      <DiagnosesField form={form} />
      {dischargeTexts.map(([field, label]) => (
        <Textarea
          key={field}
          {...form.getInputProps(field)}
          label={t(label)}
          size="md"
          autosize
          minRows={1}
          maxLength={dischargeLengths[field]}
        />
      ))}
    </>
  )
}
