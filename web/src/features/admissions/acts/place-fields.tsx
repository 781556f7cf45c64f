import { NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../clinical/use-wards.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { useWardBeds } from '../queries.ts'

type PlaceFieldsProps = {
  wardId: string
  bedId: string | null
  onChange: (place: { ward_id: string; bed_id: string | null }) => void
  errors: { ward?: ReactNode; bed?: ReactNode }
  /** Where the ward is known from. */
  origin?: string | undefined
  /** How the patient is isolated, as far as the user may know. */
  isolation?: readonly string[] | undefined
  /** Whether the patient is on leave, so that the bed is held for them. */
  isOnLeave?: boolean
}

/** A ward, and one of its beds that can be given now; without one the patient waits for a bed, or is on leave. */
export function PlaceFields({
  wardId,
  bedId,
  onChange,
  errors,
  origin,
  isolation,
  isOnLeave = false,
}: PlaceFieldsProps) {
  const { t } = useTranslation('admissions')
  const localName = useLocalizedName()
  const wards = useWards()
  const beds = useWardBeds(wardId)
  const chosen = beds.find(({ _id }) => _id === bedId)
  const lacksPressure =
    isolation?.includes('AIRBORNE') && chosen && !chosen.features.includes('negative_pressure')
  return (
    <>
      <NativeSelect
        label={t('ward')}
        description={origin}
        size="md"
        required
        data-path="ward_id"
        value={wardId}
        error={errors.ward}
        data={[
          { value: '', label: t('choose-ward') },
          ...wards.map((ward) => ({ value: ward._id, label: localName(ward) })),
        ]}
        onChange={({ currentTarget }) => onChange({ ward_id: currentTarget.value, bed_id: null })}
      />
      <NativeSelect
        label={t('bed-label')}
        size="md"
        data-path="bed_id"
        disabled={wardId === ''}
        value={bedId ?? ''}
        error={errors.bed}
        data={[
          { value: '', label: t(isOnLeave ? 'held-none' : 'no-bed') },
          ...beds.map(({ _id, label, state }) => ({
            value: _id,
            label: state === 'ready' ? t('bed', { bed: label }) : t(`bed-state.${state}`, { bed: label }),
            // A reserved bed may be reserved for this patient.
            disabled: state !== 'ready' && state !== 'reserved' && _id !== bedId,
          })),
        ]}
        onChange={({ currentTarget }) => onChange({ ward_id: wardId, bed_id: currentTarget.value || null })}
      />
      {lacksPressure && (
        <Text role="status" fw={600} style={{ gridColumn: '1 / -1' }}>
          {t('no-negative-pressure')}
        </Text>
      )}
    </>
  )
}
