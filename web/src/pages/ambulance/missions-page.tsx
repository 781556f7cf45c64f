import { VehicleStrip } from '../../features/fleet/vehicle-strip.tsx'
import { MissionFollowUp } from '../../features/follow-up/mission-follow-up.tsx'
import { MissionSheets } from '../../features/forms/mission/mission-sheets.tsx'
import { MissionBoard } from '../../features/missions/mission-board.tsx'

export function MissionsPage() {
  return (
    <>
      <MissionBoard
        more={(mission) => (
          <>
            <MissionSheets mission={mission} />
            <MissionFollowUp mission={mission} />
          </>
        )}
      />
      <VehicleStrip />
    </>
  )
}
