import { Permissions, permissionsQuery } from '../../features/permissions/permissions.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

export function PermissionsPage() {
  const { view, change } = useListView(permissionsQuery)
  return <Permissions view={view} onChange={change} />
}
