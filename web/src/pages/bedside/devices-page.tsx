import { DeviceList } from '../../features/devices/device-list.tsx'
import { deviceListQuery } from '../../features/devices/list-query.ts'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function DevicesPage() {
  const { view, change } = useSearchedList('device-list', deviceListQuery)
  return <DeviceList view={view} onChange={change} />
}
