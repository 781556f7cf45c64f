import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type RowMenuProps = { label: string; isBusy?: boolean; children: ReactNode }

/** The actions of a row. The menu opens over the list, but inside the row's landmark. */
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
