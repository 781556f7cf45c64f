import { userSortFields } from 'contract'
import { useTranslation } from 'react-i18next'
import type { SortField } from './address.ts'

/** What a column of the list is called; each has its field's name. */
const labels = {
  name: 'name',
  email: 'email',
  staff_type: 'staff_type',
  status: 'status',
  phone: 'phone',
  is_verified: 'is_verified',
  last_login: 'last-login',
  registered: 'registered',
} as const

export type ColumnName = keyof typeof labels
export type OptionalColumn = Exclude<ColumnName, 'name' | 'email'>

/** Those that a person may leave out; name and e-mail say whose row it is. */
export const optionalColumns = (Object.keys(labels) as ColumnName[]).filter(
  (column): column is OptionalColumn => column !== 'name' && column !== 'email',
)

export function isSortField(column: string): column is SortField {
  return userSortFields.some((field) => field === column)
}

export function useColumnLabel(): (column: ColumnName) => string {
  const { t } = useTranslation('users')
  return (column) => t(`field.${labels[column]}`)
}
