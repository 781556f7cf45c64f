import { userSortFields } from 'contract'
import { useTranslation } from 'react-i18next'
import type { UserSortField } from './list-query.ts'

/** What a column of the list is called; each has its field's name. */
const columnFieldLabels = {
  name: 'name',
  email: 'email',
  staff_type: 'staff_type',
  status: 'status',
  phone: 'phone',
  is_verified: 'is_verified',
  last_login: 'last-login',
  registered: 'registered',
} as const

export type UserColumn = keyof typeof columnFieldLabels
export type OptionalUserColumn = Exclude<UserColumn, 'name' | 'email'>

/** Those that a person may leave out; name and e-mail say whose row it is. */
export const optionalUserColumns = (Object.keys(columnFieldLabels) as UserColumn[]).filter(
  (column): column is OptionalUserColumn => column !== 'name' && column !== 'email',
)

export function isUserSortField(column: string): column is UserSortField {
  return userSortFields.some((field) => field === column)
}

export function useUserColumnLabel(): (column: UserColumn) => string {
  const { t } = useTranslation('users')
  return (column) => t(`field.${columnFieldLabels[column]}`)
}
