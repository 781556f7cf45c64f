import { Chip, Fieldset, Group, MultiSelect, Stack } from '@mantine/core'
import { deviceStatuses, genders, notifyStatuses, type PatientFilters, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './patient-list.module.css'
import { useWards } from './queries.ts'

export type FiltersProps = {
  filters: PatientFilters
  onChange: (filters: PatientFilters) => void
}

export function FilterFields({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation(['patient-list', 'patients', 'ui'])
  const nameOf = useNameOf()
  const wards = useWards().data?.ward ?? []
  const set = (changed: Partial<PatientFilters>) => onChange({ ...filters, ...changed })
  return (
    <Stack gap="md">
      <OneOf
        label={t('patients:field.stay')}
        value={filters.in_hospital === undefined ? undefined : filters.in_hospital ? 'in' : 'out'}
        options={(['in', 'out'] as const).map((value) => ({ value, label: t(`patients:stay.${value}`) }))}
        onChange={(stay) => set({ in_hospital: stay && stay === 'in' })}
      />
      <MultiSelect
        label={t('patients:field.ward')}
        size="md"
        placeholder={filters.ward ? undefined : t('any-ward')}
        searchable
        clearable
        hidePickedOptions
        comboboxProps={{ withinPortal: false }}
        data={wards.map((ward) => ({ value: ward._id, label: nameOf(ward) }))}
        value={filters.ward ?? []}
        onChange={(ward) => set({ ward: ward.length > 0 ? ward : undefined })}
      />
      <AnyOf
        label={t('patients:field.triage_level')}
        values={filters.triage_level}
        options={triageLevels.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
        onChange={(triage_level) => set({ triage_level })}
      />
      <AnyOf
        label={t('patients:field.gender')}
        values={filters.gender}
        options={genders.map((value) => ({ value, label: t(`patients:gender.${value}`) }))}
        onChange={(gender) => set({ gender })}
      />
      <OneOf
        label={t('patients:field.notify_status')}
        value={filters.notify_status}
        options={notifyStatuses.map((value) => ({ value, label: t(`patients:notify.${value}`) }))}
        onChange={(notify_status) => set({ notify_status })}
      />
      <OneOf
        label={t('patients:field.device_status')}
        value={filters.device_status}
        options={([...deviceStatuses, 'none'] as const).map((value) => ({
          value,
          label: t(`patients:device.${value}`),
        }))}
        onChange={(device_status) => set({ device_status })}
      />
    </Stack>
  )
}

type Option<Value extends string> = { value: Value; label: string }

type AnyOfProps<Value extends string> = {
  label: string
  values: readonly Value[] | undefined
  options: readonly Option<Value>[]
  onChange: (values: Value[] | undefined) => void
}

function AnyOf<Value extends string>({ label, values = [], options, onChange }: AnyOfProps<Value>) {
  return (
    <Fieldset variant="unstyled" legend={label} className={classes.choices}>
      <Chip.Group
        multiple
        value={[...values]}
        onChange={(chosen: string[]) => {
          const next = options.filter(({ value }) => chosen.includes(value)).map(({ value }) => value)
          onChange(next.length > 0 ? next : undefined)
        }}
      >
        <Choices options={options} />
      </Chip.Group>
    </Fieldset>
  )
}

type OneOfProps<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly Option<Value>[]
  onChange: (value: Value | undefined) => void
}

function OneOf<Value extends string>({ label, value, options, onChange }: OneOfProps<Value>) {
  const { t } = useTranslation('patient-list')
  return (
    <Fieldset variant="unstyled" legend={label} className={classes.choices}>
      <Chip.Group
        value={value ?? ''}
        onChange={(chosen: string) => onChange(options.find((option) => option.value === chosen)?.value)}
      >
        <Choices options={[{ value: '', label: t('any') }, ...options]} />
      </Chip.Group>
    </Fieldset>
  )
}

function Choices({ options }: { options: readonly Option<string>[] }) {
  return (
    <Group gap="xs">
      {options.map(({ value, label }) => (
        <Chip key={value} value={value} size="md">
          {label}
        </Chip>
      ))}
    </Group>
  )
}
