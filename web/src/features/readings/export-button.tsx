import { IconDownload } from '@tabler/icons-react'
import { readings } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api.ts'
import { useMay } from '../../shell/signed-in.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ActButton } from './act-button.tsx'
import type { historyOf } from './queries.ts'

const fileName = 'data.csv'

/** The readings of the span in sight, all of their pages. */
export function ExportButton({ question }: { question: ReturnType<typeof historyOf> }) {
  const { t, i18n } = useTranslation('readings')
  const send = useSend(readings.exportHistory, { onSuccess: (file) => saveFile(file, fileName) })
  if (!useMay('patient:export')) return null
  const { patient_id, kinds, from, to } = question
  return (
    <ActButton
      label={t('export')}
      Icon={IconDownload}
      isBusy={send.isPending}
      onAct={() =>
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
