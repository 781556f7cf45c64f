import { Inbox } from '../../features/devices/inbox.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

export function InboxPage() {
  const { page, size, said, change } = useQueryState(['device'])
  return <Inbox deviceId={said.device} page={page} size={size} onChange={change} />
}
