import type { Group } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import { formatStaffName } from '../../ui/person-name.ts'

/** When a group was changed last, and by whom. */
export function GroupChange({ group: { updated_at, updated_by } }: { group: Group }) {
  const { t, i18n } = useTranslation('groups')
  const time = formatTime(updated_at, i18n.language, 'dd MMM yyyy HH:mm')
  return updated_by ? t('changed-by', { time, person: formatStaffName(updated_by) }) : t('changed', { time })
}
