import { Badge, Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AuditPatient, audit, auditOutcomes } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { formatDate } from '../../ui/dates.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { staffName } from '../../ui/person-name.ts'
import { SideSheet } from '../../ui/side-sheet.tsx'
import { dateProblem } from '../../ui/typed-date.ts'
import { type Filters, isDay } from './address.ts'
import classes from './audit.module.css'
import { useStaffType } from './cells.tsx'
import { PatientSelect, patientName } from './patient-select.tsx'
import { useActionGroups, useActionName, useOutcomeName } from './words.ts'

type FiltersProps = {
  filters: Filters
  /** Patients whose names are in sight. */
  known: readonly AuditPatient[]
  onChange: (filters: Filters) => void
}

const peopleQuery = { ...ask(audit.people, {}, true), staleTime: 10 * 60_000 }
const mostOffered = 100

export function FilterFields({ filters, known, onChange }: FiltersProps) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const outcomeName = useOutcomeName()
  const staffType = useStaffType()
  const groups = useActionGroups()
  const [isAsked, { open: askForPeople }] = useDisclosure(filters.person !== undefined)
  const people = useQuery({ ...peopleQuery, enabled: isAsked || filters.person !== undefined }).data?.staff
  const set = (changed: Filters) => onChange({ ...filters, ...changed })
  const offered =
    people?.map((person) => ({
      value: person._id,
      label: `${staffName(person)} · ${staffType(person.staff_type)}`,
    })) ?? (filters.person ? [{ value: filters.person, label: t('one-person') }] : [])
  const isNamed = groups.some(({ items }) => items.some(({ value }) => value === filters.action))
  const select = {
    size: 'md',
    searchable: true,
    clearable: true,
    autoComplete: 'off',
    limit: mostOffered,
    nothingFoundMessage: t('none-fits'),
    // The list itself scrolls: Mantine's own scroll area is one that the keyboard cannot reach.
    withScrollArea: false,
    classNames: { options: classes.options ?? '' },
    comboboxProps: { withinPortal: false, width: 'max-content', position: 'bottom-start' },
  } as const
  return (
    <div className={classes.fields}>
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
      <DayField
        label={t('filter.from')}
        day={filters.from}
        onDay={(from) => set({ from, ...(isBackwards(from, filters.to) && { to: from }) })}
      />
      <DayField
        label={t('filter.to')}
        day={filters.to}
        earliest={filters.from}
        error={t('to-before-from')}
        onDay={(to) => set({ to })}
      />
    </div>
  )
}

const isBackwards = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from > to

type DayFieldProps = {
  label: string
  day: string | undefined
  earliest?: string | undefined
  error?: string
  onDay: (day: string | undefined) => void
}

/** Narrows the trail as soon as a whole day is typed, and not before. */
function DayField({ label, day, earliest, error, onDay }: DayFieldProps) {
  const { t } = useTranslation('validation')
  // What was typed since the trail was last narrowed.
  const [unfinished, setUnfinished] = useState<{ text: string; since: string | undefined }>()
  const [isLeft, setLeft] = useState(false)
  const typed = unfinished?.since === day ? (unfinished?.text ?? day ?? '') : (day ?? '')
  const isWhole = typed === '' || isDay(typed)
  const isTooEarly = isWhole && typed !== '' && earliest !== undefined && typed < earliest
  return (
    <DateField
      label={label}
      size="md"
      value={typed}
      {...(earliest !== undefined && { minDate: earliest })}
      error={isTooEarly ? error : isLeft && !isWhole && t(dateProblem(typed))}
      onChange={(value) => {
        setUnfinished({ text: value, since: day })
        setLeft(false)
        const isFitting = value === '' || (isDay(value) && !(earliest !== undefined && value < earliest))
        if (isFitting && value !== (day ?? '')) onDay(value || undefined)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}

/** The filters of a phone: behind a button, and said above the list. */
export function FilterButton(props: FiltersProps) {
  const { t } = useTranslation('audit')
  const [isOpen, { open, close }] = useDisclosure(false)
  const count = Object.values(props.filters).filter((value) => value !== undefined).length
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={count > 0 && <Badge circle>{count}</Badge>}
        onClick={open}
      >
        {t('filters')}
      </Button>
      <SideSheet title={t('filters')} opened={isOpen} onClose={close} position="bottom">
        <FilterFields {...props} />
        <Button size="md" fullWidth mt="lg" onClick={close}>
          {t('show-entries')}
        </Button>
      </SideSheet>
    </>
  )
}

/** The filters as one sentence, each part of which can be taken away. */
export function FilterSentence({ filters, known, onChange }: FiltersProps) {
  const { t, i18n } = useTranslation('audit')
  const actionName = useActionName()
  const outcomeName = useOutcomeName()
  const { patient, person, action, outcome, from, to } = filters
  const people = useQuery({ ...peopleQuery, enabled: person !== undefined }).data?.staff
  const knownPatient = known.find(({ _id }) => _id === patient)
  const knownPerson = people?.find(({ _id }) => _id === person)
  const parts: [key: keyof Filters, words: string | undefined][] = [
    [
      'patient',
      patient &&
        t('sentence.patient', { patient: knownPatient ? patientName(knownPatient) : t('one-patient') }),
    ],
    [
      'person',
      person && t('sentence.person', { person: knownPerson ? staffName(knownPerson) : t('one-person') }),
    ],
    ['action', action && t('sentence.action', { action: actionName(action) })],
    ['outcome', outcome && t('sentence.outcome', { outcome: outcomeName(outcome) })],
    ['from', from && t('sentence.from', { date: formatDate(from, i18n.language) })],
    ['to', to && t('sentence.to', { date: formatDate(to, i18n.language) })],
  ]
  const said = parts.flatMap(([key, words]) => (words === undefined ? [] : [{ key, words }]))
  if (said.length === 0) return null
  return (
    <div className={classes.sentence} role="group" aria-label={t('filters')}>
      <span>{t('sentence.entries')}</span>
      {said.map(({ key, words }) => (
        <FilterChip key={key} words={words} onClear={() => onChange({ ...filters, [key]: undefined })} />
      ))}
      <Button variant="subtle" size="compact-md" className={classes.clearAll} onClick={() => onChange({})}>
        {t('clear-all')}
      </Button>
    </div>
  )
}
