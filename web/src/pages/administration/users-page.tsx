import { readAddress, type View, writeAddress } from '../../features/users/list/address.ts'
import { UserList } from '../../features/users/list/user-list.tsx'
import { useListView } from '../../session/use-list-view.ts'

export function UsersPage() {
  const { view, change } = useListView<View>({ list: 'user-list', read: readAddress, write: writeAddress })
  return <UserList view={view} onChange={change} />
}
