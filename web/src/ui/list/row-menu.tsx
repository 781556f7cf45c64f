import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type RowMenuProps = { label: string; isBusy?: boolean; children: ReactNode }

/** What can be done with a row. It opens over the list, yet within the landmark that the row is in. */
export function RowMenu({ label, isBusy = false, children }: RowMenuProps) {
  return (
    <Menu
      position="bottom-end"
      portalProps={{ target: document.querySelector('main') ?? document.body }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} loading={isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
