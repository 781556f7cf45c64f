import { Alert, Button, Group, Menu, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockExclamation, IconPlus, IconScan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Device, devices, isWearable, MacOrImei, standardTimes, thresholds } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { formatDeviceHistoryPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { DangerMenuItem } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../ui/list/filter/filters.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { askDevices } from './ask-devices.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeviceConnection, DeviceName, DevicePatient, formatDuration } from './cells.tsx'
import { DeviceFilterFields, DeviceFilterSentence, type DeviceFilters } from './device-filters.tsx'
import classes from './devices.module.css'
import { type DeviceListView, toDeviceListRequest } from './list-query.ts'
import { RegisterDialog, RenameDialog } from './register-dialog.tsx'
import { useTakeBack } from './take-back.ts'

type DeviceListProps = { view: DeviceListView; onChange: ChangeView<DeviceListView> }

export function DeviceList({ view, onChange }: DeviceListProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const mayManage = useMay('device:manage')
  const [isRegistering, registering] = useDisclosure(false)
  const [given, setGiven] = useState<Device>()
  const [renamed, setRenamed] = useState<Device>()
  const list = useQuery({
    ...askDevices(toDeviceListRequest(view)),
    placeholderData: keepPreviousData,
  })
  const { data: set } = useQuery(ask(thresholds.get, {}, true))
  const { battery_percent: lowBattery } = set?.thresholds.times ?? standardTimes

  /** A scanner types a MAC address and Enter: open that device. */
  const openScanned = async (typed: string) => {
    const mac = MacOrImei.safeParse(typed)
    if (!mac.success) return
    const { device } = await queryClient.fetchQuery({
      ...ask(devices.check, { mac: mac.data }, true),
      staleTime: 0,
    })
    if (!device || device.retired_at !== null || !isWearable(device.kind)) return
    onChange({ text: '' })
    setGiven(device)
  }

  const isPhone = useIsPhone()
  const { with_retired, ...chosen } = view.filters
  const filtering = { filters: view.filters, onChange: (filters: DeviceFilters) => onChange({ filters }) }
  const withRetired = (
    <Switch
      label={t('filter.with-retired')}
      checked={with_retired === true}
      onChange={({ currentTarget: { checked } }) =>
        onChange({ filters: { ...view.filters, with_retired: checked || undefined } })
      }
    />
  )
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
            <FilterBar>
              <SearchBox
                label={t('search')}
                hint={t('search-hint')}
                Icon={IconScan}
                view={{ text: view.text }}
                onChange={onChange}
                onEnter={(typed) => void openScanned(typed)}
              />
              <FilterButton
                label={t('ui:filters')}
                filters={chosen}
                show={t('ui:show-list')}
                onPhone={withRetired}
              >
                <DeviceFilterFields {...filtering} />
              </FilterButton>
              {!isPhone && withRetired}
            </FilterBar>
            <DeviceFilterSentence {...filtering} />
          </>
        }
        list={list}
        view={view}
        onChange={onChange}
        texts={{ none: t(isListNarrowed(view) ? 'none-fits' : 'none-yet'), showAll: t('show-all') }}
        next={actions}
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

function WearerCell({ device }: { device: Device }) {
  const { t, i18n } = useTranslation('devices')
  if (device.retired_at !== null) {
    const time = formatTime(device.retired_at, i18n.language, 'dd MMM yyyy')
    return <span className={classes.quiet}>{t('out-of-service', { time })}</span>
  }
  if (device.wearer) return <DevicePatient patient={device.wearer} since={device.worn_since} />
  return <span className={classes.quiet}>{t(isWearable(device.kind) ? 'free' : 'shared')}</span>
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
  const { takeBack, isPending } = useTakeBack()
  const update = useSend(devices.update, { outdates: [devices.list, devices.check] })
  const isPhone = useIsPhone()
  const isInService = device.retired_at === null
  const { wearer } = device

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
      {mayAssign && isInService && isWearable(device.kind) && (
        <Button variant="default" size="sm" px="sm" onClick={() => onGive(device)}>
          {t(wearer ? 'hand-over' : 'give')}
        </Button>
      )}
      {mayAssign && wearer && (
        <Button variant="default" size="sm" px="sm" loading={isPending} onClick={() => void takeBack(device)}>
          {t('take-back')}
        </Button>
      )}
      <RowMenu label={t('more', { device: device.name })} isBusy={update.isPending}>
        <Menu.Item component={Link} to={formatDeviceHistoryPath(device._id)}>
          {t('history')}
        </Menu.Item>
        {mayManage && <Menu.Item onClick={() => onRename(device)}>{t('rename')}</Menu.Item>}
        {mayManage && isInService && !wearer && (
          <>
            <Menu.Divider />
            <DangerMenuItem onClick={() => void retire()}>{t('retire')}</DangerMenuItem>
          </>
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
