import { useNavigate, useSearchParams } from 'react-router'
import {
  type AlarmListView,
  formatAlarmListQuery,
  parseAlarmListQuery,
} from '../../features/alarms/notifications/list-query.ts'
import { Notifications } from '../../features/alarms/notifications/notifications.tsx'

/** The URL holds the filters: ids, names of rules and days, and no names of people. */
export function NotificationsPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const view = parseAlarmListQuery(query)
  const change = (changed: Partial<AlarmListView>) =>
    void navigate(
      { search: formatAlarmListQuery({ ...view, ...changed }) },
      { preventScrollReset: 'alarm' in changed },
    )
  return <Notifications view={view} onChange={change} />
}
