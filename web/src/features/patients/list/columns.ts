import { useTranslation } from 'react-i18next'

/** The field shown in each column. The columns that decide urgency stay visible in the narrowest table. */
const fieldOf = {
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

type ColumnName = keyof typeof fieldOf

export type OptionalColumn = Exclude<ColumnName, 'name' | 'hn'>

/** Columns that a user may hide; name and HN always stay, to identify the patient. */
export const optionalColumns = (Object.keys(fieldOf) as ColumnName[]).filter(
  (column): column is OptionalColumn => column !== 'name' && column !== 'hn',
)

export function useColumnLabel(): (column: ColumnName) => string {
  const { t } = useTranslation('patients')
  return (column) => t(`field.${fieldOf[column]}`)
}
