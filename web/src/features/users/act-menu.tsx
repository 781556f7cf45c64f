import { Menu } from '@mantine/core'
import type { UserRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatEditUserPath } from '../../paths.ts'
import { DangerMenuItem } from '../../ui/danger-button.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import type { AskedAct } from './act-dialog.tsx'
import { isDangerous, splitActs, type UserActName } from './acts.ts'

type ActMenuProps = { user: UserRow; isOwn: boolean; onAsk: (asked: AskedAct) => void }

/** The actions on the account of a row; none for an account that has more permissions than the user. */
export function ActMenu({ user, isOwn, onAsk }: ActMenuProps) {
  const { t } = useTranslation('users')
  if (!user.may_change) return null
  const { before, after } = splitActs(user.status, isOwn)
  const item = (act: UserActName) => {
    const ActItem = isDangerous(act) ? DangerMenuItem : Menu.Item
    return (
      <ActItem key={act} onClick={() => onAsk({ user, act })}>
        {t(`act.${act}.action`)}
      </ActItem>
    )
  }
  return (
    <RowMenu label={t('more', { name: formatStaffName(user) })}>
      {before.map(item)}
      <Menu.Item component={Link} to={formatEditUserPath(user._id)}>
        {t('edit.action')}
      </Menu.Item>
      {after.length > 0 && <Menu.Divider />}
      {after.map(item)}
    </RowMenu>
  )
}
