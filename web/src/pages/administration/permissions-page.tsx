import { Permissions } from '../../features/permissions/permissions.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

export function PermissionsPage() {
  const { page, size, said, change } = useQueryState(['tab'])
  return <Permissions tab={said.tab} page={page} size={size} onChange={change} />
}
