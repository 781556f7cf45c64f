import { Alert, Button, Group, Menu, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockExclamation, IconPlus, IconScan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type Device,
  deviceKinds,
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
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FilterBar, FilterSelect } from '../../ui/list/filter-bar.tsx'
import { FilterChip } from '../../ui/list/filter-chip.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { fullName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeviceConnection, DeviceName, DevicePatient, formatDuration } from './cells.tsx'
import { DeviceSearchField, useTypedSearch } from './device-search.tsx'
import classes from './devices.module.css'
import { type DeviceListView, deviceStatusFilters, toDeviceListRequest } from './list-query.ts'
import { outdatedByHandover } from './outdated-queries.ts'
import { RegisterDialog, RenameDialog } from './register-dialog.tsx'

type DeviceListProps = { view: ListView<DeviceListView>; onChange: ChangeView<DeviceListView> }

export function DeviceList({ view, onChange }: DeviceListProps) {
  const { t } = useTranslation('devices')
  const mayManage = useMay('device:manage')
  const search = useTypedSearch(() => view.page > 1 && onChange({}))
  const [isRegistering, registering] = useDisclosure(false)
  const [given, setGiven] = useState<Device>()
  const [renamed, setRenamed] = useState<Device>()
  const list = useQuery({
    ...ask(devices.list, toDeviceListRequest(view, search.settled), true),
    placeholderData: keepPreviousData,
  })
  const { data: set } = useQuery(ask(thresholds.get, {}, true))
  const { battery_percent: lowBattery } = set?.thresholds.times ?? standardTimes
  const isNarrowed = isListNarrowed({ text: search.settled, filters: view.filters })

  /** A scanner types a MAC address and Enter: open that device. */
  const openScanned = async () => {
    const address = MacOrImei.safeParse(search.typed)
    if (!address.success) return
    const { device } = await queryClient.fetchQuery({
      ...ask(devices.check, { mac: address.data }, true),
      staleTime: 0,
    })
    if (!device || device.retired_at !== null || !isWearableDevice(device)) return
    search.setTyped('')
    setGiven(device)
  }

  const actions = mayManage && (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={registering.open}>
      {t('register.action')}
    </Button>
  )
  return (
    <>
      <ListScreen
        title={t('title')}
        actions={actions}
        tools={
          <>
            {list.data?.clock_jump && <ClockJumpAlert {...list.data.clock_jump} />}
            <FilterBar hasFields>
              <DeviceSearchField search={search} Icon={IconScan} onEnter={() => void openScanned()} />
              <DeviceFilters filters={view.filters} onChange={(filters) => onChange({ filters })} />
            </FilterBar>
          </>
        }
        list={list}
        view={view}
        onChange={onChange}
        texts={{ none: t(isNarrowed ? 'none-fits' : 'none-yet') }}
      >
        <RecordRows
          label={t('title')}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
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
      </ListScreen>
      <RegisterDialog opened={isRegistering} onClose={registering.close} />
      <RenameDialog device={renamed} onClose={() => setRenamed(undefined)} />
      <AssignDialog device={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

type DeviceFiltersProps = {
  filters: DeviceListView['filters']
  onChange: (filters: DeviceListView['filters']) => void
}

function DeviceFilters({ filters, onChange }: DeviceFiltersProps) {
  const { t } = useTranslation('devices')
  const { kind, status, is_worn, patient, with_retired } = filters
  const set = (changed: DeviceListView['filters']) => onChange({ ...filters, ...changed })
  return (
    <>
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
      <Switch
        label={t('filter.with-retired')}
        checked={with_retired === true}
        onChange={({ currentTarget: { checked } }) => set({ with_retired: checked || undefined })}
      />
      {patient && (
        <FilterChip words={t('transactions.one-patient')} onClear={() => set({ patient: undefined })} />
      )}
    </>
  )
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
