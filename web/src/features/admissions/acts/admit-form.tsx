import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type AdmissionRequest, admissions, type Input, type PatientRow, readings } from 'contract'
import { useTranslation } from 'react-i18next'
import { useTypedNumbers } from '../../../clinical/patient/use-typed-numbers.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { SinceFields, useSince } from '../../../ui/form/since-fields.tsx'
import { outdatedByStay } from '../queries.ts'
import {
  MoreAdmissionFields,
  NeededAdmissionFields,
  omitHiddenAnswers,
  PregnancyField,
  toAdmissionValues,
} from './admission-fields.tsx'
import { MeasureFields, type MeasureValues } from './measure-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'
import { useStayDraft } from './use-stay-draft.ts'

type AdmitFormProps = {
  patient: Pick<PatientRow, '_id' | 'gender' | 'date_of_birth'>
  /** What the admission answers: the form begins with what was asked for. */
  request?: AdmissionRequest
  onClose: () => void
}

const noMeasures: MeasureValues = { weight: null, height: null, confirmed: [] }

const typeOfUrgency = { EMERGENCY: 'E', URGENT: 'U', ELECTIVE: 'C' } as const

/** Admits a patient to a ward, in a bed or waiting for one. */
export function AdmitForm({ patient, request, onClose }: AdmitFormProps) {
  const { t } = useTranslation('admissions')
  const since = useSince()
  const form = useSchemaForm({
    schema: admissions.admit.body,
    initialValues: {
      ...toAdmissionValues(undefined),
      ...(request && {
        admit_type: typeOfUrgency[request.urgency],
        department: request.department,
        diagnosis: request.diagnosis,
        isolation: request.isolation,
      }),
      patient_id: patient._id,
      ward_id: request?.ward._id ?? '',
      bed_id: null as string | null,
      an: '',
      ...noMeasures,
    },
  })
  const draft = useStayDraft(`admit:${patient._id}:${request?._id ?? ''}`, form, since)
  const send = useStayAct(admissions.admit, () => {
    draft.clear()
    onClose()
  }, [...outdatedByStay, readings.history, readings.flowsheet])
  const mayMeasure = useMay('clinical:record')
  const typesNumber = useTypedNumbers().an
  const { ward_id, bed_id } = form.values
  return (
    <StayForm
      form={form}
      send={send}
      action={t('admit')}
      draft={draft}
      isTouched={since.isTouched}
      toBody={(values) => {
        const at = since.read()
        return at && { ...(omitHiddenAnswers(values) as Input<typeof admissions.admit>), ...at }
      }}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <PlaceFields
          wardId={ward_id}
          bedId={bed_id}
          onChange={(place) => form.setValues(place)}
          errors={{ ward: form.errors['ward_id'], bed: form.errors['bed_id'] }}
          isolation={form.values.isolation}
        />
      </SimpleGrid>
      {typesNumber && (
        <TextInput
          {...form.getInputProps('an')}
          label={t('an')}
          description={t('an-hint')}
          size="md"
          required
          maxLength={20}
          autoComplete="off"
        />
      )}
      <NeededAdmissionFields form={form} />
      <PregnancyField form={form} of={patient} />
      <SinceFields {...since.fields} label={t('since')} />
      <details>
        <summary>{t('more-fields')}</summary>
        <Stack gap="md" mt="md">
          {mayMeasure && <MeasureFields form={form} problems={send.error?.fields ?? []} />}
          <MoreAdmissionFields form={form} />
        </Stack>
      </details>
    </StayForm>
  )
}
