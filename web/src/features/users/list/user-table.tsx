import type { UserRow } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { userPath } from '../../../paths.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { formatInternationalPhone } from '../../../ui/form/phone-number.ts'
import { type Column, RecordTable, type Sort } from '../../../ui/list/record-table.tsx'
import { staffName } from '../../../ui/person-name.ts'
import type { AskedAct } from '../act-dialog.tsx'
import { ActMenu } from '../act-menu.tsx'
import { LastLogin, StatusBadge, UserDate, UserNameCell, UserTypeCell, VerifiedBadge } from './cells.tsx'
import { isUserSortField, type OptionalUserColumn, type UserColumn, useUserColumnLabel } from './columns.ts'
import type { UserListName, UserSortField } from './list-query.ts'

export type UserRowsProps = {
  /** Undefined while loading. */
  rows: readonly UserRow[] | undefined
  /** Approved users all have one status, so their list has no status column. */
  list: UserListName
  ownId: string
  onOpen: (user: UserRow) => void
  onAsk: (asked: AskedAct) => void
  isStale: boolean
}

type UserTableProps = UserRowsProps & {
  hidden: readonly OptionalUserColumn[]
  sort: Sort<UserSortField> | undefined
  onSort: (sort: Sort<UserSortField> | undefined) => void
  scrollerRef: Ref<HTMLDivElement>
}

export function UserTable({ rows, list, ownId, hidden, sort, onSort, onAsk, ...table }: UserTableProps) {
  const { t } = useTranslation('users')
  const label = useUserColumnLabel()
  const column = (
    key: UserColumn,
    cell: Column<UserRow>['cell'],
    skeletonWidth: number,
  ): Column<UserRow, UserColumn | 'acts'> => ({
    key,
    label: label(key),
    cell,
    skeletonWidth,
    isUnordered: !isUserSortField(key),
  })
  const columns: Column<UserRow, UserColumn | 'acts'>[] = [
    column('name', (user) => <UserNameCell user={user} isOwn={user._id === ownId} />, 180),
    column('email', ({ email }) => email, 160),
    column('staff_type', (user) => <UserTypeCell user={user} />, 80),
    ...(list === 'approved' ? [] : [column('status', ({ status }) => <StatusBadge status={status} />, 72)]),
    column(
      'phone',
      ({ country_code, phone }) => formatInternationalPhone(country_code, phone) ?? <EmptyValue />,
      96,
    ),
    column('is_verified', ({ is_verified }) => <VerifiedBadge isVerified={is_verified} />, 72),
    column('last_login', ({ last_login_at }) => <LastLogin at={last_login_at} />, 72),
    column('registered', ({ created_at }) => <UserDate at={created_at} />, 84),
    {
      key: 'acts',
      label: t('acts'),
      isUnordered: true,
      isActions: true,
      skeletonWidth: 24,
      cell: (user) => <ActMenu user={user} isOwn={user._id === ownId} onAsk={onAsk} />,
    },
  ]
  return (
    <RecordTable
      {...table}
      label={t(`page.${list}`)}
      columns={columns.filter(({ key }) => !hidden.some((one) => one === key))}
      rows={rows}
      rowKey={getUserKey}
      rowPath={({ _id }) => userPath(_id)}
      rowLabel={(user) => t('row', { name: staffName(user), email: user.email })}
      sort={sort}
      onSort={(next) => {
        const field = next && isUserSortField(next.field) ? next.field : undefined
        onSort(next && field && { field, order: next.order })
      }}
    />
  )
}

const getUserKey = ({ _id }: UserRow) => _id
