import { DeviceList } from '../../features/devices/device-list.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

/** The URL holds the filters of the list, but not the search text, which may be a person's name. */
export function DevicesPage() {
  const { page, size, said, change } = useQueryState(['kind', 'status', 'worn', 'patient', 'retired'])
  return <DeviceList filters={said} page={page} size={size} onChange={change} />
}
