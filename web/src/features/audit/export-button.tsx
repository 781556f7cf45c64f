import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { audit } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { questionOf, type View } from './address.ts'

const fileName = 'data.csv'

/** Every entry that fits the filters, newest first. */
export function ExportButton({ view }: { view: View }) {
  const { t, i18n } = useTranslation('audit')
  const send = useSend(audit.exportList, { onSuccess: (file) => saveFile(file, fileName) })
  const { filterLists } = questionOf(view)
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate({ filterLists, language: i18n.language === 'th' ? 'th' : 'en' })}
    >
      {t('export')}
    </Button>
  )
}
