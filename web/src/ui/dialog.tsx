import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type DialogProps = {
  title: ReactNode
  opened: boolean
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}

/** What is asked over a screen before it goes on: a title, a way out, and a form. */
export function Dialog({ title, opened, onClose, isWide = false, children }: DialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Modal
      title={title}
      opened={opened}
      onClose={onClose}
      size={isWide ? 'lg' : 'md'}
      // It heads the dialog and is not the page's own banner.
      attributes={{ header: { role: 'presentation' } }}
      // Thai has marks above and below its letters.
      styles={{ title: { lineHeight: 1.5 }, body: { overflowWrap: 'anywhere' } }}
      closeButtonProps={{ 'aria-label': t('close'), size: 44, iconSize: 20 }}
    >
      {children}
    </Modal>
  )
}
