import { Inbox } from '../../features/devices/inbox.tsx'
import { useAddress } from '../../ui/list/use-address.ts'

export function InboxPage() {
  const { page, size, said, change } = useAddress(['device'])
  return <Inbox deviceId={said.device} page={page} size={size} onChange={change} />
}
