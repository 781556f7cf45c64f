import {
  formatUserListQuery,
  parseUserListQuery,
  type UserListView,
} from '../../features/users/list/list-query.ts'
import { UserList } from '../../features/users/list/user-list.tsx'
import { useListView } from '../../session/use-list-view.ts'

export function UsersPage() {
  const { view, change } = useListView<UserListView>({
    list: 'user-list',
    read: parseUserListQuery,
    write: formatUserListQuery,
  })
  return <UserList view={view} onChange={change} />
}
