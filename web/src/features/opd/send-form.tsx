import { NativeSelect, Stack } from '@mantine/core'
import { type Clinic, type Input, opd, type QueueRow, type QueueTarget, queueTargets } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import {
  type DeviceValues,
  noDevicesLeft,
  useWornDevices,
  WornDevicesField,
} from '../../clinical/patient/worn-devices-field.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { createSchema, listIssues } from '../../ui/form/create-schema.ts'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { outdatedBySending } from './queries.ts'

type SendFormProps = {
  row: QueueRow
  /** The other clinics that are open. */
  clinics: readonly Clinic[]
  onDone: (to: QueueTarget) => void
}

type SendValues = Pick<Input<typeof opd.send>, 'patient_id' | 'entry_id' | 'state'> & {
  to: QueueTarget | ''
  clinic_id: string | null
} & DeviceValues

/** What is sent: nothing that belongs to another target. */
const toSent = (values: SendValues) => ({
  ...values,
  clinic_id: values.to === 'CLINIC' ? values.clinic_id : null,
  ...(values.to !== 'HOME' && noDevicesLeft),
})

const schema = createSchema<SendValues>((values) => listIssues(opd.send.body, toSent(values)))

/** Where somebody goes from a clinic; of who goes home also what becomes of the devices that they wear. */
export function SendForm({ row, clinics, onDone }: SendFormProps) {
  const { t } = useTranslation('opd')
  const localName = useLocalizedName()
  const form = useSchemaForm<SendValues>({
    schema,
    initialValues: {
      patient_id: row.patient._id,
      entry_id: row._id,
      state: row.state,
      to: '',
      clinic_id: clinics[0]?._id ?? null,
      ...noDevicesLeft,
    },
  })
  const send = useSend(opd.send, {
    inline: ['invalid'],
    outdates: outdatedBySending,
    onSuccess: (_reply, sent) => onDone(sent.to),
    onError: ({ fields }) => showFieldProblems(form, fields),
  })
  const { to, clinic_id } = form.values
  const found = useWornDevices(row.patient._id, to === 'HOME')
  return (
    <SchemaForm form={form} onSubmit={(values) => send.mutate(toSent(values) as Input<typeof opd.send>)}>
      <Stack gap="md">
        <ChoiceChips
          label={t('to')}
          required
          data-path="to"
          choices={queueTargets
            .filter((target) => target !== 'CLINIC' || clinics.length > 0)
            .map((value) => ({ value, label: t(`target.${value}`) }))}
          value={to}
          error={form.errors['to']}
          onChange={(target) => form.setFieldValue('to', target)}
        />
        {to === 'CLINIC' && (
          <NativeSelect
            size="md"
            label={t('to-clinic')}
            value={clinic_id ?? ''}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('clinic_id', value)}
            data={clinics.map((one) => ({ value: one._id, label: `${one.code} · ${localName(one)}` }))}
          />
        )}
        {to === 'HOME' && (
          <WornDevicesField
            found={found}
            // Whoever is on a ward was admitted: the end of a visit does not end their monitoring.
            stillIn={row.patient.ward === null ? undefined : 'ward'}
            values={form.values}
            errors={form.errors}
            onChange={form.setValues}
          />
        )}
        <FormEnd action={t('save')} isPending={send.isPending} isDisabled={!found.isKnown} />
      </Stack>
    </SchemaForm>
  )
}
