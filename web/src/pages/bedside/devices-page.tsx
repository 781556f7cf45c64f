import { DeviceList } from '../../features/devices/device-list.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

/** The address says which devices are looked at; what is searched is not in it: it may be somebody's name. */
export function DevicesPage() {
  const { page, size, said, change } = useQueryState(['kind', 'status', 'worn', 'patient', 'retired'])
  return <DeviceList filters={said} page={page} size={size} onChange={change} />
}
