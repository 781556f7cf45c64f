import { Permissions } from '../../features/permissions/permissions.tsx'
import { useAddress } from '../../ui/list/use-address.ts'

export function PermissionsPage() {
  const { page, size, said, change } = useAddress(['tab'])
  return <Permissions tab={said.tab} page={page} size={size} onChange={change} />
}
