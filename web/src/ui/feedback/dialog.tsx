import { Modal } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

type DialogProps = {
  title: ReactNode
  opened: boolean
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}

const HoldContext = createContext<(isHeld: boolean) => void>(() => {})

/** While it is drawn, the dialog around it is closed by what it says itself: a click beside would lose what it shows. */
export function useHoldDialogOpen() {
  const hold = useContext(HoldContext)
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
}

/** What is asked over a screen before it goes on: a title, a way out, and a form. */
export function Dialog({ title, opened, onClose, isWide = false, children }: DialogProps) {
  const { t } = useTranslation('ui')
  const [isHeld, setHeld] = useState(false)
  return (
    <Modal
      title={title}
      opened={opened}
      onClose={onClose}
      size={isWide ? 'lg' : 'md'}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      withCloseButton={!isHeld}
      // It heads the dialog and is not the page's own banner.
      attributes={{ header: { role: 'presentation' } }}
      // Thai has marks above and below its letters.
      styles={{ title: { lineHeight: 1.5 }, body: { overflowWrap: 'anywhere' } }}
      closeButtonProps={{ 'aria-label': t('close'), size: 44, iconSize: 20 }}
    >
      <HoldContext value={setHeld}>{children}</HoldContext>
    </Modal>
  )
}
