import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconTrash,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import type { UserRow, UserStatus } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useStaffTypeName } from '../../../clinical/staff/use-staff-type-name.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { InitialsPicture } from '../../../ui/picture/initials-picture.tsx'
import classes from './cells.module.css'

type UserNames = Pick<UserRow, 'first_name' | 'last_name'>

export function UserNameCell({ user, isOwn }: { user: UserNames; isOwn: boolean }) {
  const { t } = useTranslation('users')
  return (
    <div className={classes.person}>
      <InitialsPicture person={{ name: user.first_name, surname: user.last_name }} />
      <span className={classes.name}>
        <StaffName of={user} />
        {isOwn && <span className={classes.own}> {t('you')}</span>}
      </span>
    </div>
  )
}

const userStatusIcons: Record<UserStatus, TablerIcon> = {
  pending: IconClock,
  approved: IconCircleCheck,
  declined: IconCircleX,
  blocked: IconBan,
  deleted: IconTrash,
}

export function StatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation('users')
  const Icon = userStatusIcons[status]
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={14} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}

/** The staff type, and whether the account has access to the forms only. */
export function UserTypeCell({ user }: { user: Pick<UserRow, 'staff_type' | 'is_form_user'> }) {
  const { t } = useTranslation('users')
  const staffType = useStaffTypeName()
  return (
    <span className={classes.two}>
      <span>{staffType(user.staff_type)}</span>
      {user.is_form_user && <span className={classes.small}>{t('forms-only')}</span>}
    </span>
  )
}

export function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('users')
  if (!isVerified) return <span className={classes.quiet}>{t('not-verified')}</span>
  return (
    <span className={classes.verified} data-good>
      <IconUserCheck size={16} aria-hidden />
      {t('verified')}
    </span>
  )
}

export function LastLogin({ at }: { at: string | null }) {
  const { t } = useTranslation('users')
  return at === null ? <span className={classes.quiet}>{t('never')}</span> : <TimeAgo at={at} />
}
