import { Text } from '@mantine/core'
import { type ApprovedList, findListDigest, judgeApproval, releasedFormSettings } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date/dates.ts'
import { useFormSettings } from '../ambulance/use-form-settings.ts'

/**
 * Who approved a list, when and in which version, or that nobody has approved it as it is; nothing as long as that is
 * not known.
 */
export function ApprovalNote({ list }: { list: ApprovedList }) {
  const { t, i18n } = useTranslation('forms')
  const settings = useFormSettings()
  if (!settings) return null
  const approval = settings[list]
  const digest = findListDigest(list, settings)
  const state = judgeApproval(approval, digest)
  const isOwn = list === 'drug_list' && digest !== findListDigest(list, releasedFormSettings)
  return (
    <Text size="sm" c="dimmed">
      {t(state === 'none' && isOwn ? 'approval.drug_list.none-own' : `approval.${list}.${state}`, {
        person: approval?.approved_by,
        licence: approval?.licence,
        date: approval && formatDate(approval.approved_on, i18n.language),
        version: digest,
      })}
    </Text>
  )
}
