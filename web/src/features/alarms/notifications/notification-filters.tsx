import { SimpleGrid } from '@mantine/core'
import { alarmRules, alarmSeverities, alarmStates, type PatientLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { PatientSelect } from '../../../clinical/patient/patient-select.tsx'
import { useWards } from '../../../clinical/use-wards.ts'
import { WardSelect } from '../../../clinical/ward-select.tsx'
import { formatDate } from '../../../ui/date/dates.ts'
import { DateFilterField } from '../../../ui/form/date/date-filter-field.tsx'
import { FilterSelect } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterSentence } from '../../../ui/list/filter/filters.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { useRuleName } from '../words.ts'
import type { AlarmListFilters } from './list-query.ts'

type AlarmFiltersProps = {
  filters: AlarmListFilters
  /** Patients whose names are loaded already. */
  known: readonly PatientLabel[]
  onChange: (filters: AlarmListFilters) => void
}

export function AlarmFilterFields({ filters, known, onChange }: AlarmFiltersProps) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const set = (changed: AlarmListFilters) => onChange({ ...filters, ...changed })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <PatientSelect
        label={t('column.patient')}
        placeholder={t('any.patient')}
        value={filters.patient}
        known={known}
        onChange={(patient) => set({ patient })}
      />
      <WardSelect
        label={t('column.ward')}
        anyWard={t('any.ward')}
        value={filters.ward}
        onChange={(ward) => set({ ward })}
      />
      <FilterSelect
        label={t('column.severity')}
        any={t('any.severity')}
        options={alarmSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={filters.severity}
        onChange={(severity) => set({ severity })}
      />
      <FilterSelect
        label={t('column.state')}
        any={t('any.state')}
        options={alarmStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={filters.state}
        onChange={(state) => set({ state })}
      />
      <FilterSelect
        label={t('column.what')}
        any={t('any.rule')}
        options={alarmRules.map((value) => ({ value, label: ruleName(value) }))}
        value={filters.rule}
        onChange={(rule) => set({ rule })}
      />
      <DateFilterField
        label={t('column.from')}
        day={filters.from}
        onDay={(from) => set({ from, ...(from && filters.to && from > filters.to ? { to: from } : {}) })}
      />
      <DateFilterField
        label={t('column.to')}
        day={filters.to}
        earliest={filters.from}
        onDay={(to) => set({ to })}
      />
    </SimpleGrid>
  )
}

export function NotificationFilterSentence({ filters, known, onChange }: AlarmFiltersProps) {
  const { t, i18n } = useTranslation('alarms')
  const localName = useLocalizedName()
  const ruleName = useRuleName()
  const wards = useWards(filters.ward !== undefined)
  const { patient, ward, severity, state, rule, from, to } = filters
  const knownPatient = known.find(({ _id }) => _id === patient)
  const knownWard = wards.find(({ _id }) => _id === ward)
  return (
    <FilterSentence
      label={t('list.filters')}
      lead={t('sentence.alarms')}
      clearAll={t('clear-all')}
      filters={filters}
      words={{
        patient:
          patient &&
          t('sentence.patient', {
            patient: knownPatient ? formatPatientName(knownPatient) : t('one-patient'),
          }),
        ward: ward && t('sentence.ward', { ward: knownWard ? localName(knownWard) : t('one-ward') }),
        severity: severity && t('sentence.severity', { severity: t(`severity.${severity}`) }),
        state: state && t('sentence.state', { state: t(`state.${state}`) }),
        rule: rule && t('sentence.rule', { rule: ruleName(rule) }),
        from: from && t('sentence.from', { date: formatDate(from, i18n.language) }),
        to: to && t('sentence.to', { date: formatDate(to, i18n.language) }),
      }}
      onChange={onChange}
    />
  )
}
