import { fleet, missions } from 'contract'

/** What a step of a mission makes out of date. */
export const outdatedByMission = [missions.board, missions.mine, fleet.vehicles, fleet.choices]
