import { Fieldset, Skeleton, Stack, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { PatientSelect } from './patient-select.tsx'

/** What becomes of the devices of a patient who leaves, as a form holds it. */
export type DeviceValues = {
  keeps_devices: string[]
  hands_over: { device_id: string; patient_id: string }[]
}
/** All are taken back. */
export const noDevicesLeft: DeviceValues = { keeps_devices: [], hands_over: [] }

/** What can become of a device of whoever leaves, and of whoever is still here: what they wear goes on. */
const endsOfLeaving = ['take', 'keep', 'hand-over'] as const
const endsOfStaying = ['stay', 'hand-over'] as const
type DeviceEnd = (typeof endsOfLeaving)[number] | (typeof endsOfStaying)[number]

/** The ward of an admission, or where an open visit is. */
export type StillIn = 'ward' | 'ER' | 'OPD'

/**
 * What the patient wears. No act may rest on it until `isKnown`: it would take devices back that nobody was asked
 * about.
 * Whoever may not see devices is not asked.
 */
export function useWornDevices(patientId: string, endsCare = true) {
  const isAsked = useMay('device:read') && endsCare
  const worn = useQuery({
    ...ask(devices.list, { patient_id: patientId, is_worn: true }, true),
    enabled: isAsked,
  })
  return { worn, isAsked, isKnown: !isAsked || worn.data !== undefined }
}

type WornDevicesFieldProps = {
  found: ReturnType<typeof useWornDevices>
  /** Where the patient is after this, if they are still in the hospital: they are monitored as before. */
  stillIn?: StillIn | undefined
  values: DeviceValues
  /** The errors by the paths of the values. */
  errors: FormErrors
  onChange: (values: DeviceValues) => void
}

/**
 * Asks for each worn device whether it is taken back, stays with the patient or goes to another patient. Shows nothing
 * if none is worn.
 */
export function WornDevicesField({
  found: { worn, isAsked },
  stillIn,
  values,
  errors,
  onChange,
}: WornDevicesFieldProps) {
  const { t } = useTranslation('devices')
  if (!isAsked) return null
  if (worn.isPending) return <Skeleton height="6rem" />
  if (worn.isLoadingError)
    return (
      <ErrorState
        message={t('left.unknown')}
        isRetrying={worn.isFetching}
        onRetry={() => void worn.refetch()}
      />
    )
  if (worn.data.rows.length === 0) return null
  const { keeps_devices: kept, hands_over: handed } = values
  const choose = (id: string, end: DeviceEnd) =>
    onChange({
      keeps_devices: [...kept.filter((one) => one !== id), ...(end === 'keep' ? [id] : [])],
      hands_over: [
        ...handed.filter(({ device_id }) => device_id !== id),
        ...(end === 'hand-over' ? [{ device_id: id, patient_id: '' }] : []),
      ],
    })
  return (
    <Fieldset legend={t('left.devices')}>
      <Stack gap="md">
        <Text size="sm">{stillIn ? t(`left.still-in.${stillIn}`) : t('left.text')}</Text>
        {worn.data.rows.map(({ _id, name }) => {
          const index = handed.findIndex(({ device_id }) => device_id === _id)
          const next = handed[index]
          const path = `hands_over.${index}.patient_id`
          return (
            <div key={_id}>
              <ChoiceChips
                label={name}
                value={next ? 'hand-over' : stillIn ? 'stay' : kept.includes(_id) ? 'keep' : 'take'}
                choices={(stillIn ? endsOfStaying : endsOfLeaving).map((value) => ({
                  value,
                  label: t(`left.ends.${value}`),
                }))}
                onChange={(end: DeviceEnd) => choose(_id, end)}
              />
              {next && (
                <PatientSelect
                  label={t('left.next-wearer', { device: name })}
                  value={next.patient_id || undefined}
                  error={errors[path] ?? errors[`hands_over.${index}.device_id`]}
                  onChange={(id) =>
                    onChange({
                      keeps_devices: kept,
                      hands_over: handed.with(index, { device_id: _id, patient_id: id ?? '' }),
                    })
                  }
                />
              )}
            </div>
          )
        })}
      </Stack>
    </Fieldset>
  )
}
