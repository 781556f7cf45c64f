import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { errorCodes, type User } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { usersPath } from '../../paths.ts'
import { useUser as useOwnUser } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Time } from '../../ui/date/time.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { Fact, Facts } from '../../ui/fact.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { formatInternationalPhone } from '../../ui/form/phone-number.ts'
import { Pager, pageSizes } from '../../ui/list/pager.tsx'
import { flag, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PersonHeader } from '../../ui/person-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { Section } from '../../ui/section.tsx'
import { ActDialog, type AskedAct } from './act-dialog.tsx'
import { isDangerous, splitActs, type UserActName } from './acts.ts'
import { EditUserForm } from './edit-user-form.tsx'
import { LinksDialog, type PasswordLinkSlip } from './links-dialog.tsx'
import { StatusBadge, VerifiedBadge } from './list/cells.tsx'
import { useUserChanges, useUserPhoto, useUserRecord } from './queries.ts'
import { ResetDialog } from './reset-dialog.tsx'
import { UserChangeList } from './user-change-list.tsx'
import classes from './user-record.module.css'

/** Whether the account is being edited, and the page of its history. */
export const userRecordQuery = queryCodec({ edit: flag('edit'), ...paging })
type UserRecordView = QueryValue<typeof userRecordQuery>

type UserRecordProps = {
  id: string
  view: UserRecordView
  onChange: (changed: Partial<UserRecordView>) => void
  /** Whether LINE is set up, so that users can have a LINE userId. */
  hasLine: boolean
  /** The actions on the user's LINE account. */
  line: (user: User) => ReactNode
  /** The user's credit, if the hospital uses wallets. */
  wallet: (user: User) => ReactNode
  /** The account was deleted: there is nothing more to show. */
  onDeleted: () => void
}

/** A whole account, edited in place, and the history of its changes. */
export function UserRecord({ id, onDeleted, ...looked }: UserRecordProps) {
  const { t } = useTranslation(['users', 'app'])
  const found = useUserRecord(id)
  const user = found.data?.user
  const crumbs = [{ label: t('app:users'), to: usersPath }]
  const isNowhere = found.error?.code === errorCodes['not-found'] || found.error?.code === errorCodes.invalid
  if (isNowhere)
    return (
      <>
        <PageHeader title={t('details-not-found')} crumbs={crumbs} />
        <Paper withBorder p="xl">
          <Stack align="center">
            <Text>{t('not-found-reason')}</Text>
            <Button component={Link} to={usersPath} variant="default" size="md">
              {t('to-users')}
            </Button>
          </Stack>
        </Paper>
      </>
    )
  if (!user)
    return (
      <>
        <PageHeader title={t('user')} crumbs={crumbs} />
        {found.isError ? <QueryFailure query={found} /> : <Skeleton height="60vh" />}
      </>
    )
  return <LoadedUser user={user} crumbs={crumbs} onDeleted={onDeleted} {...looked} />
}

type LoadedUserProps = Omit<UserRecordProps, 'id'> & { user: User; crumbs: { label: string; to: string }[] }

function LoadedUser({ user, crumbs, view, hasLine, line, wallet, onChange, onDeleted }: LoadedUserProps) {
  const { t } = useTranslation('users')
  const { _id: own } = useOwnUser()
  const isEditing = view.edit === true
  const [asked, setAsked] = useState<AskedAct>()
  const [reset, setReset] = useState<User>()
  const [made, setMade] = useState<PasswordLinkSlip>()
  const isOwn = user._id === own
  const isClosed = user.status === 'deleted'
  const mayChange = user.may_change && !isClosed
  const { before, after } = splitActs(user.status, isOwn)
  const button = (act: UserActName) => {
    const ActButton = isDangerous(act) ? DangerButton : Button
    return (
      <ActButton key={act} size="md" onClick={() => setAsked({ user, act })}>
        {t(`act.${act}.action`)}
      </ActButton>
    )
  }
  return (
    <>
      <PageHeader title={formatStaffName(user)} documentTitle={t('user')} crumbs={crumbs}>
        {!isEditing && mayChange && (
          <>
            {before.map(button)}
            <Button
              variant="default"
              size="md"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => onChange({ edit: true })}
            >
              {t('edit.action')}
            </Button>
            {user.status === 'approved' && !isOwn && (
              <Button variant="default" size="md" onClick={() => setReset(user)}>
                {t('reset.action')}
              </Button>
            )}
            {after.map(button)}
          </>
        )}
      </PageHeader>
      {isEditing && mayChange ? (
        <EditUserForm key={user._id} user={user} onDone={() => onChange({ edit: undefined })} />
      ) : (
        <div className={classes.record}>
          <UserFacts user={user} isOwn={isOwn} hasLine={hasLine} line={mayChange ? line(user) : null} />
          <div className={classes.groups}>
            {wallet(user)}
            <UserHistory id={user._id} view={view} onChange={onChange} />
          </div>
        </div>
      )}
      <ResetDialog user={reset} onClose={() => setReset(undefined)} onLink={setMade} />
      <LinksDialog made={made ? [made] : []} onClose={() => setMade(undefined)} />
      <ActDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onDone={(act) => {
          if (act === 'delete') onDeleted()
        }}
      />
    </>
  )
}

