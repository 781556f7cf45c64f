import { Stack, Text } from '@mantine/core'
import { dispositions, type Input, type PatientLabel, visits } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import {
  type DeviceValues,
  noDevicesLeft,
  useWornDevices,
  WornDevicesField,
} from '../../clinical/patient/worn-devices-field.tsx'
import { HoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { SinceFields, useSince } from '../../ui/form/date/since-fields.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { outdatedByEnd } from './queries.ts'

type EndVisitProps = {
  row: { patient: PatientLabel; visit: { _id: string } }
  /** Called with the act, by which the end can be undone. */
  onDone: (actId: string) => void
}

type EndValues = { patient_id: string; visit_id: string; disposition: number | null } & DeviceValues

/** How a visit ends, and what becomes of the devices that the patient wears. */
export function EndVisitForm({ row: { patient, visit }, onDone }: EndVisitProps) {
  const { t } = useTranslation('triage')
  const since = useSince()
  const found = useWornDevices(patient._id)
  const form = useSchemaForm<EndValues>({
    schema: visits.end.body,
    initialValues: { patient_id: patient._id, visit_id: visit._id, disposition: null, ...noDevicesLeft },
  })
  const send = useSend(visits.end, {
    inline: ['invalid'],
    outdates: outdatedByEnd,
    onSuccess: ({ act_id }) => onDone(act_id),
    onError: ({ fields }) => showFieldProblems(form, fields),
  })
  const { disposition } = form.values
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        const at = since.read()
        if (at) send.mutate({ ...(values as Input<typeof visits.end>), ...at })
      }}
    >
      {since.isTouched && <HoldDialogOpen />}
      <Stack gap="md">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn}
        </Text>
        <ChoiceChips
          label={t('disposition.label')}
          required
          data-path="disposition"
          choices={dispositions.map((code) => ({ value: String(code), label: t(`disposition.${code}`) }))}
          value={disposition === null ? '' : String(disposition)}
          error={form.errors['disposition']}
          onChange={(code) => form.setFieldValue('disposition', Number(code))}
        />
        <SinceFields {...since.fields} label={t('disposition.left-at')} error={form.errors['at']} />
        <WornDevicesField
          found={found}
          // Whoever is on a ward was admitted: the end of a visit does not end their monitoring.
          stillIn={patient.ward === null ? undefined : 'ward'}
          values={form.values}
          errors={form.errors}
          onChange={form.setValues}
        />
        <FormEnd action={t('disposition.submit')} isPending={send.isPending} isDisabled={!found.isKnown} />
      </Stack>
    </SchemaForm>
  )
}
