import { DeviceList } from '../../features/devices/device-list.tsx'
import { deviceListQuery } from '../../features/devices/list-query.ts'
import { useListView } from '../../ui/list/use-list-view.ts'

export function DevicesPage() {
  const { view, change } = useListView(deviceListQuery)
  return <DeviceList view={view} onChange={change} />
}
