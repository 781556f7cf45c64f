import { Badge, Button, Chip, Drawer, Fieldset, Group, MultiSelect, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  deviceStatuses,
  genders,
  notifyStatuses,
  type PatientFilters,
  reference,
  triageLevels,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './patient-list.module.css'

type FiltersProps = {
  filters: PatientFilters
  onChange: (filters: PatientFilters) => void
}

const wardsQuery = { ...ask(reference.wards, {}), staleTime: 10 * 60_000 }

export function PatientFilterButton({ isPhone, ...props }: FiltersProps & { isPhone: boolean }) {
  const { t } = useTranslation('patient-list')
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const count = Object.values(props.filters).filter((value) => value !== undefined).length
  const button = (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFilter size={18} aria-hidden />}
      rightSection={count > 0 && <Badge circle>{count}</Badge>}
      onClick={toggle}
    >
      {t('filters')}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer.Root
          opened={isOpen}
          onClose={close}
          position="bottom"
          classNames={{ content: classes.drawer }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('filters')}>
            <Drawer.Body pt="md">
              <FilterFields {...props} />
              <Button size="md" fullWidth mt="lg" onClick={close}>
                {t('show-patients')}
              </Button>
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      </>
    )
  }
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      width="min(30rem, 92vw)"
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} p="md">
        <FilterFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterFields({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation(['patient-list', 'ui'])
  const nameOf = useNameOf()
  const wards = useQuery(wardsQuery).data?.ward ?? []
  const set = (changed: Partial<PatientFilters>) => onChange({ ...filters, ...changed })
  return (
    <Stack gap="md">
      <OneOf
        label={t('filter.stay')}
        value={filters.in_hospital === undefined ? undefined : filters.in_hospital ? 'in' : 'out'}
        options={(['in', 'out'] as const).map((value) => ({ value, label: t(`stay.${value}`) }))}
        onChange={(stay) => set({ in_hospital: stay && stay === 'in' })}
      />
      <MultiSelect
        label={t('filter.ward')}
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
        label={t('filter.triage')}
        values={filters.triage_level}
        options={triageLevels.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
        onChange={(triage_level) => set({ triage_level })}
      />
      <AnyOf
        label={t('filter.sex')}
        values={filters.gender}
        options={genders.map((value) => ({ value, label: t(`sex.${value}`) }))}
        onChange={(gender) => set({ gender })}
      />
      <OneOf
        label={t('filter.notify')}
        value={filters.notify_status}
        options={notifyStatuses.map((value) => ({ value, label: t(`notify.${value}`) }))}
        onChange={(notify_status) => set({ notify_status })}
      />
      <OneOf
        label={t('filter.device')}
        value={filters.device_status}
        options={([...deviceStatuses, 'none'] as const).map((value) => ({
          value,
          label: t(`device.${value}`),
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

/** The filters as one sentence, each part of which can be taken away. */
export function PatientFilterSentence({ filters, onChange }: FiltersProps) {
  const { t, i18n } = useTranslation(['patient-list', 'ui'])
  const nameOf = useNameOf()
  const wards = useQuery({ ...wardsQuery, enabled: filters.ward !== undefined }).data?.ward
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  const wardNames = filters.ward?.map((id) => {
    const ward = wards?.find(({ _id }) => _id === id)
    return ward ? nameOf(ward) : '…'
  })

  const parts: { key: keyof PatientFilters; words: string | undefined }[] = [
    {
      key: 'in_hospital',
      words:
        filters.in_hospital === undefined ? undefined : t(`sentence.${filters.in_hospital ? 'in' : 'out'}`),
    },
    { key: 'ward', words: wardNames && t('sentence.ward', { wards: or.format(wardNames) }) },
    {
      key: 'triage_level',
      words:
        filters.triage_level &&
        t('sentence.triage', {
          levels: or.format(filters.triage_level.map((level) => t(`ui:triage.${level}`))),
        }),
    },
    {
      key: 'gender',
      words:
        filters.gender &&
        t('sentence.sex', { sexes: or.format(filters.gender.map((gender) => t(`sentence.${gender}`))) }),
    },
    { key: 'notify_status', words: filters.notify_status && t(`sentence.notify-${filters.notify_status}`) },
    { key: 'device_status', words: filters.device_status && t(`sentence.device-${filters.device_status}`) },
  ]
  const said = parts.flatMap(({ key, words }) => (words === undefined ? [] : [{ key, words }]))
  if (said.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={t('filters')} className={classes.sentence}>
      <span>{t('sentence.patients')}</span>
      {said.map(({ key, words }) => (
        <FilterChip key={key} words={words} onClear={() => onChange({ ...filters, [key]: undefined })} />
      ))}
      <Button variant="subtle" size="compact-md" className={classes.clearAll} onClick={() => onChange({})}>
        {t('clear-all')}
      </Button>
    </Group>
  )
}
