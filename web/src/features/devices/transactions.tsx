import { Switch, Tabs } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { FilterChip } from '../../ui/list/filter-chip.tsx'
import { ListRows } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BoxMessages } from './box-messages.tsx'
import { ActionTimeAndStaff, DeviceName, DevicePatient } from './cells.tsx'
import { DeviceSearchField, useTypedSearch } from './device-search.tsx'
import type { TransactionsView } from './list-query.ts'

export type TransactionsProps = {
  view: ListView<TransactionsView>
  onChange: ChangeView<TransactionsView>
}

export function Transactions(props: TransactionsProps) {
  const { t } = useTranslation('devices')
  return (
    <>
      <PageHeader title={t('transactions.title')} />
      <Tabs
        value={props.view.tab}
        onChange={(value) => props.onChange({ tab: value === 'box' ? 'box' : 'devices' })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="devices">{t('transactions.devices')}</Tabs.Tab>
          <Tabs.Tab value="box">{t('transactions.box')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="devices">
          <Assignments {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="box">
          <BoxMessages {...props} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Assignments({ view, onChange }: TransactionsProps) {
  const { t } = useTranslation('devices')
  const { device, patient, is_open } = view.filters
  const search = useTypedSearch(() => view.page > 1 && onChange({}))
  const set = (changed: TransactionsView['filters']) => onChange({ filters: { ...view.filters, ...changed } })
  const list = useQuery({
    ...ask(
      devices.transactions,
      {
        search_value: search.settled,
        page: view.page,
        number_of_rec: view.size,
        device_id: device,
        patient_id: patient,
        is_open,
      },
      true,
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar hasFields>
        <DeviceSearchField search={search} Icon={IconSearch} />
        <Switch
          label={t('transactions.open-only')}
          checked={is_open === true}
          onChange={({ currentTarget: { checked } }) => set({ is_open: checked || undefined })}
        />
        {device && (
          <FilterChip words={t('transactions.one-device')} onClear={() => set({ device: undefined })} />
        )}
        {patient && (
          <FilterChip words={t('transactions.one-patient')} onClear={() => set({ patient: undefined })} />
        )}
      </FilterBar>
      <ListRows list={list} view={view} onChange={onChange} texts={{ none: t('transactions.none') }}>
        <RecordRows
          label={t('transactions.devices')}
          rows={list.data?.rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
          columns={[
            {
              key: 'device',
              label: t('column.device'),
              cell: (row) => <DeviceName device={row.device} />,
              isBare: true,
            },
            {
              key: 'wearer',
              label: t('column.wearer'),
              cell: (row) => <DevicePatient patient={row.patient} />,
            },
            {
              key: 'given',
              label: t('column.given'),
              cell: (row) => <ActionTimeAndStaff at={row.from} by={row.assigned_by} />,
            },
            {
              key: 'taken',
              label: t('column.taken'),
              cell: ({ to, taken_by }) =>
                to === null ? t('transactions.now') : <ActionTimeAndStaff at={to} by={taken_by} />,
            },
          ]}
        />
      </ListRows>
    </>
  )
}
