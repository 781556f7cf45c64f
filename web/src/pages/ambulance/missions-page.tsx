import { MissionBoard } from '../../features/missions/mission-board.tsx'

export function MissionsPage() {
  return <MissionBoard />
}
