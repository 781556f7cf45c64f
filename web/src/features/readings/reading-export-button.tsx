import { IconDownload } from '@tabler/icons-react'
import { readings } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { ToolButton } from '../../ui/bar/tool-button.tsx'
import { saveCsv } from '../../ui/list/export-button.tsx'
import type { toHistoryRequest } from './queries.ts'

/** Exports the readings of the shown span, all pages. */
export function ReadingExportButton({ question }: { question: ReturnType<typeof toHistoryRequest> }) {
  const { t, i18n } = useTranslation('readings')
  const send = useSend(readings.exportHistory, { onSuccess: saveCsv })
  if (!useMay('patient:export')) return null
  const { patient_id, kinds, from, to } = question
  return (
    <ToolButton
      label={t('export')}
      Icon={IconDownload}
      isBusy={send.isPending}
      onClick={() =>
        send.mutate({
          patient_id,
          kinds: kinds ?? [],
          ...(from && { from }),
          ...(to && { to }),
          language: i18n.language === 'th' ? 'th' : 'en',
        })
      }
    />
  )
}
