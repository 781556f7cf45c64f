import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { SideSheet } from '../../feedback/side-sheet.tsx'
import { useIsPhone } from '../../use-is-phone.ts'

type BarPopoverProps = {
  /** It stands on the button, and names what opens. */
  label: string
  /** It stands on the button in place of the label. */
  shownLabel?: string | undefined
  icon?: ReactNode
  /** Where the button shares a line with fields. */
  isNarrow?: boolean
  /** It stands behind the label. */
  badge?: ReactNode
  children: (opened: { isSheet: boolean; close: () => void }) => ReactNode
}

/** What a button of the filter bar opens: a popover, or on a phone a sheet. */
export function BarPopover({
  label,
  shownLabel = label,
  icon,
  isNarrow = false,
  badge,
  children,
}: BarPopoverProps) {
  const isPhone = useIsPhone()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const name = shownLabel === label ? label : `${label}: ${shownLabel}`
  const button = (
    <Button
      variant="default"
      size="md"
      {...(isNarrow && { px: 'xs' })}
      leftSection={icon}
      rightSection={badge}
      {...(shownLabel !== label && { 'aria-label': name })}
      onClick={toggle}
    >
      {shownLabel}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <SideSheet title={label} opened={isOpen} onClose={close} position="bottom">
          {children({ isSheet: true, close })}
        </SideSheet>
      </>
    )
  }
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      width="min(30rem, 92vw)"
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label} p="md">
        {children({ isSheet: false, close })}
      </Popover.Dropdown>
    </Popover>
  )
}
