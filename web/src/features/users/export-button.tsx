import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { users } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { questionOf, type View } from './address.ts'

const fileName = 'data.csv'

/** The list as it is searched, filtered and sorted, all of its pages. */
export function ExportButton({ view }: { view: View }) {
  const { t, i18n } = useTranslation('users')
  const send = useSend(users.exportList, { onSuccess: (file) => saveFile(file, fileName) })
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate({ ...questionOf(view), language: i18n.language === 'th' ? 'th' : 'en' })}
    >
      {t('export')}
    </Button>
  )
}
