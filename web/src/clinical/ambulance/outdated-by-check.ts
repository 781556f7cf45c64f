import { equipment, fleet } from 'contract'

/** A check changes how its vehicle stands, wherever that is shown. */
export const outdatedByCheck = [
  equipment.vehicles,
  equipment.sheet,
  equipment.history,
  fleet.vehicles,
  fleet.choices,
]
