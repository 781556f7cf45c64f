import { Switch, Tabs, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterChip } from '../../ui/list/filter-chip.tsx'
import { Listing } from '../../ui/list/listing.tsx'
import type { PageSize } from '../../ui/list/pager.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BoxMessages } from './box-messages.tsx'
import { ActionTimeAndStaff, DeviceName, DevicePatient } from './cells.tsx'
import classes from './devices.module.css'

export type TransactionView = Partial<
  Record<'tab' | 'device' | 'patient' | 'open' | 'message', string | undefined>
>

export type TransactionsProps = {
  view: TransactionView
  page: number
  size: PageSize
  onChange: (changed: TransactionView & { page?: number; size?: number }) => void
}

export function Transactions(props: TransactionsProps) {
  const { t } = useTranslation('devices')
  const tab = props.view.tab === 'box' ? 'box' : 'devices'
  return (
    <>
      <PageHeader title={t('transactions.title')} />
      <Tabs
        value={tab}
        onChange={(value) => props.onChange({ tab: value === 'box' ? 'box' : '' })}
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

const pauseMs = 250

function Assignments({ view, page, size, onChange }: TransactionsProps) {
  const { t } = useTranslation('devices')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), pauseMs)
  const { device, patient, open } = view
  const list = useQuery({
    ...ask(
      devices.transactions,
      {
        search_value: settled,
        page,
        number_of_rec: size,
        ...(device && { device_id: device }),
        ...(patient && { patient_id: patient }),
        ...(open && { is_open: true }),
      },
      true,
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={classes.tools} role="search">
        <TextInput
          type="search"
          size="md"
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search-hint')}
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            if (page > 1) onChange({})
          }}
        />
        <Switch
          label={t('transactions.open-only')}
          checked={open !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange({ open: checked ? 'yes' : '' })}
        />
        {device && (
          <FilterChip words={t('transactions.one-device')} onClear={() => onChange({ device: '' })} />
        )}
        {patient && (
          <FilterChip words={t('transactions.one-patient')} onClear={() => onChange({ patient: '' })} />
        )}
      </div>
      <Listing
        label={t('transactions.devices')}
        list={list}
        failureText={describeFailure}
        rowKey={({ _id }) => _id}
        page={page}
        size={size}
        onChange={onChange}
        empty={<EmptyState reason={t('transactions.none')} />}
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
    </>
  )
}
