import { Skeleton, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import type { Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { type DeviceValues, WornDevicesField } from '../../../clinical/patient/worn-devices-field.tsx'

type LeftFieldsProps = {
  stay: Stay
  /** Whether it is not known yet where the patient is then. */
  isPending: boolean
  /** Where the visit goes on that outlasts the stay; undefined if none does. */
  stillIn: 'ER' | 'OPD' | undefined
  values: DeviceValues
  errors: FormErrors
  onChange: (values: DeviceValues) => void
}

/** What becomes of the devices with the end of a stay, and what ends with it. */
export function LeftFields({ stay, isPending, stillIn, values, errors, onChange }: LeftFieldsProps) {
  const { t } = useTranslation('admissions')
  if (isPending) return <Skeleton height="6rem" />
  return (
    <>
      <WornDevicesField
        patientId={stay.patient._id}
        stillIn={stillIn}
        values={values}
        errors={errors}
        onChange={onChange}
      />
      <Text size="sm">{stillIn ? t(`goes-on.${stillIn}`) : t('ends')}</Text>
    </>
  )
}
