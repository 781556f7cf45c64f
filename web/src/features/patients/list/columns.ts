import { useTranslation } from 'react-i18next'

/** The field shown in each column. Who it is comes first; how they are is on the ward board. */
const columnFields = {
  name: 'full_name',
  hn: 'hn',
  age: 'age',
  sex: 'gender',
  an: 'an',
  mobile: 'mobile',
  ward: 'ward_and_bed',
  admit_date: 'admit_date',
  triage_level: 'triage_level',
  notify_status: 'notify_status',
  device_status: 'device_status',
} as const

export type PatientColumn = keyof typeof columnFields

export type OptionalPatientColumn = Exclude<PatientColumn, 'name' | 'hn'>

/** Columns that a user may hide; name and HN always stay, to identify the patient. */
export const optionalPatientColumns = (Object.keys(columnFields) as PatientColumn[]).filter(
  (column): column is OptionalPatientColumn => column !== 'name' && column !== 'hn',
)

/** Hidden until a user shows them, so that the rest fits on a small screen. */
export const hiddenPatientColumnsAtFirst: readonly OptionalPatientColumn[] = [
  'triage_level',
  'notify_status',
  'device_status',
]

export function usePatientColumnLabel(): (column: PatientColumn) => string {
  const { t } = useTranslation('patients')
  return (column) => t(`field.${columnFields[column]}`)
}
