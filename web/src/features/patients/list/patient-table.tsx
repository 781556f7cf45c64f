import type { PatientRow } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { patientPath } from '../../../paths.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { type Column, RecordTable, type Sort } from '../../../ui/list/record-table.tsx'
import { fullName } from '../../../ui/person-name.ts'
import {
  AdmissionDate,
  DeviceStatus,
  NotifyStatus,
  PatientAge,
  PatientNameCell,
  WardAndBed,
} from './cells.tsx'
import { type OptionalPatientColumn, usePatientColumnLabel } from './columns.ts'
import type { PatientSortField } from './list-query.ts'

type PatientTableProps = {
  rows: readonly PatientRow[] | undefined
  hidden: readonly OptionalPatientColumn[]
  sort: Sort<PatientSortField> | undefined
  onSort: (sort: Sort<PatientSortField> | undefined) => void
  onOpen: (patient: PatientRow) => void
  isStale: boolean
  scrollerRef: Ref<HTMLDivElement>
}

export function PatientTable({ hidden, ...table }: PatientTableProps) {
  const { t } = useTranslation(['patient-list', 'patients'])
  const label = usePatientColumnLabel()
  const columns: Column<PatientRow, PatientSortField>[] = [
    {
      key: 'name',
      label: label('name'),
      skeletonWidth: 180,
      cell: (patient) => <PatientNameCell patient={patient} />,
    },
    { key: 'hn', label: label('hn'), cell: ({ hn }) => hn },
    {
      key: 'triage_level',
      label: label('triage_level'),
      skeletonWidth: 64,
      cell: ({ triage_level }) => (triage_level ? <TriageBadge level={triage_level} /> : <EmptyValue />),
    },
    { key: 'an', label: label('an'), cell: ({ an }) => an ?? <EmptyValue /> },
    {
      key: 'age',
      label: label('age'),
      skeletonWidth: 40,
      cell: ({ date_of_birth }) => <PatientAge dateOfBirth={date_of_birth} />,
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
      cell: (patient) => <WardAndBed patient={patient} />,
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
      cell: ({ admit_date }) => <AdmissionDate moment={admit_date} />,
    },
  ]
  return (
    <RecordTable
      {...table}
      label={t('title')}
      columns={columns.filter(({ key }) => !hidden.some((column) => column === key))}
      rowKey={getPatientKey}
      rowPath={({ _id }) => patientPath(_id)}
      rowLabel={(patient) => t('row', { name: fullName(patient), hn: patient.hn })}
    />
  )
}

export const getPatientKey = ({ _id }: PatientRow) => _id
