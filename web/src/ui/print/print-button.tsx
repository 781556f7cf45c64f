import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../tool-button.tsx'

type PrintButtonProps = {
  /** What is printed is being read. */
  isBusy: boolean
  onPrint: () => void
}

export function PrintButton({ isBusy, onPrint }: PrintButtonProps) {
  const { t } = useTranslation('ui')
  return <ToolButton label={t('print')} Icon={IconPrinter} isBusy={isBusy} onClick={onPrint} />
}
