import { fleet, type Vehicle } from 'contract'
import { usePhotoUrl } from '../../api/photo.ts'

/** A vehicle and a team name each other. */
export const outdatedByVehicleOrTeam = [fleet.vehicles, fleet.teams, fleet.choices]
export const outdatedByOperation = [fleet.operations, fleet.operationChanges]

export function useVehiclePhoto(
  { _id, photo_id }: Pick<Vehicle, '_id' | 'photo_id'>,
  size: 'small' | 'large',
): string | undefined {
  return usePhotoUrl(fleet.vehiclePhoto, { _id, photo_id }, size)
}
