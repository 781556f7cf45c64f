import { Skeleton, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import {
  type DeviceValues,
  type useWornDevices,
  WornDevicesField,
} from '../../../clinical/patient/worn-devices-field.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import type { useOpenVisit } from '../queries.ts'

type LeftFieldsProps = {
  found: ReturnType<typeof useWornDevices>
  /** The look-up of the open visit, by which it is known where the patient is then. */
  known: ReturnType<typeof useOpenVisit>['known']
  /** Where the visit goes on that outlasts the stay; undefined if none does. */
  stillIn: 'ER' | 'OPD' | undefined
  values: DeviceValues
  errors: FormErrors
  onChange: (values: DeviceValues) => void
}

/** What becomes of the devices with the end of a stay, and what ends with it. */
export function LeftFields({ found, known, stillIn, values, errors, onChange }: LeftFieldsProps) {
  const { t } = useTranslation('admissions')
  if (known.isPending) return <Skeleton height="6rem" />
  if (known.isLoadingError)
    return (
      <ErrorState
        message={t('visit-unknown')}
        isRetrying={known.isFetching}
        onRetry={() => void known.refetch()}
      />
    )
  return (
    <>
      <WornDevicesField found={found} stillIn={stillIn} values={values} errors={errors} onChange={onChange} />
      <Text size="sm">{stillIn ? t(`goes-on.${stillIn}`) : t('ends')}</Text>
    </>
  )
}
