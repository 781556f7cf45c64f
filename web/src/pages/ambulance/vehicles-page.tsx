import { EquipmentReviews } from '../../features/equipment/equipment-reviews.tsx'
import { vehicleListQuery } from '../../features/fleet/list-query.ts'
import { UnknownTrackers } from '../../features/fleet/unknown-trackers.tsx'
import { VehicleList } from '../../features/fleet/vehicle-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function VehiclesPage() {
  const { view, change } = useSearchedList('vehicles', vehicleListQuery)
  return (
    <>
      <UnknownTrackers />
      <EquipmentReviews />
      <VehicleList view={view} onChange={change} />
    </>
  )
}
