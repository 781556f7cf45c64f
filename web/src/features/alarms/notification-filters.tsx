import { Badge, Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type AlarmRule,
  alarmRules,
  alarmSeverities,
  alarmStates,
  type PatientLabel,
  reference,
} from 'contract'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { formatDate } from '../../ui/dates.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { fullName } from '../../ui/person-name.ts'
import { SideSheet } from '../../ui/side-sheet.tsx'
import { useNameOf } from '../../ui/use-name-of.ts'
import { type Filters, isDay } from './address.ts'
import classes from './alarms.module.css'
import { useRuleName } from './words.ts'

/** Chooses one patient by what is typed. */
export type PatientSelectProps = {
  label: string
  placeholder: string
  value: string | undefined
  known: readonly PatientLabel[]
  onChange: (id: string | undefined) => void
}

export type FiltersProps = {
  filters: Filters
  /** Patients whose names are in sight. */
  known: readonly PatientLabel[]
  PatientSelect: ComponentType<PatientSelectProps>
  onChange: (filters: Filters) => void
}

function useWards() {
  return useQuery({ ...ask(reference.wards, {}, true), staleTime: 10 * 60_000 }).data?.ward ?? []
}

export function FilterFields({ filters, known, PatientSelect, onChange }: FiltersProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNameOf()
  const ruleName = useRuleName()
  const wards = useWards()
  const set = (changed: Filters) => onChange({ ...filters, ...changed })
  const choice = (
    key: 'ward' | 'severity' | 'state' | 'rule',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <NativeSelect
      size="md"
      label={label}
      value={filters[key] ?? ''}
      data={[{ value: '', label: t(`any.${key}`) }, ...options]}
      onChange={({ currentTarget: { value } }) =>
        set({ [key]: options.find((option) => option.value === value)?.value })
      }
    />
  )
  return (
    <div className={classes.fields}>
      <PatientSelect
        label={t('column.patient')}
        placeholder={t('any.patient')}
        value={filters.patient}
        known={known}
        onChange={(patient) => set({ patient })}
      />
      {choice(
        'ward',
        t('column.ward'),
        wards.map((ward) => ({ value: ward._id, label: nameOf(ward) })),
      )}
      {choice(
        'severity',
        t('column.severity'),
        alarmSeverities.map((value) => ({ value, label: t(`severity.${value}`) })),
      )}
      {choice(
        'state',
        t('column.state'),
        alarmStates.map((value) => ({ value, label: t(`state.${value}`) })),
      )}
      {choice(
        'rule',
        t('column.what'),
        alarmRules.map((value: AlarmRule) => ({ value, label: ruleName(value) })),
      )}
      <DayField
        label={t('column.from')}
        day={filters.from}
        onDay={(from) => set({ from, ...(from && filters.to && from > filters.to ? { to: from } : {}) })}
      />
      <DayField label={t('column.to')} day={filters.to} earliest={filters.from} onDay={(to) => set({ to })} />
    </div>
  )
}

type DayFieldProps = {
  label: string
  day: string | undefined
  earliest?: string | undefined
  onDay: (day: string | undefined) => void
}

/** Counts as soon as a whole day is typed, and not before. */
export function DayField({ label, day, earliest, onDay }: DayFieldProps) {
  const { t } = useTranslation(['alarms', 'validation'])
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
      error={isTooEarly ? t('to-before-from') : isLeft && !isWhole && t('validation:date-invalid')}
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
  const { t } = useTranslation('alarms')
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
        {t('list.filters')}
      </Button>
      <SideSheet title={t('list.filters')} opened={isOpen} onClose={close} position="bottom">
        <FilterFields {...props} />
        <Button size="md" fullWidth mt="lg" onClick={close}>
          {t('list.show')}
        </Button>
      </SideSheet>
    </>
  )
}

/** The filters as one sentence, each part of which can be taken away. */
export function FilterSentence({ filters, known, onChange }: Omit<FiltersProps, 'PatientSelect'>) {
  const { t, i18n } = useTranslation('alarms')
  const nameOf = useNameOf()
  const ruleName = useRuleName()
  const wards = useWards()
  const { patient, ward, severity, state, rule, from, to } = filters
  const knownPatient = known.find(({ _id }) => _id === patient)
  const knownWard = wards.find(({ _id }) => _id === ward)
  const parts: [key: keyof Filters, words: string | undefined][] = [
    [
      'patient',
      patient && t('sentence.patient', { patient: knownPatient ? fullName(knownPatient) : t('one-patient') }),
    ],
    ['ward', ward && t('sentence.ward', { ward: knownWard ? nameOf(knownWard) : t('one-ward') })],
    ['severity', severity && t('sentence.severity', { severity: t(`severity.${severity}`) })],
    ['state', state && t('sentence.state', { state: t(`state.${state}`) })],
    ['rule', rule && t('sentence.rule', { rule: ruleName(rule) })],
    ['from', from && t('sentence.from', { date: formatDate(from, i18n.language) })],
    ['to', to && t('sentence.to', { date: formatDate(to, i18n.language) })],
  ]
  const said = parts.flatMap(([key, words]) => (words === undefined ? [] : [{ key, words }]))
  if (said.length === 0) return null
  return (
    <div className={classes.sentence} role="group" aria-label={t('list.filters')}>
      <span>{t('sentence.alarms')}</span>
      {said.map(({ key, words }) => (
        <FilterChip key={key} words={words} onClear={() => onChange({ ...filters, [key]: undefined })} />
      ))}
      <Button variant="subtle" size="compact-md" mih="2rem" onClick={() => onChange({})}>
        {t('clear-all')}
      </Button>
    </div>
  )
}
