import { NativeSelect, SimpleGrid, Textarea } from '@mantine/core'
import {
  admissionRequests,
  bedFeatures,
  departments,
  type Input,
  isolationKinds,
  requestUrgencies,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../clinical/use-wards.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { DateField } from '../../../ui/form/date/date-field.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { StayForm } from '../acts/stay-form.tsx'
import { useStayAct } from '../acts/use-stay-act.ts'

type RequestValues = {
  patient_id: string
  ward_id: string
  department: (typeof departments)[number] | ''
  urgency: (typeof requestUrgencies)[number] | ''
  diagnosis: string
  isolation: (typeof isolationKinds)[number][]
  features: (typeof bedFeatures)[number][]
  note: string
  planned_on: string
}

/** Asks a ward to admit a patient. */
export function RequestForm({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { t } = useTranslation(['admission-requests', 'admissions', 'beds'])
  const localName = useLocalizedName()
  const wards = useWards()
  const form = useSchemaForm<RequestValues>({
    schema: admissionRequests.make.body,
    initialValues: {
      patient_id: patientId,
      ward_id: '',
      department: '',
      urgency: '',
      diagnosis: '',
      isolation: [],
      features: [],
      note: '',
      planned_on: '',
    },
  })
  const send = useStayAct(admissionRequests.make, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('make')}
      toBody={(values) => ({
        ...(values as Input<typeof admissionRequests.make>),
        planned_on: values.urgency === 'ELECTIVE' ? values.planned_on : null,
      })}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          {...form.getInputProps('ward_id')}
          label={t('admissions:ward')}
          size="md"
          required
          data={[
            { value: '', label: t('admissions:choose-ward') },
            ...wards.map((ward) => ({ value: ward._id, label: localName(ward) })),
          ]}
        />
        <NativeSelect
          {...form.getInputProps('department')}
          label={t('admissions:department')}
          size="md"
          required
          data={[
            { value: '', label: t('admissions:choose') },
            ...departments.map((value) => ({ value, label: t(`admissions:departments.${value}`) })),
          ]}
        />
      </SimpleGrid>
      <ChoiceChips
        {...form.getInputProps('urgency')}
        label={t('urgency-label')}
        required
        choices={requestUrgencies.map((value) => ({ value, label: t(`urgency.${value}`) }))}
      />
      {form.values.urgency === 'ELECTIVE' && (
        <DateField
          {...form.getInputProps('planned_on')}
          label={t('planned')}
          description={t('planned-hint')}
          size="md"
        />
      )}
      <Textarea
        {...form.getInputProps('diagnosis')}
        label={t('why')}
        size="md"
        required
        autosize
        minRows={2}
        maxLength={500}
      />
      <ChoiceChips
        {...form.getInputProps('isolation')}
        multiple
        label={t('admissions:isolation')}
        choices={isolationKinds.map((value) => ({ value, label: t(`admissions:isolations.${value}`) }))}
      />
      <ChoiceChips
        {...form.getInputProps('features')}
        multiple
        label={t('needs')}
        choices={bedFeatures.map((value) => ({ value, label: t(`beds:feature.${value}`) }))}
      />
      <Textarea
        {...form.getInputProps('note')}
        label={t('admissions:note')}
        size="md"
        autosize
        minRows={1}
        maxLength={500}
      />
    </StayForm>
  )
}
