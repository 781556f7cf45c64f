import type { UserRow } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { userAddress } from '../../../paths.ts'
import { Nothing } from '../../../ui/empty-value.tsx'
import { phoneText } from '../../../ui/form/phone-number.ts'
import { type Column, RecordTable, type Sort } from '../../../ui/list/record-table.tsx'
import { staffName } from '../../../ui/person-name.ts'
import type { Asked } from '../act-dialog.tsx'
import { ActMenu } from '../act-menu.tsx'
import type { SortField, UserPage } from './address.ts'
import { Day, LastLogin, Person, StatusBadge, TypeOf, Verified } from './cells.tsx'
import { type ColumnName, isSortField, type OptionalColumn, useColumnLabel } from './columns.ts'

export type RowsProps = {
  /** Undefined while nothing is loaded yet. */
  rows: readonly UserRow[] | undefined
  /** Of those who are approved nobody is told apart by her status. */
  list: UserPage
  ownId: string
  onOpen: (user: UserRow) => void
  onAsk: (asked: Asked) => void
  isStale: boolean
}

type UserTableProps = RowsProps & {
  hidden: readonly OptionalColumn[]
  sort: Sort<SortField> | undefined
  onSort: (sort: Sort<SortField> | undefined) => void
  scrollerRef: Ref<HTMLDivElement>
}

export function UserTable({ rows, list, ownId, hidden, sort, onSort, onAsk, ...table }: UserTableProps) {
  const { t } = useTranslation('users')
  const label = useColumnLabel()
  const column = (
    key: ColumnName,
    cell: Column<UserRow>['cell'],
    skeletonWidth: number,
  ): Column<UserRow, ColumnName | 'acts'> => ({
    key,
    label: label(key),
    cell,
    skeletonWidth,
    isUnordered: !isSortField(key),
  })
  const columns: Column<UserRow, ColumnName | 'acts'>[] = [
    column('name', (user) => <Person user={user} isOwn={user._id === ownId} />, 180),
    column('email', ({ email }) => email, 160),
    column('staff_type', (user) => <TypeOf user={user} />, 80),
    ...(list === 'approved' ? [] : [column('status', ({ status }) => <StatusBadge status={status} />, 72)]),
    column('phone', ({ country_code, phone }) => phoneText(country_code, phone) ?? <Nothing />, 96),
    column('is_verified', ({ is_verified }) => <Verified isVerified={is_verified} />, 72),
    column('last_login', ({ last_login_at }) => <LastLogin at={last_login_at} />, 72),
    column('registered', ({ created_at }) => <Day at={created_at} />, 84),
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
      rowKey={userKey}
      rowAddress={({ _id }) => userAddress(_id)}
      rowLabel={(user) => t('row', { name: staffName(user), email: user.email })}
      sort={sort}
      onSort={(next) => {
        const field = next && isSortField(next.field) ? next.field : undefined
        onSort(next && field && { field, order: next.order })
      }}
    />
  )
}

const userKey = ({ _id }: UserRow) => _id
