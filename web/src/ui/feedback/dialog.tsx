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

/** While mounted, only the dialog's own buttons close it: a click outside would lose what it shows. */
export function useHoldDialogOpen() {
  const hold = useContext(HoldContext)
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
}

/** Put into a form that somebody has typed into: what is typed is lost by the dialog's own buttons alone. */
export function HoldDialogOpen() {
  useHoldDialogOpen()
  return null
}

/** A dialog over a screen: a title, a button to close it, and a form. */
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
      // This is the dialog's heading, not the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      // Thai has marks above and below its letters, which need room.
      styles={{
        title: { lineHeight: 1.5 },
        body: { overflowWrap: 'anywhere' },
        // What gets the focus scrolls with its label to below the heading, which stays in sight.
        content: { scrollPaddingBlock: '6.5rem 1rem' },
      }}
      closeButtonProps={{ 'aria-label': t('close'), size: 44, iconSize: 20 }}
    >
      <HoldContext value={setHeld}>{children}</HoldContext>
    </Modal>
  )
}
