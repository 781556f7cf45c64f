import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './side-sheet.module.css'

type SideSheetProps = {
  title: string
  opened: boolean
  position: 'bottom' | 'right'
  /**
   * Only as high as its content. For content that keeps its size while open: otherwise buttons move under the finger.
   */
  isShort?: boolean
  /** It has room for lines that would wrap in the usual width. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

export function SideSheet(props: SideSheetProps) {
  const { title, opened, position, isShort = false, isWide = false, onClose, children } = props
  const { t } = useTranslation('ui')
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={position}
      size={position === 'bottom' ? '90%' : isWide ? '36rem' : 'md'}
    >
      <Drawer.Overlay />
      <Drawer.Content
        // Mantine gives a `className` to the element around the sheet as well.
        classNames={{
          content: isShort ? classes.short : position === 'bottom' ? classes.tall : classes.wide,
        }}
        data-free-foot={(position === 'bottom' && !isShort) || undefined}
      >
        <div className={classes.title}>
          <Drawer.Title className={classes.name}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} size={44} iconSize={20} />
        </div>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
