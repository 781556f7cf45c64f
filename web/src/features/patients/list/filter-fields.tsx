import { MultiSelect, Stack } from '@mantine/core'
import { genders, notifyStatuses, type PatientFilters, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { useMyWards } from '../../../clinical/use-my-wards.ts'
import { useWards } from '../../../clinical/use-wards.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { toOptionalList } from '../../../ui/list/query-codec.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { deviceFilters } from './list-query.ts'

export type PatientFiltersProps = {
  filters: PatientFilters
  onChange: (filters: PatientFilters) => void
}

export function PatientFilterFields({ filters, onChange }: PatientFiltersProps) {
  const { t } = useTranslation(['patient-list', 'patients', 'ui'])
  const localName = useLocalizedName()
  const wards = useWards()
  const hasOwnWards = useMyWards().size > 0 || filters.ward?.includes('mine')
  const set = (changed: Partial<PatientFilters>) => onChange({ ...filters, ...changed })
  const anyChoice = { value: '', label: t('any') } as const
  return (
    <Stack gap="md">
      <ChoiceChips
        label={t('patients:field.stay')}
        value={filters.in_hospital === undefined ? '' : filters.in_hospital ? 'in' : 'out'}
        choices={[
          anyChoice,
          ...(['in', 'out'] as const).map((value) => ({ value, label: t(`patients:stay.${value}`) })),
        ]}
        onChange={(stay) => set({ in_hospital: stay === '' ? undefined : stay === 'in' })}
      />
      <MultiSelect
        label={t('patients:field.ward')}
        size="md"
        placeholder={filters.ward ? undefined : t('any-ward')}
        searchable
        clearable
        hidePickedOptions
        comboboxProps={{ withinPortal: false }}
        data={[
          ...(hasOwnWards ? [{ value: 'mine', label: t('ui:my-wards') }] : []),
          ...wards.map((ward) => ({ value: ward._id, label: localName(ward) })),
        ]}
        value={filters.ward ?? []}
        onChange={(ward) => set({ ward: toOptionalList(ward) })}
      />
      <ChoiceChips
        multiple
        label={t('patients:field.triage_level')}
        value={filters.triage_level ?? []}
        choices={triageLevels.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
        onChange={(levels) => set({ triage_level: toOptionalList(levels) })}
      />
      <ChoiceChips
        multiple
        label={t('patients:field.gender')}
        value={filters.gender ?? []}
        choices={genders.map((value) => ({ value, label: t(`patients:gender.${value}`) }))}
        onChange={(chosen) => set({ gender: toOptionalList(chosen) })}
      />
      <ChoiceChips
        label={t('patients:field.notify_status')}
        value={filters.notify_status ?? ''}
        choices={[
          anyChoice,
          ...notifyStatuses.map((value) => ({ value, label: t(`patients:notify.${value}`) })),
        ]}
        onChange={(status) => set({ notify_status: status || undefined })}
      />
      <ChoiceChips
        label={t('patients:field.device_status')}
        value={filters.device_status ?? ''}
        choices={[
          anyChoice,
          ...deviceFilters.map((value) => ({ value, label: t(`patients:device.${value}`) })),
        ]}
        onChange={(status) => set({ device_status: status || undefined })}
      />
    </Stack>
  )
}
