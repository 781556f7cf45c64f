import { Fieldset, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { PatientSelect } from '../../../clinical/patient/patient-select.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'

/** What becomes of the devices of a patient who leaves, as a form holds it. */
export type DeviceValues = {
  keeps_devices: string[]
  hands_over: { device_id: string; patient_id: string }[]
}
/** All are taken back. */
export const noDevicesLeft: DeviceValues = { keeps_devices: [], hands_over: [] }

const ends = ['take', 'keep', 'hand-over'] as const

type WornDevicesFieldProps<Values extends DeviceValues> = {
  patientId: string
  form: UseFormReturnType<Values>
}

/**
 * Of each worn device whether it is taken back, the patient keeps it, or another one gets it. Nothing if none is worn.
 */
export function WornDevicesField<Values extends DeviceValues>({
  patientId,
  form: given,
}: WornDevicesFieldProps<Values>) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<DeviceValues>
  const worn = useQuery(ask(devices.list, { patient_id: patientId, is_worn: true }, true))
  if (!worn.data || worn.data.rows.length === 0) return null
  const { keeps_devices: kept, hands_over: handed } = form.values
  const choose = (id: string, end: (typeof ends)[number]) =>
    form.setValues({
      keeps_devices: [...kept.filter((one) => one !== id), ...(end === 'keep' ? [id] : [])],
      hands_over: [
        ...handed.filter(({ device_id }) => device_id !== id),
        ...(end === 'hand-over' ? [{ device_id: id, patient_id: '' }] : []),
      ],
    })
  return (
    <Fieldset legend={t('devices')}>
      <Stack gap="md">
        <Text size="sm">{t('devices-text')}</Text>
        {worn.data.rows.map(({ _id, name }) => {
          const index = handed.findIndex(({ device_id }) => device_id === _id)
          const next = handed[index]
          const path = `hands_over.${index}.patient_id`
          return (
            <div key={_id}>
              <ChoiceChips
                label={name}
                value={next ? 'hand-over' : kept.includes(_id) ? 'keep' : 'take'}
                choices={ends.map((value) => ({ value, label: t(`device-ends.${value}`) }))}
                onChange={(end) => choose(_id, end)}
              />
              {next && (
                <PatientSelect
                  label={t('next-wearer', { device: name })}
                  value={next.patient_id || undefined}
                  error={form.errors[path] ?? form.errors[`hands_over.${index}.device_id`]}
                  onChange={(id) => form.setFieldValue(path, id ?? '')}
                />
              )}
            </div>
          )
        })}
      </Stack>
    </Fieldset>
  )
}
