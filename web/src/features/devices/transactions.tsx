import { Button, Switch, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { devicesPath } from '../../paths.ts'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { FilterSentence } from '../../ui/list/filter/filters.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { isListNarrowed, ListRows } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BoxMessages } from './box-messages.tsx'
import { ActionTimeAndStaff, DeviceName, DevicePatient } from './cells.tsx'
import type { TransactionsView } from './list-query.ts'

export type TransactionsProps = {
  view: TransactionsView
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
  const { t } = useTranslation(['devices', 'ui'])
  const { device, patient, is_open } = view.filters
  const set = (changed: TransactionsView['filters']) => onChange({ filters: { ...view.filters, ...changed } })
  const list = useQuery({
    ...ask(
      devices.transactions,
      {
        search_value: view.text,
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
      <FilterBar>
        <SearchBox
          label={t('search')}
          hint={t('search-hint')}
          view={{ text: view.text }}
          onChange={onChange}
        />
        <Switch
          label={t('transactions.open-only')}
          checked={is_open === true}
          onChange={({ currentTarget: { checked } }) => set({ is_open: checked || undefined })}
        />
      </FilterBar>
      <FilterSentence
        label={t('ui:filters')}
        lead={t('sentence.transactions')}
        clearAll={t('ui:clear-filters')}
        filters={view.filters}
        words={{
          device: device && t('transactions.one-device'),
          patient: patient && t('transactions.one-patient'),
          is_open: is_open && t('sentence.open-only'),
        }}
        onChange={(filters) => onChange({ filters })}
      />
      <ListRows
        list={list}
        view={view}
        onChange={onChange}
        texts={{
          none: t(isListNarrowed(view) ? 'transactions.none' : 'transactions.none-yet'),
          showAll: t('show-all'),
        }}
        next={
          <Button component={Link} to={devicesPath} variant="default" size="md">
            {t('title')}
          </Button>
        }
      >
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
