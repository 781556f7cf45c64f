import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../bar/tool-button.tsx'

type PrintButtonProps = {
  /** Where a screen prints several things. */
  label?: string | undefined
  name?: string | undefined
  /** What is printed is being read. */
  isBusy: boolean
  onPrint: () => void
}

export function PrintButton({ label, name, isBusy, onPrint }: PrintButtonProps) {
  const { t } = useTranslation('ui')
  return (
    <ToolButton
      label={label ?? t('print')}
      name={name}
      Icon={IconPrinter}
      isBusy={isBusy}
      onClick={onPrint}
    />
  )
}
