import type { StaffTypeCode } from 'contract'
import { useTranslation } from 'react-i18next'

/** Names a staff type in the language of the screen. */
export function useStaffTypeName(): (code: StaffTypeCode) => string {
  const { t } = useTranslation('permissions')
  return (code) => t(`staff-types.${code}`)
}
