import type { UserRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatUserPath } from '../../../paths.ts'
import { Time } from '../../../ui/date/time.tsx'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { formatInternationalPhone } from '../../../ui/form/phone-number.ts'
import cards from '../../../ui/list/cards.module.css'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { Column, RecordTableProps, Sort } from '../../../ui/list/record-table.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import type { AskedAct } from '../act-dialog.tsx'
import { ActMenu } from '../act-menu.tsx'
import classes from '../users.module.css'
import { LastLogin, StatusBadge, UserNameCell, UserTypeCell, VerifiedBadge } from './cells.tsx'
import { isUserSortField, type OptionalUserColumn, type UserColumn, useUserColumnLabel } from './columns.ts'
import type { UserListName, UserSortField } from './list-query.ts'

type UserTableColumn = UserColumn | 'acts'
type UserTableProps = RecordTableProps<UserRow, UserTableColumn>

type UserRowsProps = Pick<UserTableProps, 'rows' | 'isStale' | 'scrollerRef'> & {
  /** Approved users all have one status, so their list has no status column. */
  list: UserListName
  ownId: string
  hidden: readonly OptionalUserColumn[]
  sort: Sort<UserSortField> | undefined
  onSort: (sort: Sort<UserSortField> | undefined) => void
  onOpen: (user: UserRow) => void
  onAsk: (asked: AskedAct) => void
}

export function UserRows({ list, ownId, hidden, onSort, onOpen, onAsk, ...table }: UserRowsProps) {
  const { t } = useTranslation('users')
  const label = useUserColumnLabel()
  const column = (
    key: UserColumn,
    cell: Column<UserRow>['cell'],
    skeletonWidth: number,
  ): Column<UserRow, UserTableColumn> => ({
    key,
    label: label(key),
    cell,
    skeletonWidth,
    isUnordered: !isUserSortField(key),
  })
  const columns: Column<UserRow, UserTableColumn>[] = [
    column('name', (user) => <UserNameCell user={user} isOwn={user._id === ownId} />, 180),
    column('email', ({ email }) => <span className={classes.emailCell}>{email}</span>, 160),
    column('staff_type', (user) => <UserTypeCell user={user} />, 80),
    ...(list === 'approved' ? [] : [column('status', ({ status }) => <StatusBadge status={status} />, 72)]),
    column(
      'phone',
      ({ country_code, phone }) => formatInternationalPhone(country_code, phone) ?? <EmptyValue />,
      96,
    ),
    column('is_verified', ({ is_verified }) => <VerifiedBadge isVerified={is_verified} />, 72),
    column('last_login', ({ last_login_at }) => <LastLogin at={last_login_at} />, 72),
    column('registered', ({ created_at }) => <Time at={created_at} format="dd MMM yyyy" />, 84),
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
    <RecordRows
      {...table}
      label={t(`page.${list}`)}
      columns={columns.filter(({ key }) => !hidden.some((one) => one === key))}
      rowKey={getUserKey}
      rowLink={{
        path: ({ _id }) => formatUserPath(_id),
        label: (user) => t('row', { name: formatStaffName(user), email: user.email }),
        onOpen,
      }}
      onSort={(next) => {
        const field = next && isUserSortField(next.field) ? next.field : undefined
        onSort(next && field && { field, order: next.order })
      }}
      card={(user) => <UserCard user={user} isOwn={user._id === ownId} onAsk={onAsk} />}
    />
  )
}

export const getUserKey = ({ _id }: UserRow) => _id

type UserCardProps = { user: UserRow; isOwn: boolean; onAsk: (asked: AskedAct) => void }

function UserCard({ user, isOwn, onAsk }: UserCardProps) {
  const { t } = useTranslation('users')
  return (
    <>
      <div className={cards.line}>
        <UserNameCell user={user} isOwn={isOwn} />
        <span className={classes.cardActs}>
          <ActMenu user={user} isOwn={isOwn} onAsk={onAsk} />
        </span>
      </div>
      <span className={classes.email}>{user.email}</span>
      <div className={cards.line}>
        <UserTypeCell user={user} />
        {user.status !== 'approved' && <StatusBadge status={user.status} />}
      </div>
      <div className={`${cards.line} ${classes.small}`}>
        <span>{formatInternationalPhone(user.country_code, user.phone)}</span>
        <span>
          {t('field.last-login')}: <LastLogin at={user.last_login_at} />
        </span>
      </div>
    </>
  )
}
