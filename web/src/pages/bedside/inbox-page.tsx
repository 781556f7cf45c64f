import { Inbox } from '../../features/devices/inbox.tsx'
import { useQueryState } from '../../ui/list/use-address.ts'

export function InboxPage() {
  const { page, size, said, change } = useQueryState(['device'])
  return <Inbox deviceId={said.device} page={page} size={size} onChange={change} />
}
