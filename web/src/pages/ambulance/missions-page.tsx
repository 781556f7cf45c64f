import { VehicleStrip } from '../../features/fleet/vehicle-strip.tsx'
import { MissionSheets } from '../../features/forms/mission-sheets.tsx'
import { MissionBoard } from '../../features/missions/mission-board.tsx'

export function MissionsPage() {
  return (
    <>
      <MissionBoard more={(mission) => <MissionSheets mission={mission} />} />
      <VehicleStrip />
    </>
  )
}
