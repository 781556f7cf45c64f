import { Alert, Button, Group, Menu, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconClockExclamation, IconPlus, IconScan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type Device,
  deviceKinds,
  deviceStatuses,
  devices,
  MacOrImei,
  standardTimes,
  thresholds,
  wearableKinds,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { deviceHistoryPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterChip } from '../../ui/list/filter-chip.tsx'
import { Listing } from '../../ui/list/listing.tsx'
import type { PageSize } from '../../ui/list/pager.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { fullName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeviceConnection, DeviceName, DevicePatient, formatDuration } from './cells.tsx'
import classes from './devices.module.css'
import { outdatedByHandover } from './outdated-queries.ts'
import { RegisterDialog, RenameDialog } from './register-dialog.tsx'

export type DeviceFilters = Partial<
  Record<'kind' | 'status' | 'worn' | 'patient' | 'retired', string | undefined>
>

type DeviceListProps = {
  filters: DeviceFilters
  page: number
  size: PageSize
  onChange: (changed: DeviceFilters & { page?: number; size?: number }) => void
}

const pauseMs = 250

export function DeviceList({ filters, page, size, onChange }: DeviceListProps) {
  const { t, i18n } = useTranslation('devices')
  const mayManage = useMay('device:manage')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), pauseMs)
  const [isRegistering, registering] = useDisclosure(false)
  const [given, setGiven] = useState<Device>()
  const [renamed, setRenamed] = useState<Device>()
  const list = useQuery({
    ...ask(devices.list, toDeviceListRequest(filters, settled, page, size), true),
    placeholderData: keepPreviousData,
  })
  const { data: set } = useQuery(ask(thresholds.get, {}, true))
  const { battery_percent: lowBattery } = set?.thresholds.times ?? standardTimes
  const isNarrowed = settled !== '' || Object.values(filters).some((value) => value !== undefined)

  /** A scanner types a MAC address and Enter: open that device. */
  const openScanned = async () => {
    const address = MacOrImei.safeParse(typed)
    if (!address.success) return
    const { device } = await queryClient.fetchQuery({
      ...ask(devices.check, { mac: address.data }, true),
      staleTime: 0,
    })
    if (!device || device.retired_at !== null || !isWearableDevice(device)) return
    setTyped('')
    setGiven(device)
  }

  return (
    <>
      <PageHeader title={t('title')} count={list.data?.total.toLocaleString(i18n.language)}>
        {mayManage && (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={registering.open}>
            {t('register.action')}
          </Button>
        )}
      </PageHeader>
      {list.data?.clock_jump && <ClockJumpAlert {...list.data.clock_jump} />}
      <div className={classes.tools} role="search">
        <TextInput
          type="search"
          size="md"
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search-hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          leftSection={<IconScan size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            if (page > 1) onChange({})
          }}
          onKeyDown={({ key }) => key === 'Enter' && void openScanned()}
        />
        <NativeSelect
          size="md"
          aria-label={t('filter.kind')}
          value={filters.kind ?? ''}
          data={[
            { value: '', label: t('filter.any-kind') },
            ...deviceKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ kind: value })}
        />
        <NativeSelect
          size="md"
          aria-label={t('filter.status')}
          value={filters.status ?? ''}
          data={[
            { value: '', label: t('filter.any-status') },
            ...([...deviceStatuses, 'never'] as const).map((value) => ({
              value,
              label: t(`status.${value}`),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ status: value })}
        />
        <NativeSelect
          size="md"
          aria-label={t('filter.worn')}
          value={filters.worn ?? ''}
          data={[
            { value: '', label: t('filter.any-worn') },
            { value: 'yes', label: t('filter.is-worn') },
            { value: 'no', label: t('filter.is-free') },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ worn: value })}
        />
        <Switch
          label={t('filter.with-retired')}
          checked={filters.retired === 'yes'}
          onChange={({ currentTarget: { checked } }) => onChange({ retired: checked ? 'yes' : '' })}
        />
        {filters.patient && (
          <FilterChip words={t('transactions.one-patient')} onClear={() => onChange({ patient: '' })} />
        )}
      </div>
      <Listing
        label={t('title')}
        list={list}
        failureText={describeFailure}
        rowKey={({ _id }) => _id}
        page={page}
        size={size}
        onChange={onChange}
        empty={<EmptyState reason={t(isNarrowed ? 'none-fits' : 'none-yet')} />}
        columns={[
          {
            key: 'device',
            label: t('column.device'),
            cell: (device) => <DeviceName device={device} />,
            isBare: true,
          },
          {
            key: 'wearer',
            label: t('column.wearer'),
            cell: (device) => <WearerCell device={device} />,
          },
          {
            key: 'status',
            label: t('column.status'),
            cell: (device) => <DeviceConnection device={device} lowBattery={lowBattery} />,
          },
          {
            key: 'actions',
            label: t('column.actions'),
            cell: (device) => <DeviceActions device={device} onGive={setGiven} onRename={setRenamed} />,
            isBare: true,
            isActions: true,
          },
        ]}
      />
      <RegisterDialog opened={isRegistering} onClose={registering.close} />
      <RenameDialog device={renamed} onClose={() => setRenamed(undefined)} />
      <AssignDialog device={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

function toDeviceListRequest(
  filters: DeviceFilters,
  search_value: string,
  page: number,
  number_of_rec: number,
) {
  const { worn, patient, retired } = filters
  const kind = deviceKinds.find((one) => one === filters.kind)
  const status = ([...deviceStatuses, 'never'] as const).find((one) => one === filters.status)
  return {
    search_value,
    page,
    number_of_rec,
    with_retired: retired === 'yes',
    ...(kind && { kind }),
    ...(status && { status }),
    ...(worn && { is_worn: worn === 'yes' }),
    ...(patient && { patient_id: patient }),
  }
}

function ClockJumpAlert({ at, by_seconds }: { at: string; by_seconds: number }) {
  const { t, i18n } = useTranslation('devices')
  const time = formatDuration(Math.abs(by_seconds), i18n.language)
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<IconClockExclamation aria-hidden />}
      title={t(by_seconds < 0 ? 'clock.put-back' : 'clock.put-forward', { time })}
    >
      {t('clock.jump-text', { at: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm:ss') })}
    </Alert>
  )
}

const isWearableDevice = ({ kind }: Device) => wearableKinds.some((one) => one === kind)

function WearerCell({ device }: { device: Device }) {
  const { t, i18n } = useTranslation('devices')
  if (device.retired_at !== null) {
    const time = formatTime(device.retired_at, i18n.language, 'dd MMM yyyy')
    return <span className={classes.quiet}>{t('out-of-service', { time })}</span>
  }
  if (device.wearer) return <DevicePatient patient={device.wearer} since={device.worn_since} />
  return <span className={classes.quiet}>{t(isWearableDevice(device) ? 'free' : 'shared')}</span>
}

type DeviceActionsProps = {
  device: Device
  onGive: (device: Device) => void
  onRename: (device: Device) => void
}

function DeviceActions({ device, onGive, onRename }: DeviceActionsProps) {
  const { t } = useTranslation('devices')
  const mayAssign = useMay('device:assign')
  const mayManage = useMay('device:manage')
  const assign = useSend(devices.assign, { outdates: outdatedByHandover })
  const update = useSend(devices.update, { outdates: [devices.list, devices.check] })
  const isPhone = useIsPhone()
  const isInService = device.retired_at === null
  const { wearer } = device

  const takeBack = async (from: NonNullable<Device['wearer']>) => {
    const isSure = await confirm({
      question: t('take.question'),
      about: `${device.name} · ${fullName(from)} · HN ${from.hn}`,
      consequence: t('take.consequence'),
      action: t('take.action'),
      isDangerous: false,
    })
    if (isSure) assign.mutate({ device_id: device._id, patient_id: null })
  }
  const retire = async () => {
    const isSure = await confirm({
      question: t('retiring.question'),
      about: device.name,
      consequence: t('retiring.consequence'),
      action: t('retiring.action'),
    })
    if (isSure) update.mutate({ _id: device._id, is_retired: true })
  }
  return (
    <Group gap="xs" wrap="nowrap" justify={isPhone ? 'flex-start' : 'flex-end'}>
      {mayAssign && isInService && isWearableDevice(device) && (
        <Button variant="default" size="sm" px="sm" onClick={() => onGive(device)}>
          {t(wearer ? 'hand-over' : 'give')}
        </Button>
      )}
      {mayAssign && wearer && (
        <Button
          variant="default"
          size="sm"
          px="sm"
          loading={assign.isPending}
          onClick={() => void takeBack(wearer)}
        >
          {t('take-back')}
        </Button>
      )}
      <RowMenu label={t('more', { device: device.name })} isBusy={update.isPending}>
        <Menu.Item component={Link} to={deviceHistoryPath(device._id)}>
          {t('history')}
        </Menu.Item>
        {mayManage && <Menu.Item onClick={() => onRename(device)}>{t('rename')}</Menu.Item>}
        {mayManage && isInService && !wearer && (
          <Menu.Item onClick={() => void retire()}>{t('retire')}</Menu.Item>
        )}
        {mayManage && !isInService && (
          <Menu.Item onClick={() => update.mutate({ _id: device._id, is_retired: false })}>
            {t('bring-back')}
          </Menu.Item>
        )}
      </RowMenu>
    </Group>
  )
}
