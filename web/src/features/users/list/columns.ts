import { userSortFields } from 'contract'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import type { UserSortField } from './list-query.ts'

/** Translation keys of the column labels: those of their fields. */
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

/** Columns that can be hidden; name and e-mail always tell whose row it is. */
export const optionalUserColumns = (Object.keys(columnFieldLabels) as UserColumn[]).filter(
  (column): column is OptionalUserColumn => column !== 'name' && column !== 'email',
)

const hiddenOnWide: readonly OptionalUserColumn[] = []
const hiddenOnNarrow: readonly OptionalUserColumn[] = ['phone', 'is_verified', 'registered']

export const useHiddenAtFirst = () => (useIsWide() ? hiddenOnWide : hiddenOnNarrow)

export function isUserSortField(column: string): column is UserSortField {
  return userSortFields.some((field) => field === column)
}

export function useUserColumnLabel(): (column: UserColumn) => string {
  const { t } = useTranslation('users')
  return (column) => t(`field.${columnFieldLabels[column]}`)
}