type UserFactsProps = { user: User; isOwn: boolean; hasLine: boolean; line: ReactNode }

function UserFacts({ user, isOwn, hasLine, line }: UserFactsProps) {
  const { t, i18n } = useTranslation('users')
  const staffType = useStaffTypeName()
  const photo = useUserPhoto(user)
  const { decided_by, decided_at, registered_by } = user
  return (
    <div className={classes.groups}>
      <Section title={t('section.person')}>
        <PersonHeader
          src={photo}
          person={user}
          badge={
            isOwn && (
              <Text span c="dimmed" size="xs">
                {t('you')}
              </Text>
            )
          }
        >
          <StatusBadge status={user.status} />
        </PersonHeader>
        {!user.may_change && <Text c="dimmed">{t('beyond-own-rights')}</Text>}
        <Facts isRoomy>
          <Fact label={t('field.first_name')}>{user.first_name}</Fact>
          <Fact label={t('field.last_name')}>{user.last_name}</Fact>
          <Fact label={t('field.email')}>{user.email}</Fact>
          <Fact label={t('field.phone')}>{formatInternationalPhone(user.country_code, user.phone)}</Fact>
        </Facts>
      </Section>
      <Section title={t('section.access')}>
        <Facts>
          <Fact label={t('field.staff_type')}>{staffType(user.staff_type)}</Fact>
          <Fact label={t('field.may-open')}>{t(user.is_form_user ? 'forms-only' : 'whole-panel')}</Fact>
          <Fact label={t('field.second-factors')}>{user.second_factors.toLocaleString(i18n.language)}</Fact>
          <Fact label={t('field.groups')}>{user.group_names.join(', ')}</Fact>
          <Fact label={t('field.verification')}>
            <VerifiedBadge isVerified={user.is_verified} />
          </Fact>
          <Fact label={t('field.verified-at')}>
            {user.verified_at && <Time at={user.verified_at} format="dd MMM yyyy" />}
          </Fact>
          <Fact label={t('field.password-changed')}>
            {user.password_changed_at && <Time at={user.password_changed_at} />}
          </Fact>
          {user.must_change_password && <Fact label={t('field.password')}>{t('password-to-change')}</Fact>}
        </Facts>
      </Section>
      <Section title={t('section.account')}>
        <Facts>
          {hasLine && <Fact label={t('field.line')}>{user.line_user_id}</Fact>}
          <Fact label={t('field.app-version')}>{user.app_version}</Fact>
          <Fact label={t('field.last-login')}>
            {user.last_login_at ? <TimeAgo at={user.last_login_at} /> : t('never')}
          </Fact>
          <Fact label={t('field.registered')}>
            <Time at={user.created_at} format="dd MMM yyyy" />
          </Fact>
          <Fact label={t('field.registered-by')}>
            <StaffName of={registered_by} otherwise={t('by-themselves')} />
          </Fact>
          <Fact label={t('field.decided')}>
            {decided_at && (
              <>
                <Time at={decided_at} />
                {decided_by && (
                  <>
                    {' · '}
                    <StaffName of={decided_by} />
                  </>
                )}
              </>
            )}
          </Fact>
          <Fact label={t('field.created')}>
            <Time at={user.created_at} />
          </Fact>
          <Fact label={t('field.updated')}>
            <Time at={user.updated_at} />
          </Fact>
        </Facts>
        <div className={classes.acts}>{line}</div>
      </Section>
    </div>
  )
}

function UserHistory({ id, view, onChange }: Pick<UserRecordProps, 'id' | 'view' | 'onChange'>) {
  const { t } = useTranslation('users')
  const found = useUserChanges(id, view.page, view.size)
  const { data, isPlaceholderData } = found
  return (
    <Section title={t('section.history')}>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !data ? (
        <Skeleton height="8rem" />
      ) : data.total === 0 ? (
        <Text c="dimmed">{t('no-changes')}</Text>
      ) : (
        <div data-old={isPlaceholderData || undefined}>
          <UserChangeList changes={data.rows} />
          {data.total > pageSizes[0] && <Pager view={view} found={data} onChange={onChange} />}
        </div>
      )}
    </Section>
  )
}
