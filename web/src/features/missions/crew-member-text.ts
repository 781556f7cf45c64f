import type { Mission } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../ui/person-name.ts'

type Member = NonNullable<Mission['team']>['members'][number]

/** Somebody in a crew, with what they are in it, as far as that is known. */
export function useCrewMemberText(): (member: Member) => string {
  const { t } = useTranslation('fleet')
  return ({ staff, role, level }) => {
    const known = [level && t(`crew.short.${level}`), role && role !== level && t(`role.${role}`)].filter(
      Boolean,
    )
    return known.length === 0 ? formatStaffName(staff) : `${formatStaffName(staff)} (${known.join(', ')})`
  }
}
