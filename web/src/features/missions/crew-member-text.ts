import type { CrewMember } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStaffName } from '../../ui/person-name.ts'

/** Somebody in a crew, with what they are in it. */
export function useCrewMemberText(): (member: CrewMember) => string {
  const { t } = useTranslation('fleet')
  return ({ staff, role, level }) => {
    const does = role === level ? [] : [t(`role.${role}`)]
    return `${formatStaffName(staff)} (${[t(`crew.short.${level}`), ...does].join(', ')})`
  }
}
