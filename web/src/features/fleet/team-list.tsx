import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fleet, type Team, type TeamMember } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import type { ChangeView } from '../../ui/list/use-list-view.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { ExpiryNotice } from './expiry-notice.tsx'
import classes from './fleet.module.css'
import { type TeamListView, toListRequest } from './list-query.ts'
import { ProfileList } from './profile-list.tsx'
import { InactiveMark, ProfileActions } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam } from './queries.ts'
import { TeamForm } from './team-form.tsx'

type TeamListProps = { view: TeamListView; onChange: ChangeView<TeamListView> }

export function TeamList({ view, onChange }: TeamListProps) {
  const { t } = useTranslation('fleet')
  const list = useQuery({ ...ask(fleet.teams, toListRequest(view), true), placeholderData: keepPreviousData })
  return (
    <ProfileList
      kind="team"
      list={list}
      view={view}
      onChange={onChange}
      columns={[
        {
          key: 'team',
          label: t('team.one'),
          isBare: true,
          cell: ({ name, base_name, missions, is_active }) => (
            <div className={classes.two}>
              <span className={classes.name}>{name}</span>
              <span className={classes.quiet}>{base_name}</span>
              {missions.length > 0 && <span>{t('team.on-mission', { numbers: missions.join(', ') })}</span>}
              <InactiveMark isActive={is_active} />
            </div>
          ),
        },
        {
          key: 'members',
          label: t('field.members'),
          cell: ({ members }) => (
            <ul className={classes.members}>
              {members.map((member) => (
                <li key={member.staff._id}>
                  <Member member={member} />
                </li>
              ))}
            </ul>
          ),
        },
        { key: 'duty', label: t('team.duty'), cell: (team) => <Duty team={team} /> },
        {
          key: 'vehicle',
          label: t('field.default_vehicle_id'),
          cell: ({ default_vehicle }) => default_vehicle?.name ?? <EmptyValue />,
        },
      ]}
      actions={(team, onEdit) => onEdit && <TeamActions team={team} onEdit={onEdit} />}
      form={(team, close) => <TeamForm team={team} onDone={close} />}
    />
  )
}

function Member({ member }: { member: TeamMember }) {
  const { t } = useTranslation('fleet')
  const { staff, level, role, may_sign_in, certificate_expires_on } = member
  return (
    <div className={classes.two}>
      <span>
        {formatStaffName(staff)} ({t(`crew.short.${level}`)})
        <span className={classes.quiet}> · {t(`role.${role}`)}</span>
      </span>
      {!may_sign_in && <span className={classes.quiet}>{t('team.no-account')}</span>}
      <ExpiryNotice name={t('document.member')} date={certificate_expires_on} />
    </div>
  )
}

/** When the team is on duty. */
function Duty({ team: { shifts, weekdays } }: { team: Team }) {
  const { t } = useTranslation('fleet')
  return (
    <div className={classes.two}>
      <span>
        {shifts.length === 0 ? t('team.no-shifts') : shifts.map((shift) => t(`shift.${shift}`)).join(', ')}
      </span>
      <span className={classes.quiet}>
        {weekdays.length === 0 ? t('team.every-day') : weekdays.map((day) => t(`weekday.${day}`)).join(' ')}
      </span>
    </div>
  )
}

function TeamActions({ team, onEdit }: { team: Team; onEdit: (team: Team) => void }) {
  const { t } = useTranslation('fleet')
  const { _id, version, name, missions, is_active } = team
  const send = useSend(fleet.switchTeam, { outdates: outdatedByVehicleOrTeam })
  return (
    <ProfileActions
      name={name}
      isActive={is_active}
      lasts={
        missions.length > 0
          ? [t('team.on-mission', { numbers: missions.join(', ') }), t('team.keeps-mission')]
          : undefined
      }
      isBusy={send.isPending}
      onEdit={() => onEdit(team)}
      onSwitch={(isActive) => send.mutate({ _id, version, is_active: isActive })}
    />
  )
}
