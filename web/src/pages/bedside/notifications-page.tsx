import { alarmListQuery } from '../../features/alarms/notifications/list-query.ts'
import { Notifications } from '../../features/alarms/notifications/notifications.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

/** The URL holds the filters: ids, names of rules and days, and no names of people. */
export function NotificationsPage() {
  const { view, change } = useListView(alarmListQuery)
  return <Notifications view={view} onChange={change} />
}
