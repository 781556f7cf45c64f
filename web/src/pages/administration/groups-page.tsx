import { GroupList } from '../../features/groups/group-list.tsx'

export function GroupsPage() {
  return <GroupList />
}
