import type { PatientRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { formatPatientPath } from '../../../paths.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import cards from '../../../ui/list/cards.module.css'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { Column, RecordTableProps, Sort } from '../../../ui/list/record-table.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import {
  AdmissionDate,
  DeviceStatus,
  NotifyStatus,
  PatientAge,
  PatientNameCell,
  StayLength,
  WardAndBed,
} from './cells.tsx'
import { type OptionalPatientColumn, type PatientColumn, usePatientColumnLabel } from './columns.ts'
import type { PatientSortField } from './list-query.ts'
import classes from './patient-list.module.css'

type PatientRowsProps = Pick<
  RecordTableProps<PatientRow, PatientColumn>,
  'rows' | 'isStale' | 'scrollerRef'
> & {
  sort: Sort<PatientSortField> | undefined
  onSort: (sort: Sort<PatientSortField> | undefined) => void
  hidden: readonly OptionalPatientColumn[]
  onOpen: (patient: PatientRow) => void
}

export function PatientRows({ hidden, onOpen, onSort, ...table }: PatientRowsProps) {
  const { t } = useTranslation(['patient-list', 'patients'])
  const label = usePatientColumnLabel()
  const columns: Column<PatientRow, PatientColumn>[] = [
    {
      key: 'name',
      label: label('name'),
      skeletonWidth: 180,
      cell: (patient) => <PatientNameCell patient={patient} />,
    },
    { key: 'hn', label: label('hn'), cell: ({ hn }) => hn },
    {
      key: 'age',
      label: label('age'),
      skeletonWidth: 40,
      cell: (patient) => <PatientAge patient={patient} />,
    },
    {
      key: 'sex',
      label: label('sex'),
      skeletonWidth: 40,
      cell: ({ gender }) => t(`patients:gender.${gender}`),
    },
    { key: 'an', label: label('an'), cell: ({ an }) => an ?? <EmptyValue /> },
    {
      key: 'mobile',
      label: label('mobile'),
      isUnordered: true,
      skeletonWidth: 64,
      cell: ({ mobile_ending }) =>
        mobile_ending === null ? <EmptyValue /> : t('mobile-ending', { digits: mobile_ending }),
    },
    {
      key: 'ward',
      label: label('ward'),
      skeletonWidth: 110,
      cell: (patient) => <WardAndBed patient={patient} />,
    },
    {
      key: 'admit_date',
      label: label('admit_date'),
      skeletonWidth: 84,
      cell: ({ admit_date }) => <AdmissionDate at={admit_date} />,
    },
    {
      key: 'triage_level',
      label: label('triage_level'),
      skeletonWidth: 64,
      cell: ({ triage_level }) => (triage_level ? <TriageBadge level={triage_level} /> : <EmptyValue />),
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
  ]
  return (
    <RecordRows
      {...table}
      label={t('title')}
      onSort={(next) => {
        if (next?.field !== 'mobile') onSort(next && { ...next, field: next.field })
      }}
      columns={columns.filter(({ key }) => !hidden.some((column) => column === key))}
      rowKey={getPatientKey}
      rowLink={{
        path: ({ _id }) => formatPatientPath(_id),
        label: (patient) => t('row', { name: formatPatientName(patient), hn: patient.hn }),
        onOpen,
      }}
      card={(patient) => <PatientCard patient={patient} />}
    />
  )
}

export const getPatientKey = ({ _id }: PatientRow) => _id

function PatientCard({ patient }: { patient: PatientRow }) {
  const { t } = useTranslation(['patient-list', 'patients'])
  const localName = useLocalizedName()
  const ageText = useAgeText()
  const { ward, bed, admit_date, device_status, notify_status } = patient
  const facts = [
    `HN ${patient.hn}`,
    patient.an && `AN ${patient.an}`,
    t(`patients:gender.${patient.gender}`),
    ageText(patient),
  ]
  return (
    <>
      <div className={cards.line}>
        <PatientNameCell patient={patient} />
        {patient.triage_level && <TriageBadge level={patient.triage_level} />}
      </div>
      <div className={classes.cardFacts}>
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      {ward && (
        <div className={cards.line}>
          {bed ? t('ward-and-bed', { ward: localName(ward), bed }) : localName(ward)}
          {admit_date && <StayLength at={admit_date} />}
        </div>
      )}
      {(device_status || notify_status === 'disabled') && (
        <div className={classes.cardFacts}>
          {device_status && <DeviceStatus status={device_status} />}
          {notify_status === 'disabled' && <NotifyStatus status={notify_status} />}
        </div>
      )}
    </>
  )
}
