import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { WardChoice } from 'contract'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../ui/use-localized-name.ts'
import { useWards } from './use-wards.ts'

type WardSelectProps = Pick<NativeSelectProps, 'label' | 'aria-label'> & {
  value: WardChoice | undefined
  /** Label of the choice that sets no ward. */
  anyWard: string
  /** Whether the wards of the user's groups can be chosen as one. */
  offersOwnWards?: boolean
  onChange: (ward: WardChoice | undefined) => void
}

/** Chooses one ward of the hospital, or none. */
export function WardSelect({ value, anyWard, offersOwnWards = false, onChange, ...label }: WardSelectProps) {
  const { t } = useTranslation('ui')
  const localName = useLocalizedName()
  const wards = useWards()
  return (
    <NativeSelect
      {...label}
      size="md"
      value={value ?? ''}
      data={[
        { value: '', label: anyWard },
        ...(offersOwnWards ? [{ value: 'mine', label: t('my-wards') }] : []),
        ...wards.map((ward) => ({ value: ward._id, label: localName(ward) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
