import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

/** The button that does what takes something away, in the dialog that asked. White text on it has 5.5 : 1. */
export const finalDanger = { color: 'red.9' } as const

type DangerButtonProps = Omit<ButtonProps, 'color' | 'variant'> &
  ComponentPropsWithoutRef<'button'> & {
    /** It does the act; otherwise it opens the dialog that asks. */
    isFinal?: boolean
  }

/** A button for an act that takes something away: to block, delete, revoke, discard. */
export function DangerButton({ isFinal = false, ...props }: DangerButtonProps) {
  return <Button size="md" {...props} {...(isFinal ? finalDanger : { variant: 'light', color: 'red' })} />
}

/** The library's red for menus has 3.2 : 1 on white; that of a light button is readable in both colour schemes. */
const itemColor = { color: 'var(--mantine-color-red-light-color)' }

/** The same in a menu, where it comes last, below a line. */
export function DangerMenuItem(props: Omit<MenuItemProps, 'color'> & ComponentPropsWithoutRef<'button'>) {
  return <Menu.Item {...props} color="red" style={itemColor} />
}
