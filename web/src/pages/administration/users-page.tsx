import { userListQuery } from '../../features/users/list/list-query.ts'
import { UserList } from '../../features/users/list/user-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function UsersPage() {
  const { view, change } = useSearchedList('user-list', userListQuery)
  return <UserList view={view} onChange={change} />
}
