import { Inbox } from '../../features/devices/inbox.tsx'
import { inboxQuery } from '../../features/devices/list-query.ts'
import { useListView } from '../../ui/list/use-list-view.ts'

export function InboxPage() {
  const { view, change } = useListView(inboxQuery)
  return <Inbox view={view} onChange={change} />
}
