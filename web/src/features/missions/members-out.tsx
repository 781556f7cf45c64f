import { type CallError, errorCodes, MembersOut } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../ui/person-name.ts'

/** Who of the team is out on which other mission, after a step was refused for it. */
export function MembersOutNotice({ failure }: { failure: CallError | null }) {
  const { t } = useTranslation('missions')
  const detail = MembersOut.safeParse(failure?.detail)
  if (failure?.code !== errorCodes['member-out'] || !detail.success) return null
  return (
    <ul aria-label={t('members-out')}>
      {detail.data.members.map(({ staff, mission }) => (
        <li key={staff._id}>{t('member-out', { person: formatStaffName(staff), number: mission })}</li>
      ))}
    </ul>
  )
}
