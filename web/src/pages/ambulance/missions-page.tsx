import { VehicleStrip } from '../../features/fleet/vehicle-strip.tsx'
import { MissionBoard } from '../../features/missions/mission-board.tsx'

export function MissionsPage() {
  return (
    <>
      <MissionBoard />
      <VehicleStrip />
    </>
  )
}
