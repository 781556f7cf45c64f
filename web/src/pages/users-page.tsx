import { readAddress, type View, writeAddress } from '../features/users/address.ts'
import { UserList } from '../features/users/user-list.tsx'
import { useListView } from '../shell/use-list-view.ts'

export function UsersPage() {
  const { view, change } = useListView<View>({ list: 'user-list', read: readAddress, write: writeAddress })
  return <UserList view={view} onChange={change} />
}
