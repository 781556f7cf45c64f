import type { PatientRow } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { patientAddress } from '../../../paths.ts'
import { Nothing } from '../../../ui/empty-value.tsx'
import { type Column, RecordTable, type Sort } from '../../../ui/list/record-table.tsx'
import { fullName } from '../../../ui/person-name.ts'
import type { SortField } from './address.ts'
import { AdmittedSince, Age, DeviceStatus, NotifyStatus, Person, Place } from './cells.tsx'
import { type OptionalColumn, useColumnLabel } from './columns.ts'

type PatientTableProps = {
  rows: readonly PatientRow[] | undefined
  hidden: readonly OptionalColumn[]
  sort: Sort<SortField> | undefined
  onSort: (sort: Sort<SortField> | undefined) => void
  onOpen: (patient: PatientRow) => void
  isStale: boolean
  scrollerRef: Ref<HTMLDivElement>
}

export function PatientTable({ hidden, ...table }: PatientTableProps) {
  const { t } = useTranslation(['patient-list', 'patients'])
  const label = useColumnLabel()
  const columns: Column<PatientRow, SortField>[] = [
    {
      key: 'name',
      label: label('name'),
      skeletonWidth: 180,
      cell: (patient) => <Person patient={patient} />,
    },
    { key: 'hn', label: label('hn'), cell: ({ hn }) => hn },
    {
      key: 'triage_level',
      label: label('triage_level'),
      skeletonWidth: 64,
      cell: ({ triage_level }) => (triage_level ? <TriageBadge level={triage_level} /> : <Nothing />),
    },
    { key: 'an', label: label('an'), cell: ({ an }) => an ?? <Nothing /> },
    {
      key: 'age',
      label: label('age'),
      skeletonWidth: 40,
      cell: ({ date_of_birth }) => <Age dateOfBirth={date_of_birth} />,
    },
    {
      key: 'sex',
      label: label('sex'),
      skeletonWidth: 40,
      cell: ({ gender }) => t(`patients:gender.${gender}`),
    },
    {
      key: 'ward',
      label: label('ward'),
      skeletonWidth: 110,
      cell: (patient) => <Place patient={patient} />,
    },
    {
      key: 'notify_status',
      label: label('notify_status'),
      cell: ({ notify_status }) => <NotifyStatus status={notify_status} />,
    },
    {
      key: 'device_status',
      label: label('device_status'),
      skeletonWidth: 96,
      cell: ({ device_status }) => <DeviceStatus status={device_status} />,
    },
    {
      key: 'admit_date',
      label: label('admit_date'),
      skeletonWidth: 84,
      cell: ({ admit_date }) => <AdmittedSince moment={admit_date} />,
    },
  ]
  return (
    <RecordTable
      {...table}
      label={t('title')}
      columns={columns.filter(({ key }) => !hidden.some((column) => column === key))}
      rowKey={patientKey}
      rowAddress={({ _id }) => patientAddress(_id)}
      rowLabel={(patient) => t('row', { name: fullName(patient), hn: patient.hn })}
    />
  )
}

export const patientKey = ({ _id }: PatientRow) => _id
