import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil } from '@tabler/icons-react'
import type { UserRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { editUserAddress } from '../../shell/addresses.ts'
import { staffName } from '../../ui/person-name.ts'
import type { Asked } from './act-dialog.tsx'
import { actsFor } from './acts.ts'

type ActMenuProps = { user: UserRow; isOwn: boolean; onAsk: (asked: Asked) => void }

/** What can be done with the account of a row. */
export function ActMenu({ user, isOwn, onAsk }: ActMenuProps) {
  const { t } = useTranslation('users')
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('more', { name: staffName(user) })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actsFor(user.status, isOwn).map((act) => (
          <Menu.Item key={act} onClick={() => onAsk({ user, act })}>
            {t(`act.${act}.action`)}
          </Menu.Item>
        ))}
        <Menu.Item
          component={Link}
          to={editUserAddress(user._id)}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('edit.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
