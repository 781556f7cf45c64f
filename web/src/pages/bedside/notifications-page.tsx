import { useNavigate, useSearchParams } from 'react-router'
import { readAddress, type View, writeAddress } from '../../features/alarms/notifications/address.ts'
import { Notifications } from '../../features/alarms/notifications/notifications.tsx'
import { PatientSelect } from '../../features/audit/patient-select.tsx'

/** The address says what is looked at: ids, names of rules and days, and nobody's name. */
export function NotificationsPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const view = readAddress(query)
  const change = (changed: Partial<View>) =>
    void navigate(
      { search: writeAddress({ ...view, ...changed }) },
      { preventScrollReset: 'alarm' in changed },
    )
  return <Notifications view={view} PatientSelect={PatientSelect} onChange={change} />
}
