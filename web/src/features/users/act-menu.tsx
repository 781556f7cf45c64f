import { Menu } from '@mantine/core'
import type { UserRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { editUserPath } from '../../paths.ts'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { staffName } from '../../ui/person-name.ts'
import type { AskedAct } from './act-dialog.tsx'
import { splitActs, type UserActName } from './acts.ts'

type ActMenuProps = { user: UserRow; isOwn: boolean; onAsk: (asked: AskedAct) => void }

/** The actions on the account of a row; none for an account that has more permissions than the user. */
export function ActMenu({ user, isOwn, onAsk }: ActMenuProps) {
  const { t } = useTranslation('users')
  if (!user.may_change) return null
  const { before, after } = splitActs(user.status, isOwn)
  const item = (act: UserActName) => (
    <Menu.Item key={act} onClick={() => onAsk({ user, act })}>
      {t(`act.${act}.action`)}
    </Menu.Item>
  )
  return (
    <RowMenu label={t('more', { name: staffName(user) })}>
      {before.map(item)}
      <Menu.Item component={Link} to={editUserPath(user._id)}>
        {t('edit.action')}
      </Menu.Item>
      {after.map(item)}
    </RowMenu>
  )
}
