import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Language } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from './save-file.ts'

type ExportButtonProps = {
  isPending: boolean
  onExport: (language: Language) => void
  children: ReactNode
}

/** Requests a whole list as a file, in the language of the screen; `saveCsv` saves it. */
export function ExportButton({ isPending, onExport, children }: ExportButtonProps) {
  const { i18n } = useTranslation()
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={() => onExport(i18n.language === 'th' ? 'th' : 'en')}
    >
      {children}
    </Button>
  )
}

export function saveCsv(file: Blob) {
  saveFile(file, 'data.csv')
}
