import { Alert, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type AdmissionBasis,
  type AdmissionRequest,
  admissions,
  type Input,
  type PatientRow,
  readings,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { useTypedNumbers } from '../../../clinical/patient/use-typed-numbers.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { SinceFields, useSince } from '../../../ui/form/date/since-fields.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { type KnownField, readBasis } from '../admission-basis.ts'
import { outdatedByStay } from '../queries.ts'
import {
  MoreAdmissionFields,
  NeededAdmissionFields,
  omitHiddenAnswers,
  PregnancyField,
  toAdmissionValues,
} from './admission-fields.tsx'
import { BasisNote, useIsolationHint, useOriginText } from './basis-note.tsx'
import { MeasureFields, type MeasureValues } from './measure-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'
import { useStayDraft } from './use-stay-draft.ts'

type AdmitFormProps = {
  patient: Pick<PatientRow, '_id' | 'gender' | 'date_of_birth'>
  /** What the admission answers: the form begins with what was asked for. */
  request?: AdmissionRequest
  /** The referral with which the patient is admitted, if a person chose one. */
  referralId?: string | null
  onClose: () => void
}

const noMeasures: MeasureValues = { weight: null, height: null, confirmed: [] }

/**
 * Admits a patient to a ward, in a bed or waiting for one. The form begins with what the visit, the request and the
 * referral say.
 */
export function AdmitForm({ patient, request, referralId = null, onClose }: AdmitFormProps) {
  const { t } = useTranslation('admissions')
  const found = useQuery({
    ...ask(admissions.prepare, { patient_id: patient._id, referral_id: referralId }, true),
    // A person is typing: the form keeps what it began with.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const readsForms = useMay('form:use')
  if (found.isPending) return <Skeleton height="24rem" />
  const basis = { ...found.data, ...(request && { request }) }
  return (
    <>
      {found.isError && (
        <Text size="sm" role="status" mb="md">
          {t('from.failed')}
        </Text>
      )}
      {readsForms && referralId !== null && found.data?.referral === null && (
        <Alert role="status" color="yellow" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {t('from.referral-gone')}
        </Alert>
      )}
      <FilledAdmitForm
        patient={patient}
        request={request}
        referralId={referralId}
        basis={basis}
        onClose={onClose}
      />
    </>
  )
}

type FilledProps = Omit<AdmitFormProps, 'request' | 'referralId'> & {
  request: AdmissionRequest | undefined
  referralId: string | null
  basis: Partial<AdmissionBasis>
}

function FilledAdmitForm({ patient, request, referralId, basis, onClose }: FilledProps) {
  const { t } = useTranslation('admissions')
  const since = useSince()
  const [known] = useState(() => readBasis(basis, referralId !== null))
  const originText = useOriginText(basis)
  const form = useSchemaForm({
    schema: admissions.admit.body,
    initialValues: {
      ...toAdmissionValues(undefined),
      ward_id: '',
      ...known.values,
      patient_id: patient._id,
      bed_id: null as string | null,
      an: '',
      ...noMeasures,
    },
  })
  const draft = useStayDraft(`admit:${patient._id}:${request?._id ?? referralId ?? ''}`, form, since)
  const send = useStayAct(admissions.admit, () => {
    draft.clear()
    onClose()
  }, [...outdatedByStay, readings.history, readings.flowsheet])
  const mayMeasure = useMay('clinical:record')
  const typesNumber = useTypedNumbers().an
  const { ward_id, bed_id } = form.values
  const { ward_id: ofWard, ...origins } = Object.fromEntries(
    (Object.keys(known.origins) as KnownField[]).flatMap((field) => {
      const kind = known.origins[field]
      // Another answer than what was known is a person's.
      const isKept = JSON.stringify(form.values[field]) === JSON.stringify(known.values[field])
      return kind && isKept ? [[field, originText(kind)]] : []
    }),
  ) as Partial<Record<KnownField, string>>
  const isolationHint = useIsolationHint(basis)
  if (isolationHint && form.values.isolation.length === 0) origins.isolation = isolationHint
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
      <BasisNote basis={basis} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <PlaceFields
          origin={ofWard}
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
      <NeededAdmissionFields form={form} origins={origins} />
      <PregnancyField form={form} origins={origins} of={patient} />
      <SinceFields {...since.fields} label={t('since')} error={form.errors['at']} />
      <details>
        <summary>{t('more-fields')}</summary>
        <Stack gap="md" mt="md">
          {mayMeasure && <MeasureFields form={form} problems={send.error?.fields ?? []} />}
          <MoreAdmissionFields form={form} origins={origins} />
        </Stack>
      </details>
    </StayForm>
  )
}
