import { useTranslation } from 'react-i18next'

/** The field shown in each column. The columns that decide urgency stay visible in the narrowest table. */
const columnFields = {
  name: 'full_name',
  hn: 'hn',
  triage_level: 'triage_level',
  an: 'an',
  age: 'age',
  sex: 'gender',
  ward: 'ward_and_bed',
  notify_status: 'notify_status',
  device_status: 'device_status',
  admit_date: 'admit_date',
} as const

type PatientColumn = keyof typeof columnFields

export type OptionalPatientColumn = Exclude<PatientColumn, 'name' | 'hn'>

/** Columns that a user may hide; name and HN always stay, to identify the patient. */
export const optionalPatientColumns = (Object.keys(columnFields) as PatientColumn[]).filter(
  (column): column is OptionalPatientColumn => column !== 'name' && column !== 'hn',
)

export function usePatientColumnLabel(): (column: PatientColumn) => string {
  const { t } = useTranslation('patients')
  return (column) => t(`field.${columnFields[column]}`)
}
