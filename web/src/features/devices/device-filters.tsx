import { Stack } from '@mantine/core'
import { deviceKinds } from 'contract'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../ui/list/filter/filter-bar.tsx'
import { FilterSentence } from '../../ui/list/filter/filters.tsx'
import { type DeviceListView, deviceStatusFilters } from './list-query.ts'

export type DeviceFilters = DeviceListView['filters']
type DeviceFiltersProps = { filters: DeviceFilters; onChange: (filters: DeviceFilters) => void }

export function DeviceFilterFields({ filters, onChange }: DeviceFiltersProps) {
  const { t } = useTranslation('devices')
  const { kind, status, is_worn } = filters
  const set = (changed: DeviceFilters) => onChange({ ...filters, ...changed })
  return (
    <Stack gap="md">
      <FilterSelect
        label={t('filter.kind')}
        any={t('filter.any-kind')}
        options={deviceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        onChange={(chosen) => set({ kind: chosen })}
      />
      <FilterSelect
        label={t('filter.status')}
        any={t('filter.any-status')}
        options={deviceStatusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={(chosen) => set({ status: chosen })}
      />
      <FilterSelect
        label={t('filter.worn')}
        any={t('filter.any-worn')}
        options={[
          { value: 'yes', label: t('filter.is-worn') },
          { value: 'no', label: t('filter.is-free') },
        ]}
        value={is_worn === undefined ? undefined : is_worn ? 'yes' : 'no'}
        onChange={(chosen) => set({ is_worn: chosen && chosen === 'yes' })}
      />
    </Stack>
  )
}

export function DeviceFilterSentence({ filters, onChange }: DeviceFiltersProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const { kind, status, is_worn, patient, with_retired } = filters
  return (
    <FilterSentence
      label={t('ui:filters')}
      lead={t('sentence.devices')}
      clearAll={t('ui:clear-filters')}
      filters={filters}
      words={{
        kind: kind && t('sentence.kind', { kind: t(`kind.${kind}`) }),
        status: status && t('sentence.status', { status: t(`status.${status}`) }),
        is_worn: is_worn === undefined ? undefined : t(is_worn ? 'sentence.is-worn' : 'sentence.is-free'),
        patient: patient && t('transactions.one-patient'),
        with_retired: with_retired && t('sentence.with-retired'),
      }}
      onChange={onChange}
    />
  )
}
