import { Skeleton } from '@mantine/core'
import type { UserRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { userPath } from '../../../paths.ts'
import { formatInternationalPhone } from '../../../ui/form/phone-number.ts'
import cards from '../../../ui/list/cards.module.css'
import { staffName } from '../../../ui/person-name.ts'
import { ActMenu } from '../act-menu.tsx'
import classes from '../users.module.css'
import { LastLogin, StatusBadge, UserNameCell, UserTypeCell } from './cells.tsx'
import type { UserRowsProps } from './user-table.tsx'

/** The user list on a phone. */
export function UserCards({ rows, list, isStale, ...card }: UserRowsProps) {
  const { t } = useTranslation('users')
  if (!rows) return <Skeleton height="60vh" />
  return (
    <ul
      className={cards.cards}
      aria-label={t(`page.${list}`)}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      {rows.map((user) => (
        <li key={user._id} className={cards.card}>
          <UserCard user={user} {...card} />
        </li>
      ))}
    </ul>
  )
}

type UserCardProps = Pick<UserRowsProps, 'ownId' | 'onOpen' | 'onAsk'> & { user: UserRow }

function UserCard({ user, ownId, onOpen, onAsk }: UserCardProps) {
  const { t } = useTranslation('users')
  const isOwn = user._id === ownId
  return (
    <>
      <Link
        to={userPath(user._id)}
        className={cards.link}
        data-row={user._id}
        aria-label={t('row', { name: staffName(user), email: user.email })}
        onClick={() => onOpen(user)}
      />
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
