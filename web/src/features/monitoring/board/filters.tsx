import { Stack, Switch } from '@mantine/core'
import { boardAlarms, placeKinds, triageLevels, type WardBoardFilters } from 'contract'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { FilterSentence } from '../../../ui/list/filter/filters.tsx'
import { toOptionalList } from '../../../ui/list/query-codec.ts'
import { boardDevices } from './list-query.ts'

type BoardFiltersProps = {
  filters: WardBoardFilters
  onChange: (filters: WardBoardFilters) => void
}

type BoardFilterFieldsProps = BoardFiltersProps & { seesAlarms: boolean }

export function BoardFilterFields({ filters, onChange, seesAlarms }: BoardFilterFieldsProps) {
  const { t } = useTranslation(['ward-board', 'monitoring', 'patients', 'admissions', 'ui'])
  const set = (changed: Partial<WardBoardFilters>) => onChange({ ...filters, ...changed })
  const anyChoice = { value: '', label: t('any') } as const
  return (
    <Stack gap="md">
      {seesAlarms && (
        <ChoiceChips
          label={t('column.alarm')}
          value={filters.alarm ?? ''}
          choices={[
            anyChoice,
            ...boardAlarms.map((value) => ({ value, label: t(`monitoring:with-alarm.${value}`) })),
          ]}
          onChange={(alarm) => set({ alarm: alarm || undefined })}
        />
      )}
      <ChoiceChips
        multiple
        label={t('column.triage_level')}
        value={filters.triage_level ?? []}
        choices={triageLevels.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
        onChange={(levels) => set({ triage_level: toOptionalList(levels) })}
      />
      <ChoiceChips
        label={t('column.devices')}
        value={filters.device_status ?? ''}
        choices={[
          anyChoice,
          ...boardDevices.map((value) => ({ value, label: t(`patients:device.${value}`) })),
        ]}
        onChange={(status) => set({ device_status: status || undefined })}
      />
      <ChoiceChips
        label={t('place')}
        value={filters.place ?? ''}
        choices={[
          anyChoice,
          ...placeKinds.map((value) => ({ value, label: t(`admissions:csv.place-kind.${value}`) })),
        ]}
        onChange={(place) => set({ place: place || undefined })}
      />
      <Switch
        size="md"
        label={t('only-unobserved')}
        checked={filters.is_unobserved === true}
        onChange={({ currentTarget: { checked } }) => set({ is_unobserved: checked || undefined })}
      />
    </Stack>
  )
}

/** Each active filter in words. */
export function useBoardFilterWords(filters: WardBoardFilters) {
  const { t, i18n } = useTranslation(['ward-board', 'patient-list', 'ui'])
  const { alarm, triage_level, device_status, is_unobserved, place } = filters
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  return {
    alarm: alarm && t(`sentence.alarm-${alarm}`),
    triage_level:
      triage_level &&
      t('patient-list:sentence.triage', {
        levels: or.format(triage_level.map((level) => t(`ui:triage.${level}`))),
      }),
    device_status: device_status && t(`patient-list:sentence.device-${device_status}`),
    is_unobserved: is_unobserved && t('sentence.unobserved'),
    place: place && t(`sentence.place-${place}`),
  }
}

export function BoardFilterSentence({ filters, onChange }: BoardFiltersProps) {
  const { t } = useTranslation(['ward-board', 'patient-list'])
  return (
    <FilterSentence
      label={t('filters')}
      lead={t('patient-list:sentence.patients')}
      clearAll={t('patient-list:clear-all')}
      filters={filters}
      words={useBoardFilterWords(filters)}
      onChange={onChange}
    />
  )
}
