import { Select, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { audit, auditOutcomes, type NamedPatient } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { formatPatient } from '../../clinical/patient/patient-search.ts'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { formatDate } from '../../ui/date/dates.ts'
import { DateFilterField } from '../../ui/form/date/date-filter-field.tsx'
import { FilterSentence } from '../../ui/list/filter/filters.tsx'
import { longOptions } from '../../ui/long-options.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './audit.module.css'
import type { AuditListFilters } from './list-query.ts'
import { useActionGroups, useActionName, useOutcomeName } from './words.ts'

type AuditFiltersProps = {
  filters: AuditListFilters
  /** Patients whose names are already loaded. */
  known: readonly NamedPatient[]
  onChange: (filters: AuditListFilters) => void
}

const peopleQuery = { ...ask(audit.people, {}, true), staleTime: 10 * 60_000 }
const mostOffered = 100

export function AuditFilterFields({ filters, known, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const outcomeName = useOutcomeName()
  const staffType = useStaffTypeName()
  const groups = useActionGroups()
  const [isAsked, { open: askForPeople }] = useDisclosure(filters.person !== undefined)
  const people = useQuery({ ...peopleQuery, enabled: isAsked || filters.person !== undefined }).data?.staff
  const set = (changed: AuditListFilters) => onChange({ ...filters, ...changed })
  const offered =
    people?.map((person) => ({
      value: person._id,
      label: `${formatStaffName(person)} · ${staffType(person.staff_type)}`,
    })) ?? (filters.person ? [{ value: filters.person, label: t('one-person') }] : [])
  const isNamed = groups.some(({ items }) => items.some(({ value }) => value === filters.action))
  const select = {
    size: 'md',
    searchable: true,
    clearable: true,
    autoComplete: 'off',
    limit: mostOffered,
    nothingFoundMessage: t('none-fits'),
    // The list itself scrolls: the keyboard cannot reach Mantine's own scroll area.
    withScrollArea: false,
    classNames: { options: classes.options ?? '' },
    ...longOptions,
  } as const
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <PatientSelect
        label={t('filter.patient')}
        placeholder={t('any.patient')}
        value={filters.patient}
        known={known}
        onChange={(patient) => set({ patient })}
      />
      <Select
        {...select}
        label={t('filter.person')}
        placeholder={t('any.person')}
        data={offered}
        value={filters.person ?? null}
        onDropdownOpen={askForPeople}
        onChange={(person) => set({ person: person ?? undefined })}
      />
      <Select
        {...select}
        label={t('filter.action')}
        placeholder={t('any.action')}
        data={[
          ...groups,
          ...(filters.action && !isNamed
            ? [{ value: filters.action, label: actionName(filters.action) }]
            : []),
        ]}
        value={filters.action ?? null}
        onChange={(action) => set({ action: action ?? undefined })}
      />
      <Select
        {...select}
        label={t('filter.outcome')}
        placeholder={t('any.outcome')}
        data={auditOutcomes.map((value) => ({ value, label: outcomeName(value) }))}
        value={filters.outcome ?? null}
        onChange={(outcome) => set({ outcome: auditOutcomes.find((one) => one === outcome) })}
      />
      <DateFilterField
        label={t('filter.from')}
        day={filters.from}
        onDay={(from) => set({ from, ...(isBackwards(from, filters.to) && { to: from }) })}
      />
      <DateFilterField
        label={t('filter.to')}
        day={filters.to}
        earliest={filters.from}
        onDay={(to) => set({ to })}
      />
    </SimpleGrid>
  )
}

const isBackwards = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from > to

export function AuditFilterSentence({ filters, known, onChange }: AuditFiltersProps) {
  const { t, i18n } = useTranslation(['audit', 'ui'])
  const actionName = useActionName()
  const outcomeName = useOutcomeName()
  const { patient, person, action, outcome, from, to } = filters
  const people = useQuery({ ...peopleQuery, enabled: person !== undefined }).data?.staff
  const knownPatient = known.find(({ _id }) => _id === patient)
  const knownPerson = people?.find(({ _id }) => _id === person)
  return (
    <FilterSentence
      label={t('filters')}
      lead={t('sentence.entries')}
      clearAll={t('clear-all')}
      filters={filters}
      words={{
        patient:
          patient &&
          t('sentence.patient', {
            patient: knownPatient ? formatPatient(knownPatient) : t('ui:patient-select.unnamed'),
          }),
        person:
          person &&
          t('sentence.person', { person: knownPerson ? formatStaffName(knownPerson) : t('one-person') }),
        action: action && t('sentence.action', { action: actionName(action) }),
        outcome: outcome && t('sentence.outcome', { outcome: outcomeName(outcome) }),
        from: from && t('sentence.from', { date: formatDate(from, i18n.language) }),
        to: to && t('sentence.to', { date: formatDate(to, i18n.language) }),
      }}
      onChange={onChange}
    />
  )
}
